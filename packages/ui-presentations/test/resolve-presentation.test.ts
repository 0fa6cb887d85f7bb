import {
  findIcon,
  iconNames,
  iconNode,
  registerIcon,
  resolvePresentation,
} from '@toolprism/ui-presentations'
import { iconToMcpIcons } from '@toolprism/ui-presentations/mcp'
import { describe, expect, test } from 'vitest'
import { pixel } from './support/fixtures'

const registry = {
  fetch_db_metrics: { label: 'DB Metrics', icon: 'database', tone: 'info', family: 'database' },
}

describe('resolvePresentation', () => {
  test('field by field: the event, then the registry, then the name', () => {
    const call = {
      toolName: 'fetch_db_metrics',
      presentation: { label: 'Orders', tone: 'success' },
    }
    expect(resolvePresentation(call, registry)).toEqual({
      label: 'Orders',
      icon: 'database',
      tone: 'success',
      group: 'database',
    })
  })

  test('family is an older name of group; group wins', () => {
    const resolve = (presentation: object) =>
      resolvePresentation({ toolName: 'x', presentation }).group
    expect(resolve({ family: 'old' })).toBe('old')
    expect(resolve({ family: 'old', group: 'new' })).toBe('new')
  })

  test('a registry may be a Map', () => {
    const map = new Map([['x', { label: 'From a map' }]])
    expect(resolvePresentation({ toolName: 'x' }, map).label).toBe('From a map')
  })

  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'a tool called %s has no inherited presentation',
    (toolName) => {
      const resolved = resolvePresentation({ toolName }, {})
      expect(typeof resolved.label).toBe('string')
      expect(resolved.icon).toBe('wrench')
    },
  )

  test.each([
    ['search_code', 'Search code', 'search'],
    ['fetch_url', 'Fetch URL', 'globe'],
    ['readFile', 'Read file', 'file-text'],
    ['delete_branch', 'Delete branch', 'trash'],
    ['ask_user', 'Ask user', 'circle-question-mark'],
    ['frobnicate', 'Frobnicate', 'wrench'],
  ])('%s is inferred as %s with %s', (toolName, label, icon) => {
    expect(resolvePresentation({ toolName })).toMatchObject({ label, icon })
  })

  test.each([
    ['mcp__github__create_issue', 'github', 'Create issue'],
    ['github__create_issue', 'github', 'Create issue'],
    ['mcp__my-server__list__all', 'my-server', 'List all'],
    ['no_server_here', undefined, 'No server here'],
  ])('%s comes from the server %s', (toolName, server, label) => {
    const resolved = resolvePresentation({ toolName })
    expect(resolved).toMatchObject({ label })
    expect(resolved.server).toBe(server)
  })

  test('§6.2.3: an unknown tone and an unknown icon fall through to the next source', () => {
    const call = {
      toolName: 'fetch_db_metrics',
      presentation: { tone: 'glitter', icon: 'no-such' },
    }
    expect(resolvePresentation(call, registry)).toMatchObject({ tone: 'info', icon: 'database' })
  })

  test('tones of other vocabularies are understood', () => {
    const tone = (name: string) =>
      resolvePresentation({ toolName: 'x', presentation: { tone: name } }).tone
    expect([tone('danger'), tone('destructive'), tone('primary')]).toEqual([
      'error',
      'error',
      'info',
    ])
  })

  test('texts of a stranger are cleaned and cut', () => {
    const presentation = { label: `a\u202eb${'c'.repeat(500)}`, pending: 'p'.repeat(100) }
    const resolved = resolvePresentation({ toolName: 'x', presentation })
    expect(resolved.label).toHaveLength(80)
    expect(resolved.label).not.toContain('\u202e')
    expect(resolved.pending).toHaveLength(64)
  })

  test('fields of wrong types are as good as absent', () => {
    const presentation = { label: 7, icon: {}, tone: [], group: null } as object
    expect(resolvePresentation({ toolName: 'read_file', presentation })).toMatchObject({
      label: 'Read file',
      icon: 'file-text',
    })
    expect(
      resolvePresentation({ toolName: 'x', presentation: 'text' as unknown as object }).label,
    ).toBe('X')
  })

  test('MCP title, annotations and icons are sources of an imported tool', () => {
    const imported = {
      mcp__a__b: {
        title: 'Book a flight',
        annotations: { destructiveHint: true },
        icons: [{ src: 'javascript:alert(1)' }, { src: `data:image/png;base64,${pixel}` }],
      },
    }
    expect(resolvePresentation({ toolName: 'mcp__a__b' }, imported)).toMatchObject({
      label: 'Book a flight',
      tone: 'warning',
      iconSource: `data:image/png;base64,${pixel}`,
    })
  })

  test('an SVG of a server is taken over https, for an <img>, and never as data', () => {
    const source = (src: string) =>
      resolvePresentation({ toolName: 'x' }, { x: { icons: [{ src }] } }).iconSource
    expect(source('https://example.org/a.svg')).toBe('https://example.org/a.svg')
    expect(source('http://example.org/a.png')).toBeUndefined()
    expect(source('data:image/svg+xml;base64,PHN2Zz4=')).toBeUndefined()
    expect(source('data:image/svg+xml,<svg onload=alert(1)>')).toBeUndefined()
  })
})

describe('icons', () => {
  test('are between 60 and 80, and each has a drawing', () => {
    expect(iconNames().length).toBeGreaterThanOrEqual(60)
    expect(iconNames().length).toBeLessThanOrEqual(80)
    for (const name of iconNames()) expect(iconNode(name)?.[0]?.[1]?.['d']).toMatch(/^M/)
  })

  test.each([
    ['tool', 'wrench'],
    ['alert-circle', 'circle-alert'],
    ['home', 'house'],
    ['edit-2', 'pencil'],
    ['trash-2', 'trash'],
    ['circle-help', 'circle-question-mark'],
    ['Database', 'database'],
  ])('%s is an alias of %s', (alias, name) => expect(findIcon(alias)).toBe(name))

  test.each(['📅', '👩‍💻', '🇵🇱', '7️⃣', '❤️'])('the emoji %s stands for itself', (emoji) => {
    expect(findIcon(emoji)).toBe(emoji)
    expect(iconNode(emoji)).toBeUndefined()
  })

  test.each(['', 'no-such-icon', '<svg>', '7', 'constructor', '📅📅', '__proto__'])(
    '%j is no icon, and draws the wrench',
    (name) => {
      expect(findIcon(name)).toBeUndefined()
      expect(iconNode(name)).toEqual(iconNode('wrench'))
    },
  )

  test('an own icon can be registered, of plain shapes only', () => {
    registerIcon('my-icon', [['circle', { cx: 12, cy: 12, r: 9 }]])
    expect(resolvePresentation({ toolName: 'x', presentation: { icon: 'my-icon' } }).icon).toBe(
      'my-icon',
    )
    expect(() => registerIcon('bad', [['script', {}]])).toThrow(/<script> is not drawn/)
    expect(() => registerIcon('bad', [['path', { onclick: 'alert(1)' }]])).toThrow(
      /onclick is not drawn/,
    )
  })

  test('MCP icons are SVG data URIs for both themes, and undefined for an unknown name', () => {
    const [light, dark] = iconToMcpIcons('database') ?? []
    expect(light).toMatchObject({ mimeType: 'image/svg+xml', sizes: ['any'], theme: 'light' })
    expect(dark?.theme).toBe('dark')
    const svg = atob(light?.src.split(',')[1] ?? '')
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg".* stroke="#3f4754"/)
    expect(svg).not.toContain('currentColor')
    expect(iconToMcpIcons('📅')).toHaveLength(1)
    expect(iconToMcpIcons('no-such-icon')).toBeUndefined()
  })
})
