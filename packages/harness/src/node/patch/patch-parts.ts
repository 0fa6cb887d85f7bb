export interface PatchFile {
  path: string
  /** Where it goes, when it is moved. */
  newPath?: string
  kind: 'update' | 'add' | 'delete'
  hunks: PatchHunk[]
  executable?: boolean
  /** Began with `*** … File:`. */
  star?: true
  /** Began with `diff --git`. */
  git?: true
}

export interface PatchHunk {
  /** First old line, from 1; 0 in front of the first. */
  oldStart?: number
  oldCount?: number
  /** Lines after which the hunk stands, each below the one before. */
  anchors?: string[]
  lines: HunkLine[]
}

export interface HunkLine {
  kind: ' ' | '-' | '+'
  text: string
  /** The last line of the file, without a line ending. */
  noNewline?: boolean
  /** An empty line without even a space. */
  bare?: true
}

/** A path of a patch: git quotes odd names as C does, with octal bytes. */
export function readPatchPath(text: string): string {
  const path = text.trimEnd()
  if (!path.startsWith('"') || !path.endsWith('"')) return path
  const bytes: number[] = []
  for (const part of path.slice(1, -1).matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/gs)) {
    if (part[1] !== undefined) bytes.push(Number.parseInt(part[1], 8))
    else if (part[2] !== undefined) bytes.push(...Buffer.from(escapes[part[2]] ?? part[2]))
    else bytes.push(...Buffer.from(part[3] ?? ''))
  }
  return Buffer.from(bytes).toString('utf8')
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
}
