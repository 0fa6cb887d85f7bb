import { HarnessError } from '../../errors'
import type { PermissionRule } from '../../permission-types'
import { isInterpreter, isRiskyArgument } from './command-risks.table'
import { parseSimpleCommand } from './shell-words'

/** The tools whose `command` the rules are about. */
const commandTools = ['run_command', 'run_test']

/**
 * Permission rules that let commands run without asking: `git status` is exactly that, `npm run test *` any
 * more words after it, `*` inside a word any characters. Only one simple command ever matches; an interpreter
 * (`sh`, `node`, `env`, `xargs`…) and arguments that run code never match by `*`.
 * @throws HarnessError COMMAND_RULE for a rule that could never be safe or is not one simple command.
 */
export function allowCommands(rules: readonly string[]): PermissionRule[] {
  const compiled = rules.map(compileRule)
  return commandTools.map((tool) => ({
    effect: 'allow',
    tool,
    input: (input: CommandInput) => compiled.some((rule) => matches(rule, input)),
  }))
}

/** True when one rule covers a command. */
export function matchesCommand(rule: string, command: string): boolean {
  return matches(compileRule(rule), { command })
}

interface CommandInput {
  command?: unknown
  env?: unknown
}

interface CompiledRule {
  words: RegExp[]
  /** Which words are written out, without `*`. */
  literal: boolean[]
  /** Ends with ` *`: any further words. */
  open: boolean
}

function compileRule(rule: string): CompiledRule {
  const words = rule.trim().split(/[ \t]+/)
  const [program = ''] = words
  const fail = (reason: string): never => {
    throw new HarnessError('COMMAND_RULE', `The rule ${JSON.stringify(rule)} ${reason}.`)
  }
  if (program === '' || program.includes('*'))
    fail('must name its program: "git status", "npm test *"')
  const open = words.length > 1 && words.at(-1) === '*'
  const given = open ? words.slice(0, -1) : words
  // Quotes in a rule would have to be matched as the shell reads them; a rule has none.
  if (/["'\\]/.test(rule))
    fail('holds quotes or backslashes; write the words as the program gets them')
  if (!parseSimpleCommand(given.join(' ').replaceAll('*', 'x'))) fail('is not one simple command')
  const wild = open || given.some((word) => word.includes('*'))
  if (wild && isInterpreter(program))
    fail(`uses "*" with "${program}", which runs whatever it is given; write out whole commands`)
  return {
    words: given.map((word) => new RegExp(`^${word.split('*').map(escapeRegex).join('.*')}$`, 's')),
    literal: given.map((word) => !word.includes('*')),
    open,
  }
}

function matches(rule: CompiledRule, input: CommandInput): boolean {
  if (typeof input.command !== 'string' || hasEntries(input.env)) return false
  const words = parseSimpleCommand(input.command)
  if (!words || words.length < rule.words.length) return false
  if (!rule.open && words.length > rule.words.length) return false
  const [program = ''] = words
  return words.every((word, index) => {
    if (rule.words[index] && !rule.words[index].test(word)) return false
    return rule.literal[index] || !isRiskyArgument(program, word)
  })
}

/** Variables can turn any program into another (`LD_PRELOAD`, `GIT_EXTERNAL_DIFF`). */
function hasEntries(env: unknown): boolean {
  return typeof env === 'object' && env !== null && Object.keys(env).length > 0
}

function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
