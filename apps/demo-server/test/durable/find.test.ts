import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findEngine } from '../../src/durable/find-engine'
import { findNode } from '../../src/durable/find-node'
import { installedFile } from '../../src/durable/installed-file'

const folder = mkdtempSync(join(tmpdir(), 'toolprism-find-'))

/** A program that says it is this version of Node. */
function fakeNode(version: string): string {
  const file = join(folder, `node-${version}`)
  writeFileSync(file, `#!/bin/sh\necho v${version}\n`, { mode: 0o755 })
  return file
}

describe('the Node of a worker', () => {
  test('is the one that was named', () => {
    const DEMO_NODE = fakeNode('22.1.0')
    expect(findNode({ DEMO_NODE })).toBe(DEMO_NODE)
  })

  test('is not one the SDK hangs on, and the reason is said', () => {
    const DEMO_NODE = fakeNode('20.20.2')
    expect(() => findNode({ DEMO_NODE })).toThrow(/is Node 20\.20\.2: .*Promise\.withResolvers/)
  })

  test('that is not there is a mistake', () => {
    const DEMO_NODE = join(folder, 'none')
    expect(() => findNode({ DEMO_NODE })).toThrow(/DEMO_NODE .*none does not run/)
  })
})

describe('the engine', () => {
  const urls = {
    RESTATE_INGRESS_URL: 'http://127.0.0.1:8080/',
    RESTATE_ADMIN_URL: 'http://127.0.0.1:9070',
  }

  test('is the one that runs already', () => {
    expect(findEngine(urls)).toEqual({
      ingressUrl: 'http://127.0.0.1:8080',
      adminUrl: 'http://127.0.0.1:9070',
    })
  })

  test('is the program that was named', () => {
    const DEMO_RESTATE_SERVER = fakeNode('1.7.12')
    expect(findEngine({ DEMO_RESTATE_SERVER })).toEqual({ binary: DEMO_RESTATE_SERVER })
  })

  test.each([
    [{ RESTATE_INGRESS_URL: urls.RESTATE_INGRESS_URL }, /set both RESTATE_INGRESS_URL/],
    [{ ...urls, RESTATE_ADMIN_URL: 'here' }, /here is not an address/],
    [{ DEMO_RESTATE_SERVER: '/no/such/file' }, /DEMO_RESTATE_SERVER \/no\/such\/file is not there/],
  ])('%j is a mistake, answered in one sentence', (environment, message) => {
    expect(() => findEngine(environment)).toThrow(message)
  })
})

test('what is installed is found beside this program only', () => {
  expect(installedFile('vitest/package.json')).toMatch(/node_modules\/vitest\/package\.json$/)
  expect(installedFile('no-such-package/package.json')).toBeUndefined()
})
