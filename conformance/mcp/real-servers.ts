import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ToolResult } from '@toolprism/core'
import { folder } from './run-suite'

/** One call of a remote tool, in order; `expect` answers what is wrong with the result, if anything. */
export interface RealCall {
  tool: string
  input?: Record<string, unknown>
  expect(result: ToolResult, steps: number[]): string | false
  /** Stop the call after so many steps of progress. */
  stopAfter?: number
}

export interface RealServer {
  name: string
  script: string
  args: string[]
  env: Record<string, string>
  /** How it is started as an HTTP server, where it can be one itself. */
  http?: string[]
  tools: number
  calls: RealCall[]
}

const text = (result: ToolResult) =>
  result.content.map((block) => (block.type === 'text' ? block.text : `<${block.type}>`)).join('\n')

/** A check of the text: an error, or a text without the part, is told with what came. */
const says = (part: string) => (result: ToolResult) =>
  (result.isError || !text(result).includes(part)) && `wanted ${part}, got ${text(result)}`
const refuses = (part: string) => (result: ToolResult) =>
  (!result.isError || !text(result).includes(part)) && `wanted a refusal, got ${text(result)}`
const blocks =
  (...kinds: string[]) =>
  (result: ToolResult) => {
    const found = result.content.map(({ type }) => type)
    return (result.isError || kinds.join() !== found.join()) && `got blocks ${found.join()}`
  }

const script = (name: string) =>
  join(folder, 'node_modules/@modelcontextprotocol', name, 'dist/index.js')
const scratch = () => realpathSync(mkdtempSync(join(tmpdir(), 'toolprism-servers-')))
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export function realServers(): RealServer[] {
  const files = scratch()
  writeFileSync(join(files, 'pixel.png'), Buffer.from(pixel, 'base64'))
  return [
    {
      name: 'everything',
      script: script('server-everything'),
      args: ['stdio'],
      env: {},
      http: ['streamableHttp'],
      tools: 16,
      calls: everythingCalls,
    },
    {
      name: 'filesystem',
      script: script('server-filesystem'),
      args: [files],
      env: {},
      tools: 14,
      calls: filesystemCalls(files),
    },
    {
      name: 'memory',
      script: script('server-memory'),
      args: [],
      env: { MEMORY_FILE_PATH: join(scratch(), 'memory.jsonl') },
      tools: 9,
      calls: memoryCalls,
    },
  ]
}

const everythingCalls: RealCall[] = [
  { tool: 'echo', input: { message: 'hello there' }, expect: says('hello there') },
  { tool: 'get-sum', input: { a: 2, b: 40 }, expect: says('42') },
  { tool: 'get-sum', input: { a: 'two', b: 40 }, expect: refuses('number') },
  { tool: 'get-tiny-image', expect: blocks('text', 'image', 'text') },
  {
    tool: 'get-annotated-message',
    input: { messageType: 'success', includeImage: true },
    expect: blocks('text', 'image'),
  },
  {
    tool: 'get-resource-links',
    input: { count: 3 },
    expect: blocks('text', ...Array(3).fill('resource_link')),
  },
  {
    tool: 'get-resource-reference',
    input: { resourceType: 'Text', resourceId: 1 },
    expect: blocks('text', 'resource', 'text'),
  },
  {
    tool: 'get-structured-content',
    input: { location: 'Chicago' },
    expect: ({ structuredContent }) =>
      (structuredContent as { temperature?: unknown })?.temperature !== 36 &&
      `got ${JSON.stringify(structuredContent)}`,
  },
  {
    tool: 'gzip-file-as-resource',
    input: { name: 'a.gz', data: 'data:text/plain,hello', outputType: 'resource' },
    expect: blocks('resource'),
  },
  { tool: 'get-roots-list', expect: says('file:///somewhere') },
  { tool: 'trigger-elicitation-request', expect: says('Ada Lovelace') },
  {
    tool: 'trigger-sampling-request',
    input: { prompt: 'Say it', maxTokens: 10 },
    expect: says('as the model says'),
  },
  {
    tool: 'trigger-long-running-operation',
    input: { duration: 0.4, steps: 4 },
    expect: (result, steps) =>
      says('completed')(result) || (steps.join() !== '1,2,3,4' && `progress was ${steps.join()}`),
  },
  {
    tool: 'trigger-long-running-operation',
    input: { duration: 60, steps: 600 },
    stopAfter: 2,
    expect: refuses('cancelled'),
  },
]

function filesystemCalls(files: string): RealCall[] {
  const path = join(files, 'note.txt')
  return [
    { tool: 'list_allowed_directories', expect: says(files) },
    { tool: 'write_file', input: { path, content: 'one\ntwo\n' }, expect: says('note.txt') },
    { tool: 'read_text_file', input: { path, head: 1 }, expect: says('one') },
    {
      tool: 'edit_file',
      input: { path, edits: [{ oldText: 'two', newText: 'three' }] },
      expect: says('+three'),
    },
    { tool: 'read_multiple_files', input: { paths: [path] }, expect: says('three') },
    { tool: 'get_file_info', input: { path }, expect: says('size: 10') },
    { tool: 'directory_tree', input: { path: files }, expect: says('pixel.png') },
    { tool: 'search_files', input: { path: files, pattern: '*.txt' }, expect: says('note.txt') },
    { tool: 'read_media_file', input: { path: join(files, 'pixel.png') }, expect: blocks('image') },
    {
      tool: 'read_text_file',
      input: { path: '/etc/hostname' },
      expect: refuses('outside allowed'),
    },
    { tool: 'read_text_file', input: {}, expect: refuses('path') },
  ]
}

const entity = (name: string) => ({ name, entityType: 'person', observations: ['wrote a program'] })

const memoryCalls: RealCall[] = [
  { tool: 'delete_entities', input: { entityNames: ['Ada', 'Charles'] }, expect: says('deleted') },
  {
    tool: 'create_entities',
    input: { entities: [entity('Ada'), entity('Charles')] },
    expect: says('Ada'),
  },
  {
    tool: 'create_relations',
    input: { relations: [{ from: 'Ada', to: 'Charles', relationType: 'knows' }] },
    expect: says('knows'),
  },
  { tool: 'search_nodes', input: { query: 'ada' }, expect: says('wrote a program') },
  {
    tool: 'read_graph',
    expect: ({ structuredContent }) =>
      (structuredContent as { relations?: unknown[] })?.relations?.length !== 1 &&
      `got ${JSON.stringify(structuredContent)}`,
  },
  {
    tool: 'create_entities',
    input: { entities: [{ name: 'Grace' }] },
    expect: refuses('entityType'),
  },
]
