import type { JsonSchema } from '../json-schema'
import { draftOf } from '../json-schema-validator'
import type { LintFinding } from './lint-tools'
import type { ProviderRules } from './providers'
import { isNode, type Node, propertiesOf, requiredOf, typesOf } from './schema-node'

export type Report = (
  pointer: string,
  rule: string,
  severity: LintFinding['severity'],
  fix: string,
  effect?: string,
) => void

/** What a host would do with an input schema, node by node. */
export function lintSchema(schema: JsonSchema, rules: ProviderRules, report: Report): void {
  lintRoot(schema as Node, rules, report)
  walk(schema as Node, '', (node, pointer) => lintNode(node, pointer, rules, report))
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
