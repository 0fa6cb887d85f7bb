import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryEventStore } from '@toolprism/adapter-restate'
import { expect, test } from 'vitest'
import { runWorkerProcess } from '../../src/durable/worker-process'

const folder = mkdtempSync(join(tmpdir(), 'toolprism-worker-'))
const settings = {
  ...{ workspace: folder, allowWrites: false, mcpConfig: undefined },
  ...{ port: 0, service: 'demo', blobs: folder },
}

/** A program that serves until it is killed when it runs first, and can't serve after that. */
function fakeWorker(): string {
  const program = join(folder, 'worker')
  const lines = [
    `#!${process.execPath}`,
    "const fs = require('node:fs')",
    `const mark = ${JSON.stringify(join(folder, 'mark'))}`,
    'const isFirst = !fs.existsSync(mark)',
    "fs.writeFileSync(mark, '')",
    'if (!isFirst) process.send({ failed: "no tools" }, () => process.exit(1))',
    'else process.send({ ready: true }, () => setInterval(() => {}, 1000))',
  ]
  writeFileSync(program, lines.join('\n'), { mode: 0o755 })
  return program
}

test('a worker that takes the place of another says why it can not serve', async () => {
  let hear = (_: string) => {}
  const heard = new Promise<string>((resolve) => {
    hear = resolve
  })
  const kept = await runWorkerProcess({
    ...{ node: fakeWorker(), settings, eventStore: memoryEventStore() },
    say: (line) => line.includes("can't serve") && hear(line),
  })
  process.kill(kept.pid ?? 0, 'SIGKILL')
  expect(await heard).toMatch(/^The worker \(process \d+\) can't serve: no tools$/)
  await kept.stop()
})
