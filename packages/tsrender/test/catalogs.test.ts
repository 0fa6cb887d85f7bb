import { renderCatalog, renderMcpNamespace, renderToolDecls } from '@toolprism/tsrender'
import { verifyAll } from '@toolprism/tsrender/verify'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, test } from 'vitest'
import { readCatalogs } from './support/shared'

const catalogs = readCatalogs()

describe.runIf(catalogs.length)('real catalogs', () => {
  test('compile, one by one and all in one text', () => {
    const texts = catalogs.flatMap(({ name, tools }) => [
      renderCatalog([{ name, tools }]).text,
      renderCatalog([{ name, tools }], { profile: 'exact', share: 'groups' }).text,
      renderMcpNamespace(name, tools),
      renderMcpNamespace(name, tools, { compat: 'airlock-0.3' }),
    ])
    const joined = [
      renderCatalog(catalogs).text,
      catalogs.map(({ name, tools }) => renderMcpNamespace(name, tools)).join('\n'),
      renderToolDecls(catalogs.flatMap(({ tools }) => tools)),
    ]
    const problems = verifyAll([...texts, ...joined])
    expect(problems.flat()).toEqual([])
  }, 60_000)

  // A ceiling of what a model reads: raise one with its reason.
  test.each([
    ['github-mcp-server', 0.78],
    ['gitlab', 0.78],
    ['linear-community', 0.44],
    ['notion', 0.19],
  ])('%s costs at most %s of its JSON', (name, share) => {
    const { tools } = catalogs.find((one) => one.name === name)!
    const raw = tools.map(({ name, description, inputSchema, outputSchema }) => ({
      name,
      description,
      inputSchema,
      outputSchema,
    }))
    const tokens = countTokens(renderCatalog([{ name, tools }]).text)
    expect(tokens / countTokens(JSON.stringify(raw))).toBeLessThanOrEqual(share)
  })
})
