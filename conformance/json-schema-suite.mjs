import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/*
 * JSON-Schema-Test-Suite, from Debian's copy of it (see docs/decisions/0010-json-schema-suite.md for why).
 * Looked for in $JSON_SCHEMA_TEST_SUITE, among the installed packages, in conformance/.cache; else fetched there.
 */
const debian = 'libtest-json-schema-acceptance-perl'
const inside = 'usr/share/perl5/auto/share/dist/Test-JSON-Schema-Acceptance'
const cache = fileURLToPath(new URL('.cache', import.meta.url))

/** The suite's folder, with `tests/` and `remotes/`. @throws when it is nowhere and cannot be fetched. */
export function findJsonSchemaSuite() {
  const given = process.env.JSON_SCHEMA_TEST_SUITE
  const places = [...(given ? [given] : []), `/${inside}`, join(cache, inside)]
  const found = places.find((place) => existsSync(join(place, 'tests/draft2020-12')))
  if (found) return found
  if (given) throw new Error(`JSON_SCHEMA_TEST_SUITE=${given} holds no tests/draft2020-12`)
  fetchFromDebian()
  return join(cache, inside)
}

function fetchFromDebian() {
  rmSync(cache, { recursive: true, force: true })
  mkdirSync(cache, { recursive: true })
  // As root, apt's sandbox user cannot write into our folder; it then downloads as root and says so.
  const download = () =>
    spawnSync('apt-get', ['-q', 'download', debian], { cwd: cache, encoding: 'utf8' })
  let run = download()
  if (run.status !== 0) {
    spawnSync('apt-get', ['-q', 'update'], { encoding: 'utf8' })
    run = download()
  }
  const file = readdirSync(cache).find((name) => name.endsWith('.deb'))
  if (!file)
    throw new Error(
      `JSON-Schema-Test-Suite not found: set JSON_SCHEMA_TEST_SUITE to a checkout, or install Debian's ${debian}. ${run.stderr ?? run.error}`,
    )
  const unpacked = spawnSync('dpkg', ['-x', join(cache, file), cache], { encoding: 'utf8' })
  if (unpacked.status !== 0) throw new Error(`dpkg -x ${file} failed: ${unpacked.stderr}`)
}

/**
 * @typedef {object} SuiteGroup
 * @property {string} file relative to the draft's folder, e.g. `anyOf.json` or `optional/format/email.json`
 * @property {boolean} optional
 * @property {string} description
 * @property {unknown} schema
 * @property {{ description: string, data: unknown, valid: boolean }[]} tests
 */

/**
 * Every group of a draft (`draft2020-12`, `draft7`, …), required ones first.
 * @returns {SuiteGroup[]}
 */
export function loadJsonSchemaSuite(draft) {
  const root = join(findJsonSchemaSuite(), 'tests', draft)
  return jsonFiles(root).flatMap((file) =>
    JSON.parse(readFileSync(join(root, file), 'utf8')).map((group) => ({
      file,
      optional: file.startsWith('optional'),
      ...group,
    })),
  )
}

/**
 * The remote documents tests refer to, by the address they are to be had at.
 * @returns {Map<string, unknown>}
 */
export function loadJsonSchemaRemotes() {
  const root = join(findJsonSchemaSuite(), 'remotes')
  return new Map(
    jsonFiles(root).map((file) => [
      `http://localhost:1234/${file}`,
      JSON.parse(readFileSync(join(root, file), 'utf8')),
    ]),
  )
}

function jsonFiles(root) {
  return readdirSync(root, { recursive: true })
    .map((file) => String(file).replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.json'))
    .sort(
      (a, b) =>
        Number(a.startsWith('optional')) - Number(b.startsWith('optional')) || (a < b ? -1 : 1),
    )
}
