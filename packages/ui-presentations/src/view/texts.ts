/** Every word a card says by itself. Pass some of them to translate or rename. */
export interface CardTexts {
  preparing: string
  queued: string
  running: string
  approval: string
  approved: string
  done: string
  failed: string
  invalid: string
  unknown: string
  timeout: string
  abandoned: string
  denied: string
  blocked: string
  cancelled: string
  skipped: string
  arguments: string
  noArguments: string
  output: string
  result: string
  noResult: string
  error: string
  retryable: string
  reason: string
  approve: string
  deny: string
  question: string
  dangerous: string
  showAll: string
  /** `{count}` characters that are not shown. */
  omitted: string
  calls: string
  tool: string
  server: string
  notShown: string
}

/** The words a view is made with. What renderers say beside it stands apart, so that a store need not carry it. */
export const viewTexts = {
  preparing: 'Preparing',
  queued: 'Waiting',
  running: 'Running',
  approval: 'Needs approval',
  approved: 'Approved',
  done: 'Done',
  failed: 'Failed',
  invalid: 'Invalid arguments',
  unknown: 'Unknown tool',
  timeout: 'Timed out',
  abandoned: 'Lost',
  denied: 'Denied',
  blocked: 'Blocked',
  cancelled: 'Cancelled',
  skipped: 'Skipped',
  error: 'Error',
  reason: 'Reason',
  notShown: 'not shown',
} satisfies Partial<CardTexts>

export type ViewTexts = Pick<CardTexts, keyof typeof viewTexts>
