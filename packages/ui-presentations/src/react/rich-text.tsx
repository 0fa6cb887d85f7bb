import type { ReactNode } from 'react'
import type { ChatTexts } from '../chat/chat-items'
import { safeLink } from '../view/safe-url'
import { Scroller } from './scroller'

/**
 * The small part of Markdown that answers of models use: paragraphs, headings, lists, tables, fenced code, bold, italic,
 * code spans, links. Made of elements, never of HTML; whatever is not understood stays text.
 */
export function RichText({ text, texts }: { text: string; texts: ChatTexts }): ReactNode {
  return splitBlocks(text).map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: text only grows at its end.
    <Block key={index} block={block} texts={texts} />
  ))
}

interface TextBlock {
  kind: 'text' | 'code' | 'list' | 'table' | 'heading'
  lines: string[]
  ordered?: boolean
}

const listItem = /^\s*(?:[-*+]|(\d{1,3})[.)])\s+/

function splitBlocks(text: string): TextBlock[] {
  const blocks: TextBlock[] = []
  let open: TextBlock | undefined
  let fence = ''
  const add = (kind: TextBlock['kind'], line: string, ordered?: boolean) => {
    if (open?.kind !== kind || kind === 'heading') {
      open = { kind, lines: [], ...(ordered === undefined ? {} : { ordered }) }
      blocks.push(open)
    }
    open.lines.push(line)
  }
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence) {
      if (mark && mark[0] === fence[0] && mark.length >= fence.length && line.trim() === mark) {
        fence = ''
        open = undefined
      } else add('code', line)
    } else if (mark) {
      fence = mark
      open = { kind: 'code', lines: [] }
      blocks.push(open)
    } else if (line.trim() === '') {
      // A blank line ends a paragraph, and a list unless it goes on after it.
      if (open?.kind !== 'list') open = undefined
    } else if (/^#{1,6}\s/.test(line)) add('heading', line.replace(/^#+\s+/, ''))
    else if (listItem.test(line)) add('list', line, /^\s*\d/.test(line))
    else if (/^\s*\|.*\|\s*$/.test(line)) add('table', line)
    else if (open?.kind === 'list' && /^\s{2,}/.test(line)) open.lines.push(line)
    else add('text', line)
  }
  return blocks
}

function Block({ block, texts }: { block: TextBlock; texts: ChatTexts }): ReactNode {
  const { kind, lines } = block
  if (kind === 'code')
    return (
      <Scroller as="pre" className="tp-code" dir="ltr" label={texts.code}>
        {lines.join('\n')}
      </Scroller>
    )
  if (kind === 'heading')
    return (
      <p dir="auto" className="tp-heading">
        <Inline text={lines[0] ?? ''} />
      </p>
    )
  if (kind === 'list') return <List block={block} />
  if (kind === 'table') return <Table lines={lines} label={texts.table} />
  return (
    <p dir="auto">
      <Inline text={lines.join('\n')} />
    </p>
  )
}

function List({ block }: { block: TextBlock }): ReactNode {
  const items: string[] = []
  for (const line of block.lines) {
    const last = items.length - 1
    if (listItem.test(line) || last < 0) items.push(line.replace(listItem, ''))
    else items[last] = `${items[last]}\n${line.trim()}`
  }
  const entries = items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: text only grows at its end.
    <li key={index}>
      <Inline text={item} />
    </li>
  ))
  return block.ordered ? (
    <ol dir="auto" start={Number(listItem.exec(block.lines[0] ?? '')?.[1] ?? 1)}>
      {entries}
    </ol>
  ) : (
    <ul dir="auto">{entries}</ul>
  )
}

function Table({ lines, label }: { lines: string[]; label: string }): ReactNode {
  const rows = lines.map((line) =>
    line
      .trim()
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  )
  const isRule = (row: string[] | undefined) => row?.every((cell) => /^:?-+:?$/.test(cell)) ?? false
  const [head = [], ...body] = rows.filter((row, index) => !(index === 1 && isRule(row)))
  return (
    <Scroller as="div" className="tp-scroll" label={label}>
      <table>
        <thead>
          <Row cells={head} as="th" />
        </thead>
        <tbody>
          {body.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: text only grows at its end.
            <Row key={index} cells={row} as="td" />
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}

function Row({ cells, as: Cell }: { cells: string[]; as: 'th' | 'td' }): ReactNode {
  return (
    <tr>
      {cells.map((cell, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: text only grows at its end.
        <Cell key={index} dir="auto">
          <Inline text={cell} />
        </Cell>
      ))}
    </tr>
  )
}

const inline =
  /(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)|\*\*(?=\S)([^*]+?)\*\*|(?<![\w*])[*_](?=\S)([^*_]+?)(?<=\S)[*_](?![\w*])|\[([^\][]+)\]\(<?([^\s()<>]+)>?\)|(https?:\/\/[^\s<>"')\]]+[^\s<>"')\].,;:!?])/g

function Inline({ text }: { text: string }): ReactNode {
  const parts: ReactNode[] = []
  let from = 0
  for (const match of text.matchAll(inline)) {
    if (match.index > from) parts.push(text.slice(from, match.index))
    parts.push(toElement(match))
    from = match.index + match[0].length
  }
  if (from < text.length) parts.push(text.slice(from))
  return parts
}

function toElement(match: RegExpExecArray): ReactNode {
  const [whole, , code, bold, italic, label, target, bare] = match
  const key = match.index
  if (code !== undefined) return <code key={key}>{code}</code>
  if (bold !== undefined)
    return (
      <strong key={key}>
        <Inline text={bold} />
      </strong>
    )
  if (italic !== undefined) return <em key={key}>{italic}</em>
  const href = safeLink(target ?? bare)
  if (!href) return whole
  return (
    <a
      key={key}
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      referrerPolicy="no-referrer"
    >
      {label ?? bare}
    </a>
  )
}
