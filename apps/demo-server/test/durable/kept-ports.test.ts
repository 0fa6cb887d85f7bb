import { mkdtempSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keptPorts } from '../../src/durable/kept-ports'

const newFolder = () => mkdtempSync(join(tmpdir(), 'toolprism-ports-'))

test('a folder keeps its ports: open runs know where their worker is', async () => {
  const folder = newFolder()
  const ports = await keptPorts(folder)
  expect(new Set(Object.values(ports)).size).toBe(4)
  expect(await keptPorts(folder)).toEqual(ports)
})

test('a folder that was not there is for its owner alone', async () => {
  const folder = join(newFolder(), 'durable')
  await keptPorts(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('a port that is taken is a mistake that says what to do', async () => {
  const folder = newFolder()
  const { worker } = await keptPorts(folder)
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(worker, '127.0.0.1', resolve))
  await expect(keptPorts(folder)).rejects.toThrow(
    `Port ${worker} is taken, and --durable keeps its ports in`,
  )
  await new Promise((resolve) => server.close(resolve))
})
