import assert from 'node:assert/strict'
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

assert.equal(
  text,
  `type Issue = {
// int
id: number;
title: string;
state: "open" | "closed";
// int
parent?: number | null;
};
type ProjectPage = {
// Path of the project, such as team/app
project: string;
// Page of the results; int, >= 1, default 1
page?: number;
// Results a page; int, 1..100, default 30
perPage?: number;
};
declare const tracker: {
/** Reads one issue. */
get_issue(args: {
// Path of the project, such as team/app
project: string;
// int
id: number;
}): Issue;
/** Lists what was said about an issue. */
list_comments(args: ProjectPage & {
// int
id: number;
}): unknown;
/** Lists the issues of a project, the newest first. */
list_issues(args: ProjectPage & { state?: "open" | "closed" | "all" }): Issue[];
};
`,
)
