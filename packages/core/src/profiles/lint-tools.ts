import type { JsonSchema } from '../json-schema'
import { toJsonSchema } from '../to-json-schema'
import type { ToolDefinition } from '../tool'
import { nameProfiles } from '../tool-names'
import { applyProfile } from './apply-profile'
import { lintSchema, type Report } from './lint-schema'
import { type Provider, type ProviderRules, providerRules } from './providers'

export interface LintFinding {
  tool: string
  /** JSON Pointer into the tool's input schema, or `/outputSchema`, `/name`, `/description` of the tool. */
  pointer: string
  rule: string
  provider: Provider
  /** `error`: the host refuses it; `warning`: it loses or guesses something. */
  severity: 'error' | 'warning'
  /** What that host does with it. */
  effect: string
  fix: string
}

export interface LintOptions {
  /** @default all */
  providers?: readonly Provider[]
}

/** Tells what each host would do with each tool. Never throws for a tool, however broken; that is a finding. */
export function lintTools(
  tools: readonly ToolDefinition[],
  options: LintOptions = {},
): LintFinding[] {
  const providers = options.providers ?? (Object.keys(providerRules) as Provider[])
  const findings: LintFinding[] = []
  for (const provider of providers) {
    const rules = providerRules[provider]
    for (const tool of tools) {
      const name = String(tool?.name)
      const report: Report = (pointer, rule, severity, fix, effect = rules.effect) =>
        findings.push({ tool: name, pointer, rule, provider, severity, effect, fix })
      lintTool(tool, rules, provider, report)
    }
    lintList(tools, rules, provider, findings)
  }
  return findings
}

function lintList(
  tools: readonly ToolDefinition[],
  rules: ProviderRules,
  provider: Provider,
  findings: LintFinding[],
): void {
  const seen = new Map<string, string>()
  for (const tool of tools) {
    const name = String(tool?.name)
    const cleaned = name.replace(nameProfiles[rules.names].illegal, '_')
    const other = seen.get(cleaned)
    const finding = (rule: string, effect: string, fix: string) =>
      findings.push({
        tool: name,
        pointer: '/name',
        rule,
        provider,
        severity: 'error',
        effect,
        fix,
      })
    if (other === name)
      finding('name-twice', 'one of the two is lost', 'Give each tool a name of its own.')
    else if (other !== undefined)
      finding(
        'name-collision',
        `cleaned, it is the same as ${other}`,
        'Send names through toolNames().',
      )
    seen.set(cleaned, name)
  }
  if (rules.tools !== undefined && tools.length > rules.tools)
    findings.push({
      tool: '*',
      pointer: '',
      rule: 'too-many-tools',
      provider,
      severity: 'error',
      effect: `more than ${rules.tools} tools are refused or left out`,
      fix: 'Offer fewer tools at once, or compose steps into macros.',
    })
}

function lintTool(
  tool: ToolDefinition,
  rules: ProviderRules,
  provider: Provider,
  report: Report,
): void {
  lintName(tool, rules, report)
  if (typeof tool?.description !== 'string' || tool.description.trim() === '')
    report(
      '/description',
      'no-description',
      'warning',
      'Say what the tool does and when to use it.',
      'the model guesses from the name',
    )
  let schema: JsonSchema
  try {
    schema = toJsonSchema(tool.inputSchema)
  } catch (error) {
    report('', 'schema-unusable', 'error', (error as Error).message, 'the tool cannot be listed')
    return
  }
  lintSchema(schema, rules, report)
  if (rules.strict) {
    try {
      for (const { pointer, reason } of applyProfile(schema, provider).obstacles)
        report(pointer, 'not-strict', 'error', `Leave strict mode off for this tool: ${reason}.`)
    } catch (error) {
      report('', 'schema-unusable', 'error', (error as Error).message, 'the tool cannot be listed')
    }
  }
  if (provider === 'mcp') lintOutput(tool, report)
}

function lintName(tool: ToolDefinition, rules: ProviderRules, report: Report): void {
  const name = String(tool?.name)
  const { max, illegal, first } = nameProfiles[rules.names]
  if (name.length > max)
    report(
      '/name',
      'name-too-long',
      'error',
      `Use at most ${max} characters, prefixes included, or toolNames().`,
    )
  if (name.search(illegal) >= 0 || !first.test(name) || name === '')
    report(
      '/name',
      'name-illegal',
      'error',
      'Use letters, digits and underscores, beginning with a letter, or toolNames().',
    )
}

function lintOutput(tool: ToolDefinition, report: Report): void {
  if (tool.outputSchema === undefined) return
  try {
    const { type } = toJsonSchema(tool.outputSchema, { side: 'output' })
    if (type !== 'object')
      report(
        '/outputSchema',
        'output-not-object',
        'error',
        'Wrap the value in an object with one property.',
        'older clients drop the whole list',
      )
  } catch (error) {
    report(
      '/outputSchema',
      'schema-unusable',
      'error',
      (error as Error).message,
      'the tool cannot be listed',
    )
  }
}
