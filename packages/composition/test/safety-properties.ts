import type { Composition } from '@toolprism/composition'
import { createCompositionTools } from '@toolprism/composition'
import { expect } from 'vitest'
import { inventory, parse } from './markdown-support'
import { slackViolations } from './slack-rules'
import { runtime, runtimeWithView } from './support'

const control =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/
const blockedUrl = /^\s*(javascript|vbscript|data:(?!image\/)|file|blob)/i
const ownTags = new Set(
  'style section div h2 h3 h4 h5 h6 p strong em code a ul ol li input pre figure figcaption dl dt dd table caption thead tbody tr th td span svg path circle polyline rect aside blockquote cite details summary hr img'.split(
    ' ',
  ),
)
const svgTags = new Set('svg title rect text tspan a path circle polyline image'.split(' '))

/** Every surface: no control character, no tag but ours, no blocked address, inside Slack's rules. */
export function safeOnEverySurface(composition: Composition): void {
  const { valid, errors } = runtime.validate(composition)
  expect(errors).toEqual([])
  expect(valid).toBe(true)
  const { text, markdown, html, slack, svg, snapshot } = runtime.surfaces
  const page = html.render(composition).html
  const picture = svg.render(composition)
  const shot = snapshot.render(composition, { theme: 'dark' })
  const message = slack.render(composition)
  const prints = [text.render(composition), markdown.render(composition), page, picture, shot.html]
  for (const print of prints) expect(print.match(control)).toBeNull()
  for (const value of strings([message, shot.element])) expect(value.match(control)).toBeNull()
  expect(tagsOf(page).filter((tag) => !ownTags.has(tag))).toEqual([])
  expect(tagsOf(shot.html).filter((tag) => !ownTags.has(tag))).toEqual([])
  expect(tagsOf(picture).filter((tag) => !svgTags.has(tag))).toEqual([])
  for (const markup of [page, picture])
    for (const [, url] of markup.matchAll(/ (?:href|src)="([^"]*)"/g))
      expect(url).not.toMatch(blockedUrl)
  expect(`${page}${picture}`).not.toMatch(/ on\w+=| style="/)
  for (const url of inventory(parse(prints[1]!)).urls) expect(url).not.toMatch(blockedUrl)
  expect(slackViolations(message)).toEqual([])
}

// What stands between `<` and `>` outside quoted attributes: a real parser would see just these.
function tagsOf(markup: string): string[] {
  return Array.from(
    markup.replace(/<style>.*?<\/style>/, '').matchAll(/<\/?([a-zA-Z!?][^\s>/]*)/g),
    ([, tag]) => tag!,
  )
}

function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value.replaceAll('\n', '')]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(strings)
}

const tools = createCompositionTools({ runtime: runtimeWithView() })

/** Whatever the input, every handler answers. */
export async function everyHandlerAnswers(value: unknown): Promise<void> {
  const inputs = [
    value,
    { composition: value, format: 'markdown' },
    { types: value },
    { id: 'hosts', input: value },
  ]
  for (const tool of tools)
    for (const input of inputs) {
      const result = await tool.handler(input as Record<string, unknown>)
      expect(result.content.length).toBeGreaterThan(0)
      JSON.stringify(result)
    }
}
