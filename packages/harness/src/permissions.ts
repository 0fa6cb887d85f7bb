import type { AgentOptions } from './agent-types'
import type { PermissionEffect, PermissionRequest, PermissionRule } from './permission-types'
import type { ReadyTool } from './registry'

export interface Judgement {
  effect: PermissionEffect
  reason?: string
}

const strictness: Record<PermissionEffect, number> = { allow: 0, ask: 1, deny: 2 }

/** The stricter of two judgements; the first on a tie. */
export function stricter(left: Judgement, right: Judgement): Judgement {
  return strictness[right.effect] > strictness[left.effect] ? right : left
}

type RuleSpec = string | Omit<PermissionRule, 'effect'>

/** A rule that lets calls run: `allow('read_*')`. */
export function allow(rule: RuleSpec): PermissionRule {
  return toRule('allow', rule)
}

/** A rule that asks a person first. */
export function ask(rule: RuleSpec): PermissionRule {
  return toRule('ask', rule)
}

/** A rule that refuses calls, whatever other rules say. */
export function deny(rule: RuleSpec): PermissionRule {
  return toRule('deny', rule)
}

function toRule(effect: PermissionEffect, rule: RuleSpec): PermissionRule {
  return typeof rule === 'string' ? { effect, tool: rule } : { ...rule, effect }
}

/** Whether a name matches a pattern in which `*` stands for any run of characters. */
export function nameMatches(pattern: string, name: string): boolean {
  if (!pattern.includes('*')) return pattern === name
  const parts = pattern.split('*')
  const first = parts[0]!
  const last = parts.at(-1)!
  if (name.length < first.length + last.length) return false
  if (!name.startsWith(first) || !name.endsWith(last)) return false
  let from = first.length
  for (const part of parts.slice(1, -1)) {
    const at = name.indexOf(part, from)
    if (at === -1) return false
    from = at + part.length
  }
  return from <= name.length - last.length
}

function ruleMatches(rule: PermissionRule, tool: ReadyTool, input: unknown): boolean {
  if (rule.tool !== undefined && !nameMatches(rule.tool, tool.definition.name)) return false
  for (const [key, value] of Object.entries(rule.annotations ?? {}))
    if (tool.definition.annotations?.[key as 'readOnlyHint'] !== value) return false
  if (rule.input === undefined) return true
  try {
    if (typeof rule.input === 'function') return rule.input(input) === true
    return Object.entries(rule.input).every(([key, wanted]) => {
      const value = Object.hasOwn(Object(input), key)
        ? (input as Record<string, unknown>)[key]
        : undefined
      if (!(wanted instanceof RegExp)) return value === wanted
      wanted.lastIndex = 0
      return typeof value === 'string' && wanted.test(value)
    })
  } catch {
    return rule.effect !== 'allow'
  }
}

/** What rules and defaults say of one input. */
export function judge(
  options: Pick<AgentOptions, 'permissions'>,
  tool: ReadyTool,
  input: unknown,
): Judgement {
  const { rules = [], default: fallback = 'annotations' } = options.permissions ?? {}
  let found: Judgement | undefined
  for (const rule of rules) {
    if (!ruleMatches(rule, tool, input)) continue
    const judgement: Judgement = { effect: rule.effect }
    if (rule.reason !== undefined) judgement.reason = rule.reason
    found = found ? stricter(found, judgement) : judgement
  }
  if (found) return found
  if (fallback !== 'annotations') return { effect: fallback }
  return { effect: tool.readOnly && !tool.remote ? 'allow' : 'ask' }
}

/** The host's own decision, checked for shape. @throws whatever `decide` throws, and on junk. */
export async function askPolicy(
  options: Pick<AgentOptions, 'permissions'>,
  request: PermissionRequest,
): Promise<Judgement | undefined> {
  const answer = await options.permissions?.decide?.(request)
  if (answer === undefined || answer === null) return undefined
  const judgement: Judgement = typeof answer === 'string' ? { effect: answer } : answer
  if (!Object.hasOwn(strictness, judgement.effect))
    throw new TypeError(`decide answered ${JSON.stringify(answer)}, which is no decision`)
  return judgement
}
