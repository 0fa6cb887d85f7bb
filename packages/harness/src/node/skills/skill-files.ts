import { readdirSync } from 'node:fs'
import { HarnessError } from '../../errors'
import { readLines } from '../filesystem/read-lines'
import { openFile } from '../workspace/open-confined'
import { resolvePath } from '../workspace/resolve-path'
import { sniffContent } from '../workspace/sniff-content'
import { showBytes } from '../workspace/text'
import { createWorkspace } from '../workspace/workspace'

const maxFiles = 100
const maxDepth = 4
const maxCharacters = 200_000

/** Files beside a SKILL.md, relative to its folder; links and hidden files are not listed. */
export function listSkillFiles(folder: string): string[] {
  const files: string[] = []
  const visit = (path: string, depth: number) => {
    if (depth > maxDepth) return
    for (const entry of readFolder(`${folder}/${path}`)) {
      if (files.length >= maxFiles) return
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
      const relative = path === '' ? entry.name : `${path}/${entry.name}`
      if (entry.isDirectory()) visit(relative, depth + 1)
      else if (entry.isFile() && relative.toLowerCase() !== 'skill.md') files.push(relative)
    }
  }
  visit('', 0)
  return files
}

function readFolder(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return []
  }
}

/** A text file of a skill, confined to the skill's folder by real path. Throws for anything else. */
export async function readSkillFile(folder: string, path: string): Promise<string> {
  const workspace = createWorkspace(folder)
  const resolved = await resolvePath(workspace, path, { access: 'read' })
  if (!resolved.exists)
    throw new HarnessError('SKILL_FILE', `The skill has no file ${JSON.stringify(path)}.`)
  const { handle, stats } = await openFile(workspace, resolved)
  try {
    const head = Buffer.alloc(Math.min(stats.size, 64 * 1024))
    const { bytesRead } = await handle.read(head, 0, head.length, 0)
    const content = sniffContent(head.subarray(0, bytesRead), bytesRead === stats.size)
    if (content.kind !== 'text')
      throw new HarnessError(
        'SKILL_FILE',
        `${JSON.stringify(path)} is not a text file (${showBytes(stats.size)}).`,
      )
    const range = { startLine: 1, limit: 20_000, lineLength: 5000, characters: maxCharacters }
    const { lines, more } = await readLines(handle, content.encoding, range)
    return `${lines.join('\n')}${more ? '\n[more is not shown]' : ''}`
  } finally {
    await handle.close()
  }
}
