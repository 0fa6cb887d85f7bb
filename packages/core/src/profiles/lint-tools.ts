import type { JsonSchema } from '../json-schema'
import { draftOf } from '../json-schema-validator'
import { toJsonSchema } from '../to-json-schema'
import type { ToolDefinition } from '../tool'
import { nameProfiles } from '../tool-names'
import { applyProfile } from './apply-profile'
import { type Provider, type ProviderRules, providerRules } from './providers'
import { isNode, type Node, propertiesOf, requiredOf, typesOf } from './schema-node'

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

type Report = (
  pointer: string,
  rule: string,
  severity: LintFinding['severity'],
  fix: string,
  effect?: string,
) => void

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
  lintRoot(schema as Node, rules, report)
  walk(schema as Node, '', (node, pointer) => lintNode(node, pointer, rules, report))
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

function lintRoot(root: Node, rules: ProviderRules, report: Report): void {
  if (!rules.rootCombinators)
    for (const keyword of ['anyOf', 'oneOf', 'allOf', 'not', 'enum', 'if'])
      if (keyword in root)
        report(
          `/${keyword}`,
          'root-combinator',
          'error',
          'Make one object with a kind property, or send applyProfile().schema.',
        )
  const { $schema } = root
  if ($schema === undefined) return
  const draft = draftOf($schema)
  if (draft === undefined)
    report(
      '/$schema',
      'unknown-dialect',
      'warning',
      'Use draft 2020-12 and leave $schema out.',
      'the input is not validated',
    )
  else if (draft !== '2020-12')
    report(
      '/$schema',
      'old-dialect',
      'warning',
      'Use draft 2020-12 and leave $schema out.',
      'clients that know 2020-12 only refuse the tool',
    )
}

function lintNode(node: unknown, pointer: string, rules: ProviderRules, report: Report): void {
  if (typeof node === 'boolean') {
    if (
      !/\/(additionalProperties|unevaluatedProperties|items|unevaluatedItems|additionalItems)$/.test(
        pointer,
      )
    )
      report(
        pointer,
        'boolean-schema',
        'warning',
        `Write ${node ? '{}' : '{ "not": {} }'}.`,
        'several clients expect an object',
      )
    return
  }
  if (!isNode(node)) return
  const { $ref } = node
  if (typeof $ref === 'string') {
    if (!rules.refs) report(pointer, 'ref', 'error', 'Inline it, or send applyProfile().schema.')
    if (!$ref.startsWith('#'))
      report(
        pointer,
        'remote-ref',
        'warning',
        'Put the definition into $defs.',
        'nobody fetches it',
      )
  }
  lintKeywords(node, pointer, rules, report)
  lintShape(node, pointer, rules, report)
}

function lintKeywords(node: Node, pointer: string, rules: ProviderRules, report: Report): void {
  for (const key of Object.keys(node)) {
    if (key === '$ref' || (pointer === '' && key === '$schema' && !rules.refused.has(key))) continue
    if (rules.refused.has(key) && !(rules.strict && key === 'default'))
      report(
        `${pointer}/${key}`,
        'keyword',
        'error',
        `Leave ${key} out, or send applyProfile().schema.`,
      )
  }
  if ('const' in node && !rules.constants && !rules.refused.has('const'))
    report(`${pointer}/const`, 'keyword', 'error', 'Use an enum of one.')
  if ('oneOf' in node && !rules.oneOf && !rules.refused.has('oneOf'))
    report(`${pointer}/oneOf`, 'keyword', 'error', 'Use anyOf.')
  const { format, type, enum: values } = node
  if (typeof format === 'string' && rules.formats && !rules.formats.has(format))
    report(`${pointer}/format`, 'format', 'error', 'Say the format in the description.')
  if (Array.isArray(type) && !rules.typeLists)
    report(`${pointer}/type`, 'type-list', 'error', 'Use one type and nullable.')
  if (Array.isArray(values) && !rules.anyEnum && values.some((value) => typeof value !== 'string'))
    report(`${pointer}/enum`, 'enum-not-string', 'error', 'List strings only.')
}

function lintShape(node: Node, pointer: string, rules: ProviderRules, report: Report): void {
  const types = typesOf(node)
  if (types.includes('array') && node['items'] === undefined && node['prefixItems'] === undefined)
    report(pointer, 'array-without-items', 'error', 'Say what the items are.')
  if (Array.isArray(node['items']))
    report(
      `${pointer}/items`,
      'tuple-items',
      'error',
      'Use prefixItems: a list in items left JSON Schema with draft 2020-12.',
    )
  if (
    pointer !== '' &&
    types.includes('object') &&
    propertiesOf(node).length === 0 &&
    node['additionalProperties'] === undefined
  )
    report(
      pointer,
      'object-without-properties',
      'warning',
      'Say which properties it has.',
      'some providers refuse it, others send {}',
    )
  const { propertyNames, strict } = rules
  const required = new Set(requiredOf(node))
  for (const [name] of propertiesOf(node)) {
    if (propertyNames && !propertyNames.test(name))
      report(
        `${pointer}/properties/${escapeKey(name)}`,
        'property-name',
        'error',
        'Use letters, digits and underscores, or send applyProfile().schema.',
      )
    if (strict && !required.has(name))
      report(
        `${pointer}/properties/${escapeKey(name)}`,
        'optional',
        'error',
        'Make it required and nullable, or send applyProfile().schema.',
      )
  }
  if (strict && propertiesOf(node).length > 0 && node['additionalProperties'] !== false)
    report(
      pointer,
      'open-object',
      'error',
      'Set additionalProperties to false, or send applyProfile().schema.',
    )
}

const mapKeys = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
])
const plainKeys = new Set([
  'const',
  'enum',
  'default',
  'examples',
  'example',
  'required',
  'type',
  'dependentRequired',
])

/** Visits every schema of a document once, without recursion. */
function walk(root: Node, start: string, visit: (node: unknown, pointer: string) => void): void {
  const stack: [unknown, string][] = [[root, start]]
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    const [node, pointer] = entry
    visit(node, pointer)
    if (!isNode(node)) continue
    for (const [key, value] of Object.entries(node)) {
      if (plainKeys.has(key)) continue
      const place = `${pointer}/${escapeKey(key)}`
      if (mapKeys.has(key) && isNode(value))
        for (const [name, child] of Object.entries(value))
          stack.push([child, `${place}/${escapeKey(name)}`])
      else if (Array.isArray(value)) {
        for (const [index, child] of value.entries())
          if (isNode(child) || typeof child === 'boolean') stack.push([child, `${place}/${index}`])
      } else if (isNode(value) || (typeof value === 'boolean' && schemaKeys.has(key)))
        stack.push([value, place])
    }
  }
}

const schemaKeys = new Set([
  'additionalProperties',
  'items',
  'not',
  'contains',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
  'additionalItems',
])

function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
