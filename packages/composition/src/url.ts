import * as z from 'zod'

const named: Record<string, string> = {
  colon: ':',
  tab: '\t',
  newline: '\n',
  sol: '/',
  bsol: '\\',
  lt: '<',
  gt: '>',
}

interface Policy {
  allows(scheme: string, rest: string): boolean
}

const navigation: Policy = { allows: (scheme) => /^(https?|mailto)$/.test(scheme) }
const asset: Policy = {
  allows: (scheme, rest) =>
    /^https?$/.test(scheme) || (scheme === 'data' && /^image\//i.test(rest)),
}

/** A link target: https, http, mailto or a relative path, trimmed; anything else is undefined. */
export function sanitizeHref(url: string): string | undefined {
  return sanitize(url, navigation)
}

/** An image address: https, http, data:image or a relative path, trimmed; anything else is undefined. */
export function sanitizeSource(url: string): string | undefined {
  return sanitize(url, asset)
}

// The decision is taken on a decoded form, but the authored one is returned: decoding it for output
// would let the reader's own decoding step make a script URL of it.
function sanitize(url: string, policy: Policy): string | undefined {
  const decided = stripControls(decodeReferences(url))
  if (decided === '' || /^[/\\]{2}/.test(decided) || /[<>]/.test(decided)) return undefined
  const scheme = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(decided)
  if (scheme && !policy.allows(scheme[1]!.toLowerCase(), scheme[2]!)) return undefined
  return stripControls(url) || undefined
}

function stripControls(text: string): string {
  return text
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b\u2028-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '')
    .trim()
}

function decodeReferences(text: string): string {
  return text.replace(
    /&#x([0-9a-f]+);?|&#([0-9]+);?|&(colon|tab|newline|sol|bsol|lt|gt);/gi,
    (_, hex?: string, decimal?: string, name?: string) => {
      if (name) return named[name.toLowerCase()]!
      const code = hex ? Number.parseInt(hex, 16) : Number.parseInt(decimal!, 10)
      return code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
        ? String.fromCodePoint(code)
        : '\ufffd'
    },
  )
}

const hrefRule = 'an https, http or mailto URL, or a relative path'
const sourceRule = 'an https or http URL, a data:image URL, or a relative path'

/** The schema of a link target; its description carries the rule, as refinements vanish from JSON Schema. */
export const hrefSchema = z
  .string()
  .min(1)
  .max(2_000)
  .refine((url) => sanitizeHref(url) !== undefined, { error: `must be ${hrefRule}` })
  .describe(`Link: ${hrefRule}.`)

/** The schema of an image address. */
export const sourceSchema = z
  .string()
  .min(1)
  .max(500_000)
  .refine((url) => sanitizeSource(url) !== undefined, { error: `must be ${sourceRule}` })
  .describe(`Image: ${sourceRule}.`)
