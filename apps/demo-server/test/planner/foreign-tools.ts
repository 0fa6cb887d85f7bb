import type { PlannerTool } from '../../src/planner/plan'

const tool = (
  name: string,
  description: string,
  properties: Record<string, Record<string, unknown>>,
  required: string[],
): PlannerTool => ({ name, description, inputSchema: { type: 'object', properties, required } })

const text = (description: string) => ({ type: 'string', description })
const integer = (description: string) => ({ type: 'integer', description })

/** Tools of the kind other people write: the planner was not written for any of them. */
export const foreignTools: PlannerTool[] = [
  tool(
    'get_forecast',
    'Weather forecast for a city: temperature, rain and wind for each day.',
    { city: text('Name of the city'), days: integer('Number of days, 1 to 14') },
    ['city'],
  ),
  tool(
    'send_email',
    'Sends an email message to one person.',
    { to: { type: 'string', format: 'email' }, subject: text('Subject line'), body: text('Body') },
    ['to'],
  ),
  tool(
    'create_issue',
    'Creates an issue (a bug report or a feature request) in the tracker.',
    {
      title: text('Title of the issue'),
      priority: { enum: ['low', 'medium', 'high'], description: 'How urgent it is' },
    },
    ['title'],
  ),
  tool(
    'convert_currency',
    'Converts an amount of money from one currency to another at the rate of the day.',
    {
      amount: { type: 'number', description: 'Amount of money' },
      from: { enum: ['EUR', 'USD', 'GBP', 'JPY', 'CHF'], description: 'Currency of the amount' },
    },
    ['amount', 'from'],
  ),
  tool(
    'translate_text',
    'Translates a text into another language.',
    {
      text: text('The text to translate'),
      language: { enum: ['german', 'french', 'spanish', 'japanese', 'turkish'] },
    },
    ['text', 'language'],
  ),
  tool(
    'set_timer',
    'Starts a timer that rings after some minutes.',
    { minutes: { type: 'number', description: 'Minutes until it rings' } },
    ['minutes'],
  ),
  tool(
    'fetch_page',
    'Fetches a web page and answers its text.',
    { url: { type: 'string', format: 'uri', description: 'Address of the page' } },
    ['url'],
  ),
  tool(
    'resize_image',
    'Resizes an image file to a width in pixels.',
    { path: text('Path of the image'), width: integer('New width in pixels') },
    ['path', 'width'],
  ),
  tool(
    'list_orders',
    'Lists the orders of the shop, newest first.',
    {
      status: { enum: ['open', 'shipped', 'cancelled'], description: 'Only orders of this status' },
      since: { type: 'string', format: 'date', description: 'Only orders after this day' },
      limit: integer('Maximum number of orders'),
    },
    [],
  ),
  tool(
    'search_users',
    'Searches the user directory by name or email address.',
    { query: text('Name or part of a name'), limit: integer('Maximum number of users') },
    ['query'],
  ),
  tool(
    'add_numbers',
    'Adds numbers and answers the sum.',
    { numbers: { type: 'array', items: { type: 'number' }, description: 'The numbers to add' } },
    ['numbers'],
  ),
  tool(
    'restart_service',
    'Restarts a running service by its name.',
    {
      service: text('Name of the service'),
      force: { type: 'boolean', description: 'Kill it first' },
    },
    ['service'],
  ),
]
