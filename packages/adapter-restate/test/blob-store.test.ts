import { expect, test } from 'vitest'
import { type BlobStore, createPacker } from '../src/blob-store'

const mebibyte = 1024 * 1024
const packerOf = (blobs?: BlobStore) => createPacker(blobs, 1000, (message) => new Error(message))

function mapBlobs(): BlobStore & { texts: Map<string, string> } {
  const texts = new Map<string, string>()
  return {
    texts,
    put: async (key, text) => void texts.set(key, text),
    get: async (key) => texts.get(key),
  }
}

test('a small value is kept in the journal', async () => {
  const blobs = mapBlobs()
  expect(await packerOf(blobs).pack('r/1.tool.0', { text: 'small' })).toEqual({
    value: { text: 'small' },
  })
  expect(blobs.texts.size).toBe(0)
})

test('a large one is kept out of the journal, by reference, and comes back', async () => {
  const blobs = mapBlobs()
  const packer = packerOf(blobs)
  const text = 'ü'.repeat(mebibyte)
  const packed = await packer.pack('r/1.tool.0', text)
  expect(packed).toEqual({
    blob: expect.stringMatching(/^r\/1\.tool\.0\//),
    bytes: 2 * mebibyte + 2,
  })
  expect((await packer.unpack(packed)) === text).toBe(true)
})

test('without a blob store one that the engine would try for ever is refused', async () => {
  const packer = packerOf()
  const fits = 'x'.repeat(24 * mebibyte - 2)
  expect('value' in (await packer.pack('r/1.tool.0', fits))).toBe(true)
  await expect(packer.pack('r/1.tool.0', `${fits}x`)).rejects.toThrow(
    /^RESULT_TOO_LARGE: r\/1\.tool\.0 made 25165825 bytes.*Give serveAgent a blob store/,
  )
  // Bytes count, not characters.
  await expect(packer.pack('r/1.tool.0', 'ü'.repeat(13 * mebibyte))).rejects.toThrow(
    'RESULT_TOO_LARGE',
  )
})

test('a blob that is gone is told by name', async () => {
  const packed = await packerOf(mapBlobs()).pack('r/1.tool.0', 'x'.repeat(2000))
  await expect(packerOf(mapBlobs()).unpack(packed)).rejects.toMatchObject({
    code: 'BLOBS_MISSING',
    message: expect.stringContaining('r/1.tool.0/'),
  })
})
