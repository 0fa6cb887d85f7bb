import type { PlannerTool } from '../../src/planner/plan'

/** Tools that neither the planner nor its labelled prompts ever saw. */
export const heldOutTools: PlannerTool[] = [
  {
    name: 'book_table',
    description: 'Books a table at a restaurant for a number of guests.',
    inputSchema: {
      type: 'object',
      properties: {
        restaurant: { type: 'string', description: 'Name of the restaurant' },
        guests: { type: 'integer', description: 'How many people come' },
      },
      required: ['restaurant', 'guests'],
    },
  },
  {
    name: 'play_music',
    description: 'Plays a song, an album or an artist on a speaker.',
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'Song, album or artist' },
        volume: { type: 'integer', minimum: 0, maximum: 100, description: 'Volume in percent' },
      },
      required: ['query'],
    },
  },
  {
    name: 'stock_price',
    description: 'Latest price of a share by its ticker symbol.',
    inputSchema: {
      type: 'object',
      properties: { symbol: { type: 'string', description: 'Ticker symbol, such as ACME' } },
      required: ['symbol'],
    },
  },
]

/**
 * Written before the planner's code was read, in words of its author's own, and never used to tune it:
 * the figure they give is what a newcomer may expect.
 */
export const heldOutPrompts: [prompt: string, tool: string, input: Record<string, unknown>][] = [
  // The workspace.
  [
    'what folders are there inside packages/composition?',
    'list_directory',
    { path: 'packages/composition' },
  ],
  [
    'take me through the contents of apps/demo-server/',
    'list_directory',
    { path: 'apps/demo-server/' },
  ],
  ['I want to see SECURITY.md', 'read_file', { path: 'SECURITY.md' }],
  [
    'give me the first 20 lines of packages/core/README.md',
    'read_file',
    { path: 'packages/core/README.md', endLine: 20 },
  ],
  ['what does turbo.json say?', 'read_file', { path: 'turbo.json' }],
  [
    'let me look at lines 10 to 30 of biome.json',
    'read_file',
    { path: 'biome.json', startLine: 10, endLine: 30 },
  ],
  ['are there any .css files here?', 'glob', { pattern: '**/*.css' }],
  ['locate every file called package.json', 'glob', { pattern: '**/package.json' }],
  ['show all test files ending in .fuzz.ts', 'glob', { pattern: '**/*.fuzz.ts' }],
  ['who calls normalizeResult?', 'grep', { pattern: 'normalizeResult' }],
  [
    'look for "not recursive" in packages/harness, ignoring case',
    'grep',
    { pattern: 'not recursive', path: 'packages/harness', ignoreCase: true },
  ],
  [
    'which lines mention ToolError in packages/core/src?',
    'grep',
    { pattern: 'ToolError', path: 'packages/core/src' },
  ],
  ['occurrences of the word "idempotent" please', 'grep', { pattern: 'idempotent' }],
  ['have I changed anything since the last commit?', 'git_status', {}],
  ['which branch am I on', 'git_status', {}],
  ['what are the ten most recent commits', 'git_log', { count: 10 }],
  ['history of packages/core/src/index.ts', 'git_log', { file: 'packages/core/src/index.ts' }],
  ['show what is different in my staged changes', 'git_diff', { args: ['--staged'] }],
  ['dig into how a run resumes after a crash', 'research', {}],
  ['describe the table primitive', 'composition_describe_primitives', { types: ['table'] }],
  // Tools of other people.
  ['will it rain in Lisbon over the next 3 days?', 'get_forecast', { city: 'Lisbon', days: 3 }],
  ['how much is 250 dollars in euros', 'convert_currency', { amount: 250, from: 'USD' }],
  [
    'say "good morning" in Japanese',
    'translate_text',
    { text: 'good morning', language: 'japanese' },
  ],
  ['wake me in 25 minutes', 'set_timer', { minutes: 25 }],
  [
    'file a high priority bug titled "Login button does nothing"',
    'create_issue',
    { title: 'Login button does nothing', priority: 'high' },
  ],
  ['make photos/cat.png 640 pixels wide', 'resize_image', { path: 'photos/cat.png', width: 640 }],
  ['show me at most 5 shipped orders', 'list_orders', { status: 'shipped', limit: 5 }],
  ['get us a table for 4 at Chez Nous', 'book_table', { restaurant: 'Chez Nous', guests: 4 }],
  ['put on "Kind of Blue" at volume 30', 'play_music', { query: 'Kind of Blue', volume: 30 }],
  ["what's NVDA trading at?", 'stock_price', { symbol: 'NVDA' }],
]
