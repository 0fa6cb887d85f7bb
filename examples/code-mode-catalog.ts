import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { renderCatalog } from '@toolprism/tsrender'

// #region before
const page = {
  page: { type: 'integer', minimum: 1, default: 1, description: 'Page of the results' },
  perPage: {
    type: 'integer',
    minimum: 1,
    maximum: 100,
    default: 30,
    description: 'Results a page',
  },
}
const issue = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    title: { type: 'string' },
    state: { enum: ['open', 'closed'] },
    parent: { type: ['integer', 'null'] },
  },
  required: ['id', 'title', 'state'],
}
const project = { type: 'string', description: 'Path of the project, such as team/app' }
const tools = [
  {
    name: 'list-issues',
    description: 'Lists the issues of a project, the newest first.',
    inputSchema: {
      type: 'object',
      properties: { project, state: { enum: ['open', 'closed', 'all'] }, ...page },
      required: ['project'],
    },
    outputSchema: { type: 'array', items: { $ref: '#/$defs/Issue' }, $defs: { Issue: issue } },
  },
  {
    name: 'list-comments',
    description: 'Lists what was said about an issue.',
    inputSchema: {
      type: 'object',
      properties: { project, id: { type: 'integer' }, ...page },
      required: ['project', 'id'],
    },
  },
  {
    name: 'get-issue',
    description: 'Reads one issue.',
    inputSchema: {
      type: 'object',
      properties: { project, id: { type: 'integer' } },
      required: ['project', 'id'],
    },
    outputSchema: issue,
  },
]
// #endregion

const { text } = renderCatalog([{ name: 'tracker', tools }], { share: 'groups' })

assert.equal(text, readFileSync('examples/declarations/tracker.txt', 'utf8'))
