import type { ToolTone } from '@toolprism/core'

/** Where a call stands. `blocked` is a policy's refusal, `denied` a person's. */
export type ToolStatus =
  | 'preparing'
  | 'queued'
  | 'running'
  | 'approval'
  | 'done'
  | 'failed'
  | 'denied'
  | 'blocked'
  | 'cancelled'

/** Text cut for showing. `preview` is there when the text is long enough to fold. */
export interface TextView {
  text: string
  preview?: string
  /** Characters of the original that `text` leaves out. */
  omitted?: number
}

/** One argument. `name` is empty when the whole input is one value. */
export interface FieldView extends TextView {
  name: string
  kind: 'text' | 'json' | 'value' | 'masked'
}

/** One thing a tool answered. Every address in it has passed the scheme list. */
export type ResultView =
  | ({ kind: 'text'; title?: string } & TextView)
  | ({ kind: 'json' } & TextView)
  | { kind: 'image'; source: string; alt: string }
  | { kind: 'audio'; source: string; label: string }
  | { kind: 'link'; href: string; label: string; detail?: string }
  | { kind: 'note'; text: string }

export interface ErrorView extends TextView {
  /** The heading: `Error`, or `Reason` where nothing went wrong. */
  title: string
  code?: string
  retryable?: boolean
}

export interface ApprovalView {
  permissionId: string
  reason?: string
  /** The approve button must not be the first one. */
  destructive: boolean
  /** Present once answered; the buttons are off then. */
  decision?: 'allow' | 'deny'
}

/** What a card shows: plain immutable JSON, every string cleaned and ready, nothing left to decide. */
export interface ToolCallView {
  /** Unique over runs. */
  key: string
  callId: string
  runId?: string
  parentCallId?: string
  /** The name the model called. */
  toolName: string
  /** The MCP server of an imported tool. */
  server?: string
  label: string
  /** A lucide name that is known here, or an emoji. */
  icon: string
  /** An image that replaces the icon: https or raster data. */
  iconSource?: string
  group?: string
  status: ToolStatus
  statusText: string
  /** The presentation's tone, or the status' own: a failed call is never shown as a success. */
  tone: ToolTone
  /** The arguments in one line; may be empty. */
  summary: string
  /** What the tool says it is doing; may be empty. */
  message: string
  /** 0 to 1, when the total is known. */
  progress?: number
  /** Milliseconds since the epoch. */
  startedAt?: number
  /** Milliseconds, once ended. */
  duration?: number
  /** The duration in words, once ended. */
  elapsed: string
  fields: FieldView[]
  /** False while it is not known what the call was given. */
  hasInput: boolean
  /** Live text of a running call. */
  output?: TextView
  result: ResultView[]
  error?: ErrorView
  approval?: ApprovalView
  /** How a card starts out; the person's own choice wins. */
  open: boolean
}

/** A presentation with nothing left open. */
export interface ResolvedPresentation {
  label: string
  icon: string
  iconSource?: string
  tone: ToolTone
  group?: string
  pending?: string
  done?: string
  server?: string
}
