import { type CardTexts, viewTexts } from './texts'

export const defaultTexts: CardTexts = {
  ...viewTexts,
  arguments: 'Arguments',
  noArguments: 'No arguments',
  output: 'Output',
  result: 'Result',
  noResult: 'No output',
  retryable: 'Trying again may help.',
  approve: 'Approve',
  deny: 'Deny',
  question: 'Allow this call?',
  dangerous: 'This call may change or delete things.',
  showAll: 'Show all',
  omitted: '{count} characters not shown',
  calls: 'calls',
  tool: 'Tool',
  server: 'from',
}
