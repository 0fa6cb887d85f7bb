import type { PromptDefinition, PromptMessage } from '@toolprism/core'
import { isObject } from './check-remote-tool'
import type { Link } from './create-link'
import { completeRemote, requestRemote } from './request-remote'
import { cleanIcons, cleanLabel, cleanText } from './sanitize'

/** A remote prompt as a Toolprism prompt; undefined when the entry is none. */
export function fromMcpPrompt(
  entry: unknown,
  name: string,
  options: { link: Link; timeout: number; completes: boolean },
): PromptDefinition | undefined {
  if (!isObject(entry) || typeof entry['name'] !== 'string') return undefined
  const { link, timeout, completes } = options
  const remoteName = entry['name']
  const list = Array.isArray(entry['arguments']) ? entry['arguments'].filter(isObject) : []
  const title = cleanLabel(entry['title'])
  const description = cleanText(entry['description'], 20_000)
  const icons = cleanIcons(entry['icons'])
  return {
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(icons && { icons }),
    ...(isObject(entry['_meta']) && { meta: entry['_meta'] }),
    arguments: list.map((argument) => {
      const argumentName = String(argument['name'])
      const text = cleanText(argument['description'], 2000)
      return {
        name: argumentName,
        ...(text !== undefined && { description: text }),
        ...(argument['required'] === true && { required: true }),
        ...(completes && {
          complete: (value: string, others: Record<string, string>) =>
            completeRemote(
              link,
              {
                ref: { type: 'ref/prompt', name: remoteName },
                argument: { name: argumentName, value },
                context: { arguments: others },
              },
              { timeout },
            ),
        }),
      }
    }),
    async build(values, context) {
      const request = { method: 'prompts/get', params: { name: remoteName, arguments: values } }
      const answer = await requestRemote(link, request, { timeout, signal: context?.signal })
      return Array.isArray(answer['messages']) ? (answer['messages'] as PromptMessage[]) : [] // blocks are the host's to check
    },
  }
}
