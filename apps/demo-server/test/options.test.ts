import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { help, readOptions, UsageError } from '../src/options'

const file = join(mkdtempSync(join(tmpdir(), 'toolprism-options-')), 'file.txt')
writeFileSync(file, '')

describe('the command line', () => {
  test('--help fits a screen and names every option', () => {
    expect(help.split('\n').length).toBeLessThan(25)
    for (const line of help.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
    const options =
      'workspace allow-writes mcp-config model port host data durable stdio conformance help'
    for (const name of options.split(' ')) expect(help).toContain(`  --${name}`)
  })

  test('nothing at all is a server on loopback that may only read this folder', () => {
    expect(readOptions([])).toMatchObject({
      host: '127.0.0.1',
      port: 4600,
      workspace: process.cwd(),
      allowWrites: false,
      mcpConfig: undefined,
    })
  })

  test.each([
    [['--port', 'x'], /--port x is not a port/],
    [['--port', '70000'], /0 to 65535/],
    [['--port', '-1'], /--port/],
    [['--port'], /--port.*Try --help/s],
    [['--workspace', './no-such-folder'], /no-such-folder is not a folder/],
    [['--workspace', file], /is not a folder/],
    [['--data', file], /--data .* is a file: give a folder/],
    [['--host', ''], /--host "" is not an address/],
    [['--host', 'http://x/'], /--host .* is not an address/],
    [['--allow-writes=yes'], /--allow-writes.*Try --help/s],
    [['--durable', '--stdio'], /--durable is about the chat: leave out --stdio/],
    [['--nope'], /--nope.*Try --help/s],
    [['extra'], /extra.*Try --help/s],
  ])('%j is answered in one sentence', (args, message) => {
    expect(() => readOptions(args)).toThrow(message)
    expect(() => readOptions(args)).toThrow(UsageError)
  })
})
