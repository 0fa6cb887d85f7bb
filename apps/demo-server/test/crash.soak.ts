import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type SoakServer, startSoakServer } from './start-soak-server'

const rounds = 6
const conversations = 16

const home = mkdtempSync(join(tmpdir(), 'toolprism-crash-'))
const workspace = join(home, 'workspace')
const data = join(home, 'data')
mkdirSync(join(workspace, 'src'), { recursive: true })
for (let index = 0; index < 40; index++)
  writeFileSync(join(workspace, `src/file-${index}.ts`), `export const value = ${index}\n`)

interface Sent {
  runId: string
  conversationId: string
  /** The reader saw the end of it. */
  ended: boolean
}

async function send(server: SoakServer, conversationId: string, sent: Sent[]): Promise<string> {
  const run: Sent = { runId: crypto.randomUUID(), conversationId, ended: false }
  sent.push(run)
  const response = await fetch(`${server.url}/api/chat`, {
    method: 'POST',
    body: JSON.stringify({ message: 'search for "value"', runId: run.runId, conversationId }),
  })
  const text = await response.text()
  run.ended = text.includes('"type":"run.ended"')
  return text
}

/** Whole lines are JSON; only the very last one may have been cut short. */
function brokenLines(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) =>
      readFileSync(join(folder, name), 'utf8')
        .split('\n')
        .slice(0, -1)
        .filter((line) => !isJson(line)),
    )
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}

test('kill -9 in the middle, again and again: every conversation loads and goes on', async () => {
  const ids = Array.from({ length: conversations }, () => crypto.randomUUID())
  const sent: Sent[] = []
  let cut = 0
  for (let round = 0; round < rounds; round++) {
    const server = await startSoakServer(workspace, data)
    // Each conversation goes on with another question until the process is gone.
    const talks = ids.map(async (id) => {
      for (;;) await send(server, id, sent)
    })
    const ends = Promise.allSettled(talks)
    // Another moment each round, so that the kill falls into another part of the work.
    await new Promise((resolve) => setTimeout(resolve, 1500 + 137 * round))
    await server.kill()
    await ends
    expect(brokenLines(join(data, 'conversations'))).toEqual([])

    const next = await startSoakServer(workspace, data)
    for (const { runId, ended } of sent) {
      const response = await fetch(`${next.url}/api/chat/${runId}`)
      if (response.status === 404) {
        // It was on its way when the process ended: nothing of it was said to anybody.
        expect(ended).toBe(false)
        continue
      }
      const text = await response.text()
      expect(text).toMatch(/"type":"run\.ended"/)
      if (!ended && text.includes('INTERRUPTED')) cut++
      if (ended) expect(text).toMatch(/"status":"completed"/)
    }
    const said = await Promise.all(ids.map((id) => send(next, id, sent)))
    for (const text of said) expect(text).toMatch(/"type":"run\.ended".*"status":"completed"/)
    await next.kill()
  }
  process.stdout.write(`${JSON.stringify({ runs: sent.length, cutShort: cut })}\n`)
  // The kills did hit runs in the middle.
  expect(cut).toBeGreaterThan(0)
})
