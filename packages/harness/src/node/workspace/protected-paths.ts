import picomatch from 'picomatch'

/** Files that usually hold secrets: neither read nor written unless the host says so. */
export const PROTECTED_PATHS: readonly string[] = Object.freeze([
  '**/.env',
  '**/.env.*',
  '**/.envrc',
  '**/.ssh/**',
  '**/.gnupg/**',
  '**/.aws/**',
  '**/.azure/**',
  '**/.kube/config',
  '**/.docker/config.json',
  '**/.netrc',
  '**/_netrc',
  '**/.npmrc',
  '**/.pypirc',
  '**/.pgpass',
  '**/.git-credentials',
  '**/.htpasswd',
  '**/id_rsa',
  '**/id_dsa',
  '**/id_ecdsa',
  '**/id_ed25519',
  '**/*.pem',
  '**/*.key',
  '**/*.p12',
  '**/*.pfx',
  '**/*.jks',
  '**/*.keystore',
  '**/*.kdbx',
  '**/.git/config',
])

/** Templates of the above that hold no secret. */
const harmless = ['**/.env.example', '**/.env.sample', '**/.env.template', '**/.env.dist']

/** Never written by a tool: code of git that runs later (hooks, filters), and our own records. */
const neverWritten = ['**/.git', '**/.git/**', '.toolprism', '.toolprism/**']

export type PathGuard = (relative: string, access: 'read' | 'write') => boolean

/** True when a path, relative to the workspace with `/`, is protected. Compares case-folded NFKC forms. */
export function createPathGuard(patterns: readonly string[]): PathGuard {
  const options = { dot: true, nonegate: true }
  const protect = picomatch(patterns.map(foldPath), options)
  const allow = picomatch(harmless, options)
  const frozen = picomatch(neverWritten, options)
  return (relative, access) => {
    const folded = foldPath(relative)
    if (access === 'write' && frozen(folded)) return true
    return patterns.length > 0 && protect(folded) && !allow(folded)
  }
}

/** One form for all spellings a file system may treat as equal; over-blocking is fine. */
export function foldPath(path: string): string {
  if (/^[\0-\x7f]*$/.test(path)) return path.toLowerCase().replaceAll('\\', '/')
  return path.normalize('NFKC').toLowerCase().normalize('NFKC').replaceAll('\\', '/')
}
