import { createHash } from 'node:crypto'
import type { ToolContext } from '@toolprism/core'
import type { ToolHost } from '../../agent-types'
import type { FileMark } from './read-marks'

const facts = ['size', 'modified', 'changed', 'inode'] as const

/** A mark as the run keeps it: neither the path nor anything of the content, only what tells whether it is the same. */
export function keepMark(context: ToolContext, path: string, mark: FileMark | undefined): void {
  const host = context.host as Partial<ToolHost> | undefined
  if (!host?.keep) return
  const texts = mark && facts.map((fact) => String(mark[fact]))
  if (texts && mark.hash !== undefined) texts.push(mark.hash)
  host.keep(keyOf(path), texts ?? null)
}

/** The mark a run has brought from another process; one that can't be read counts as none. */
export function keptMark(context: ToolContext, path: string): FileMark | undefined {
  const host = context.host as Partial<ToolHost> | undefined
  const kept = host?.kept?.(keyOf(path))
  if (!Array.isArray(kept) || kept.length < facts.length) return undefined
  const texts = kept.slice(0, facts.length)
  if (!texts.every(isWhole)) return undefined
  const [size, modified, changed, inode] = texts.map((text) => BigInt(text as string))
  const hash = kept[facts.length]
  return {
    size: size!,
    modified: modified!,
    changed: changed!,
    inode: inode!,
    ...(typeof hash === 'string' ? { hash } : {}),
  }
}

function isWhole(value: unknown): boolean {
  return typeof value === 'string' && /^-?\d{1,40}$/.test(value)
}

function keyOf(path: string): string {
  return `file:${createHash('sha256').update(path).digest('base64url').slice(0, 22)}`
}
