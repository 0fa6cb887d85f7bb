import { blockComment, describeTool, firstSentence } from './describe-tool'
import { propertyName } from './escape'
import type { Layout } from './layout'
import type { ResolvedTypeOptions } from './options'
import type { Prepared } from './prepare-tool'
import { isName } from './tool-names'

export interface PrintToolOptions {
  shape: 'namespace' | 'functions' | 'nested' | 'harmony'
  promise: boolean
  annotations: boolean
  /** Every documentation is a block with a star on each line. */
  starred: boolean
}

/** The declaration of one tool, ending in a line end. */
export function printTool(
  { tool, name, detail, input, output }: Prepared,
  layout: Layout,
  resolved: ResolvedTypeOptions,
  options: PrintToolOptions,
): string {
  const { fenceSafe } = resolved
  if (detail === 'name' || detail === 'sentence') {
    const sentence = detail === 'sentence' ? firstSentence(tool, fenceSafe) : ''
    return `// ${name.js}${sentence ? `: ${sentence}` : ''}\n`
  }
  const lines =
    detail === 'summary'
      ? [firstSentence(tool, fenceSafe)].filter(Boolean)
      : detail === 'full'
        ? describeTool(tool, name.js, {
            fenceSafe,
            annotations: options.annotations,
            maximum: resolved.limits.description,
          })
        : []
  const comment = blockComment(lines, options.starred)
  const parameter = options.shape === 'harmony' ? '_' : 'args'
  const args =
    input?.node && input.form !== 'none'
      ? `${parameter}${input.form === 'optional' ? '?' : ''}: ${layout.print(input.node)}`
      : ''
  const value = output ? layout.print(output) : 'unknown'
  const result = options.promise ? `Promise<${value}>` : value
  if (options.shape === 'harmony') return `${comment}type ${name.js} = (${args}) => ${result};\n`
  const keyword = options.shape === 'functions' ? 'declare function ' : ''
  return `${comment}${keyword}${isName(name.js) ? name.js : propertyName(name.js)}(${args}): ${result};\n`
}
