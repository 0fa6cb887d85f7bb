import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { galleryFiles } from '../tools/composition-gallery'
import { root } from './repository'

test('the gallery of compositions is what the surfaces draw now (npm run gallery:composition)', () => {
  const stale = Array.from(galleryFiles()).filter(([path, content]) => {
    try {
      return readFileSync(root + path, 'utf8') !== content
    } catch {
      return true
    }
  })
  expect(stale.map(([path]) => path)).toEqual([])
})
