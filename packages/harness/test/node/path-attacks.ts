import { linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { writeFiles } from './support'

/** Stands in every file outside the workspace: no answer of a tool may hold it. */
export const secret = 'SENTINEL-outside-5d1f'

export interface Ground {
  base: string
  root: string
}

/** A workspace `ws` beside folders that must stay unseen, with every kind of link between them. */
export function createGround(base: string): Ground {
  writeFiles(base, {
    'outside/secret.txt': secret,
    'outside/deep/secret.txt': secret,
    'ws-evil/secret.txt': secret,
    'secret.txt': secret,
  })
  const root = join(base, 'ws')
  writeFiles(root, {
    'src/main.ts': 'export const main = 1\n',
    'src/deep/file.txt': 'deep\n',
    '..notes': 'dots\n',
    '...': 'three dots\n',
    'a..b/c': 'dots inside\n',
    '~backup': 'tilde\n',
    'c:odd': 'colon\n',
    '-e': 'dash\n',
    'caf\u00e9.txt': 'nfc\n',
    'cafe\u0301-nfd.txt': 'nfd\n',
    'with space.txt': 'space\n',
    '%2e%2e': 'percent\n',
    '.env': 'KEY=inside\n',
    'keys/.SSH/id_rsa': 'inside\n',
  })
  mkdirSync(join(root, 'empty'))
  const link = (name: string, target: string) => symlinkSync(target, join(root, name))
  link('link-file', '../outside/secret.txt')
  link('link-folder', '../outside')
  link('link-absolute', join(base, 'outside/secret.txt'))
  link('link-root', '/')
  link('link-chain', 'link-folder')
  link('link-chain-file', 'link-chain/secret.txt')
  link('link-evil', '../ws-evil')
  link('link-parent', '..')
  link('link-dangling', '../outside/new.txt')
  link('link-dangling-inside', 'nowhere.txt')
  link('link-dangling-folder', '../outside/none')
  link('loop-a', 'loop-b')
  link('loop-b', 'loop-a')
  link('loop-self', 'loop-self')
  link('src/link-up', '../../outside')
  link('src/deep/link-up-up', '../../../secret.txt')
  link('link-inside', 'src')
  link('link-inside-file', 'src/main.ts')
  link('link-proc', '/proc/self/root')
  link('link-dot', '.')
  linkSync(join(base, 'outside/secret.txt'), join(base, 'outside/hard.txt'))
  return { base, root }
}

type Path = string | ((ground: Ground) => string)

/** What a path must lead to: a refusal with the one code, or no file, never one outside. */
export const attacks: readonly (readonly [name: string, path: Path])[] = [
  ['parent', '..'],
  ['parent with slash', '../'],
  ['parent file', '../secret.txt'],
  ['two parents', '../../etc/passwd'],
  ['many parents', `${'../'.repeat(40)}etc/passwd`],
  ['parent after a folder', 'src/../../secret.txt'],
  ['parent after a missing folder', 'none/../../secret.txt'],
  ['parent after a file', 'src/main.ts/../../../secret.txt'],
  ['dot then parent', './../secret.txt'],
  ['doubled slashes', '..//secret.txt'],
  ['dots and slashes', './/..//.//outside/secret.txt'],
  ['sibling with the same prefix', '../ws-evil/secret.txt'],
  ['parent at the end', 'src/../..'],
  ['parent with trailing dot', '../.'],
  ['out and back to a sibling', '../ws/../secret.txt'],
  ['absolute system file', '/etc/passwd'],
  ['absolute root', '/'],
  ['absolute proc', '/proc/self/environ'],
  ['absolute device', '/dev/zero'],
  ['absolute with dots', '/proc/self/cwd/../../etc/passwd'],
  ['absolute outside', ({ base }) => join(base, 'outside/secret.txt')],
  ['absolute sibling prefix', ({ base }) => join(base, 'ws-evil/secret.txt')],
  ['absolute parent', ({ base }) => base],
  ['absolute through the root', ({ root }) => `${root}/../secret.txt`],
  ['absolute with the root twice', ({ root, base }) => `${root}/..${base}/secret.txt`],
  ['absolute doubled slash', ({ base }) => `/${join(base, 'secret.txt')}`],
  ['absolute prefix without slash', ({ root }) => `${root}-evil/secret.txt`],
  ['absolute in another case', ({ base }) => join(base, 'OUTSIDE/secret.txt')],
  ['file URL', 'file:///etc/passwd'],
  ['file URL with host', 'file://localhost/etc/passwd'],
  ['file URL in capitals', 'FILE:///etc/passwd'],
  ['file URL without slashes', 'file:/etc/passwd'],
  ['http URL', 'http://127.0.0.1/secret.txt'],
  ['data URL', 'data://text/plain,x'],
  ['home', '~'],
  ['home file', '~/.ssh/id_rsa'],
  ['other home', '~root/.profile'],
  ['home with backslash', '~\\secret.txt'],
  ['NUL at the end', 'src/main.ts\0'],
  ['NUL inside', 'src/main.ts\0../../secret.txt'],
  ['NUL first', '\0/etc/passwd'],
  ['drive', 'C:\\Windows\\win.ini'],
  ['drive with slash', 'c:/secret.txt'],
  ['drive relative', 'C:..\\secret.txt'],
  ['drive relative name', 'c:odd'],
  ['network path', '\\\\server\\share\\secret.txt'],
  ['network path with slashes', '//server/share'],
  ['device path', '\\\\.\\C:\\secret.txt'],
  ['long path prefix', '\\\\?\\C:\\secret.txt'],
  ['backslash parent', '..\\secret.txt'],
  ['backslash parents', '..\\..\\etc\\passwd'],
  ['mixed separators', 'src\\..\\../secret.txt'],
  ['mixed separators inside', 'src/..\\..\\secret.txt'],
  ['full-width dots', '\uff0e\uff0e/secret.txt'],
  ['full-width slash', '..\uff0fsecret.txt'],
  ['two-dot leader', '\u2025/secret.txt'],
  ['one-dot leaders', '\u2024\u2024/secret.txt'],
  ['small full stops', '\ufe52\ufe52/secret.txt'],
  ['lone surrogate', '\ud800/secret.txt'],
  ['too long', 'a/'.repeat(3000)],
  ['name too long', 'n'.repeat(300)],
  ['percent parent', '%2e%2e/secret.txt'],
  ['percent slash', '..%2fsecret.txt'],
  ['percent absolute', '%2fetc%2fpasswd'],
  ['double percent', '%252e%252e/secret.txt'],
  ['overlong escape', '..%c0%afsecret.txt'],
  ['environment variable', '$HOME/.profile'],
  ['substitution', '$(cat /etc/passwd)'],
  ['wildcard', '../*'],
  ['link to a file outside', 'link-file'],
  ['link to a folder outside', 'link-folder'],
  ['file through a link', 'link-folder/secret.txt'],
  ['deep file through a link', 'link-folder/deep/secret.txt'],
  ['missing file through a link', 'link-folder/none.txt'],
  ['parent of a link', 'link-folder/../outside/secret.txt'],
  ['absolute link', 'link-absolute'],
  ['link to the file system', 'link-root'],
  ['file through the file system', 'link-root/etc/passwd'],
  ['chain of links', 'link-chain'],
  ['file through a chain', 'link-chain/secret.txt'],
  ['chain to a file', 'link-chain-file'],
  ['link to a sibling', 'link-evil/secret.txt'],
  ['link to the parent', 'link-parent'],
  ['file through the parent link', 'link-parent/secret.txt'],
  ['dangling link', 'link-dangling'],
  ['dangling link inside', 'link-dangling-inside'],
  ['file below a dangling link', 'link-dangling-folder/file.txt'],
  ['link loop', 'loop-a'],
  ['file in a link loop', 'loop-a/file'],
  ['link to itself', 'loop-self'],
  ['link in a folder', 'src/link-up/secret.txt'],
  ['deep link', 'src/deep/link-up-up'],
  ['link through a link', 'link-inside/link-up/secret.txt'],
  ['link to proc', 'link-proc/etc/passwd'],
  ['link by absolute path', ({ root }) => `${root}/link-folder/secret.txt`],
  ['link after a link to itself', 'link-dot/link-dot/link-folder/secret.txt'],
  ['trailing slash on a link', 'link-folder/'],
  ['dot after a link', 'link-folder/.'],
]

/** Paths that look like attacks and are files of the workspace. */
export const harmless: readonly (readonly [path: Path, content: string])[] = [
  ['..notes', 'dots'],
  ['./..notes', 'dots'],
  ['...', 'three dots'],
  ['a..b/c', 'dots inside'],
  ['./~backup', 'tilde'],
  ['./c:odd', 'colon'],
  ['-e', 'dash'],
  ['%2e%2e', 'percent'],
  ['with space.txt', 'space'],
  ['caf\u00e9.txt', 'nfc'],
  ['cafe\u0301-nfd.txt', 'nfd'],
  ['src/../src/main.ts', 'export const main'],
  ['src//main.ts', 'export const main'],
  ['link-inside/main.ts', 'export const main'],
  ['link-inside-file', 'export const main'],
  ['link-dot/src/main.ts', 'export const main'],
  [({ root }) => join(root, 'src/main.ts'), 'export const main'],
]

/** Everything outside the workspace, with content: it must be the same after an attack. Follows no link. */
export function outsideOf({ base }: Ground): string[] {
  const workspace = join(base, 'ws')
  const walk = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name)
      if (path === workspace) return []
      if (entry.isDirectory()) return [path, ...walk(path)]
      return entry.isFile() ? `${path}: ${readFileSync(path, 'utf8')}` : path
    })
  return walk(base).sort()
}

export function pathOf(path: Path, ground: Ground): string {
  return typeof path === 'string' ? path : path(ground)
}
