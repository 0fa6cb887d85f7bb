import type { NameProfile } from '../tool-names'

export type Provider = 'openai' | 'openai-strict' | 'anthropic' | 'gemini' | 'mcp' | 'cursor'

/** What a provider takes in a tool's input schema. Facts of 2026, from the providers' references and their 400s. */
export interface ProviderRules {
  names: NameProfile
  /** Combinators next to the root's `type: object`. */
  rootCombinators: boolean
  /** `$ref`, also recursive. */
  refs: boolean
  /** Keywords it refuses or ignores, wherever they stand. */
  refused: ReadonlySet<string>
  /** `type: ['string', 'null']`; otherwise `nullable`. */
  typeLists: boolean
  /** `const`; otherwise an `enum` of one. */
  constants: boolean
  /** `oneOf`; otherwise `anyOf`. */
  oneOf: boolean
  /** `enum` with other members than strings. */
  anyEnum: boolean
  /** Every property required, every object closed (structured outputs). */
  strict: boolean
  /** What a property's name must match. */
  propertyNames?: RegExp
  /** `format`s it takes; all when absent. */
  formats?: ReadonlySet<string>
  /** `items` as a list is refused: it left JSON Schema with draft 2020-12. */
  tuplesByPrefix: boolean
  /** Most tools in one request. */
  tools?: number
  /** What happens to a request with a schema it does not take. */
  effect: string
}

const set = (words: string) => new Set(words.split(/\s+/))
const none: ReadonlySet<string> = new Set()

const strictRefused = set(
  `$schema $id $anchor $comment allOf contains default dependencies dependentRequired dependentSchemas else examples if
  maxContains maxLength maxProperties minContains minLength minProperties not patternProperties prefixItems
  propertyNames then unevaluatedItems unevaluatedProperties uniqueItems`,
)

const geminiRefused = set(
  `$schema $id $anchor $comment $defs $ref definitions additionalItems additionalProperties allOf const contains
  contentEncoding contentMediaType dependencies dependentRequired dependentSchemas deprecated else examples
  exclusiveMaximum exclusiveMinimum if maxContains minContains multipleOf not oneOf patternProperties prefixItems
  propertyNames readOnly then unevaluatedItems unevaluatedProperties uniqueItems writeOnly`,
)

const common = {
  rootCombinators: false,
  refs: true,
  refused: none,
  typeLists: true,
  constants: true,
  oneOf: true,
  anyEnum: true,
  strict: false,
  tuplesByPrefix: true,
}

export const providerRules: Readonly<Record<Provider, ProviderRules>> = {
  openai: {
    ...common,
    names: 'openai',
    tools: 128,
    effect: 'the API answers 400 for the whole request',
  },
  'openai-strict': {
    ...common,
    names: 'openai',
    refused: strictRefused,
    oneOf: false,
    strict: true,
    formats: set('date-time time date duration email hostname ipv4 ipv6 uuid'),
    tools: 128,
    effect: 'the API answers 400 for the whole request',
  },
  anthropic: {
    ...common,
    names: 'anthropic',
    propertyNames: /^[A-Za-z0-9_.-]{1,64}$/,
    effect: 'the API answers 400 for the whole request',
  },
  gemini: {
    ...common,
    names: 'gemini',
    refs: false,
    refused: geminiRefused,
    typeLists: false,
    constants: false,
    oneOf: false,
    anyEnum: false,
    propertyNames: /^[A-Za-z_][A-Za-z0-9_]{0,63}$/,
    formats: set('date-time enum float double int32 int64'),
    effect: 'the API answers 400 for the whole request',
  },
  mcp: {
    ...common,
    names: 'mcp',
    rootCombinators: true,
    effect: 'strict clients drop the tool, or the whole list',
  },
  cursor: {
    ...common,
    names: 'cursor',
    tools: 40,
    effect: 'the editor leaves the tool out, or the model behind it answers 400',
  },
}
