import { workspaceError } from '../workspace/workspace-error'
import { type HunkLine, type PatchFile, type PatchHunk, readPatchPath } from './patch-parts'

/**
 * Reads a patch: unified diffs, those of git, and the form with `*** Update File:` lines, also mixed.
 * Throws `BAD_PATCH` with the line at fault.
 */
export function parsePatch(text: string): PatchFile[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  if (lines.at(-1) === '') lines.pop()
  const reader = { lines, at: 0, files: [] as PatchFile[] }
  while (reader.at < lines.length) readSection(reader)
  if (reader.files.length === 0)
    throw badPatch(
      1,
      'it names no file. Begin with "--- a/path" and "+++ b/path", or with "*** Update File: path"',
    )
  for (const file of reader.files) checkFile(file)
  return reader.files
}

interface Reader {
  lines: string[]
  at: number
  files: PatchFile[]
}

const ignored =
  /^(?:index |similarity index |dissimilarity index |old mode |\*\*\* Begin Patch|\*\*\* End Patch|\*\*\* End of File|```|Index: |={10,}|$)/

function readSection(reader: Reader): void {
  const line = reader.lines[reader.at] ?? ''
  const star = /^\*\*\* (Update|Add|Delete) File: (.+)$/.exec(line)
  if (star) startStarFile(reader, star[1] ?? '', star[2] ?? '')
  else if (line.startsWith('diff --git ')) startGitFile(reader)
  else if (line.startsWith('--- ')) readHeader(reader)
  else if (line.startsWith('@@')) addHunk(reader, readHunk)
  else readOther(reader, line)
}

function addHunk(reader: Reader, read: (reader: Reader) => PatchHunk): void {
  const file = reader.files.at(-1)
  if (!file) throw badPatch(reader.at + 1, 'a hunk comes before any file is named')
  file.hunks.push(read(reader))
}

function readOther(reader: Reader, line: string): void {
  const file = reader.files.at(-1)
  if (/^(?:GIT binary patch|Binary files )/.test(line))
    throw badPatch(reader.at + 1, 'binary patches cannot be applied')
  if (file && readExtra(file, line)) reader.at++
  else if (ignored.test(line)) reader.at++
  // Without "@@", the lines of an added or updated file follow at once.
  else if (file?.star && /^[-+ ]/.test(line)) addHunk(reader, (from) => readBody(from, {}))
  // Words before the first file are a message; later ones are a mistake.
  else if (!file) reader.at++
  else throw badPatch(reader.at + 1, `${JSON.stringify(line.slice(0, 80))} is not part of a patch`)
}

/** Lines of git and of the star form between a file's name and its hunks. */
function readExtra(file: PatchFile, line: string): boolean {
  const move = /^(?:\*\*\* Move to: |rename to )(.+)$/.exec(line)
  if (move) file.newPath = readPatchPath(move[1] ?? '')
  const from = /^rename from (.+)$/.exec(line)
  if (from) file.path = readPatchPath(from[1] ?? '')
  const mode = /^(new file mode|new mode|deleted file mode) (\d{6})$/.exec(line)
  if (mode?.[1] === 'new file mode') file.kind = 'add'
  if (mode?.[1] === 'deleted file mode') file.kind = 'delete'
  if (mode && mode[1] !== 'deleted file mode') file.executable = mode[2] === '100755'
  if (mode?.[2]?.startsWith('12'))
    throw workspaceError('BAD_PATCH', 'A patch cannot make or change links.')
  if (/^copy (?:from|to) /.test(line))
    throw workspaceError('BAD_PATCH', 'A patch cannot copy files; add the new one whole.')
  return Boolean(move || from || mode)
}

function startStarFile(reader: Reader, verb: string, path: string): void {
  const kind = ({ Add: 'add', Delete: 'delete' } as const)[verb] ?? 'update'
  reader.files.push({ path: path.trim(), kind, hunks: [], star: true })
  reader.at++
}

function startGitFile(reader: Reader): void {
  const line = reader.lines[reader.at++] ?? ''
  const names = /^diff --git (?:"?a\/(.+?)"?) (?:"?b\/(.+?)"?)$/.exec(line)
  reader.files.push({
    path: names ? readPatchPath(names[1] ?? '') : '',
    kind: 'update',
    hunks: [],
    git: true,
  })
}

function readHeader(reader: Reader): void {
  const start = reader.at + 1
  const old = headerPath(reader.lines[reader.at] ?? '')
  const next = reader.lines[reader.at + 1] ?? ''
  if (!next.startsWith('+++ '))
    throw badPatch(start + 1, 'a "--- " line has no "+++ " line after it')
  const now = headerPath(next)
  reader.at += 2
  const last = reader.files.at(-1)
  const open = last?.git && last.hunks.length === 0 ? last : undefined
  const prefixed = /^a\//.test(old) && /^b\//.test(now)
  const strip = (path: string) =>
    prefixed || old === '/dev/null' || now === '/dev/null' || open
      ? path.replace(/^[ab]\//, '')
      : path
  const file: PatchFile = open ?? { path: '', kind: 'update', hunks: [] }
  if (old === '/dev/null') file.kind = 'add'
  if (now === '/dev/null') file.kind = 'delete'
  if (old === '/dev/null' && now === '/dev/null') throw badPatch(start, 'it names no file')
  file.path = strip(file.kind === 'add' ? now : old)
  if (file.kind === 'update' && strip(now) !== file.path) file.newPath = strip(now)
  if (!open) reader.files.push(file)
}

function headerPath(line: string): string {
  return readPatchPath(line.slice(4).split('\t')[0] ?? '')
}

function readHunk(reader: Reader): PatchHunk {
  const line = reader.lines[reader.at] ?? ''
  const numbers = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line)
  const anchors: string[] = []
  // Several "@@ name" lines narrow the place down, one inside the other.
  while (!numbers && /^@@/.test(reader.lines[reader.at] ?? '')) {
    const anchor = (reader.lines[reader.at] ?? '').replace(/^@@\s?|\s*@@$/g, '')
    if (anchor.trim() !== '') anchors.push(anchor)
    reader.at++
  }
  if (!numbers) return readBody(reader, { anchors })
  reader.at++
  return readBody(reader, { oldStart: Number(numbers[1]), oldCount: Number(numbers[2] ?? 1) })
}

function readBody(reader: Reader, place: Omit<PatchHunk, 'lines'>): PatchHunk {
  const body: HunkLine[] = []
  for (; reader.at < reader.lines.length; reader.at++) {
    const line = reader.lines[reader.at] ?? ''
    const last = body.at(-1)
    if (line.startsWith('\\')) {
      if (last) last.noNewline = true
      continue
    }
    if (/^(?:@@|diff --git |\*\*\* )/.test(line)) break
    if (line.startsWith('--- ') && (reader.lines[reader.at + 1] ?? '').startsWith('+++ ')) break
    // Editors and models take the one space off an empty context line.
    if (line === '') body.push({ kind: ' ', text: '', bare: true })
    else if (/^[-+ ]/.test(line))
      body.push({ kind: line[0] as ' ' | '-' | '+', text: line.slice(1) })
    else break
  }
  while (body.at(-1)?.bare) body.pop()
  if (body.length === 0) throw badPatch(reader.at, 'a hunk is empty')
  return { ...place, lines: body }
}

function checkFile(file: PatchFile): void {
  const fail = (reason: string): never => {
    throw workspaceError('BAD_PATCH', `The patch cannot be used: ${reason}.`)
  }
  if (file.path === '') fail('a file has no name')
  const changes = file.hunks.length > 0 || file.newPath !== undefined
  if (file.kind === 'update' && !changes && file.executable === undefined)
    fail(`"${file.path}" has no hunk`)
  if (file.kind === 'add' && file.hunks.some(({ lines }) => lines.some(({ kind }) => kind !== '+')))
    fail(`"${file.path}" is added, so all its lines must begin with "+"`)
}

function badPatch(line: number, reason: string): Error {
  return workspaceError('BAD_PATCH', `The patch cannot be used: at its line ${line}, ${reason}.`)
}
