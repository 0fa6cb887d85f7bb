import type { ToolFailure, ToolTone } from '@toolprism/core'
import { defined } from '../defined'
import { type PresentationRegistry, resolvePresentation } from '../resolve-presentation'
import { cleanLine } from '../view/clean-text'
import { copyValue } from '../view/copy-value'
import { describeFields, summarizeInput } from '../view/describe-input'
import { describeResult, resultText } from '../view/describe-result'
import { formatDuration } from '../view/format-size'
import { parsePartialJson } from '../view/parse-partial-json'
import { copyLimit, redactArguments } from '../view/redact-arguments'
import { toTextView } from '../view/text-view'
import { type CardTexts, type ViewTexts, viewTexts } from '../view/texts'
import type {
  ApprovalView,
  ErrorView,
  TextView,
  ToolCallView,
  ToolStatus,
} from '../view/tool-call-view.types'
import { chunkText } from './append-chunk'
import type { PermissionFact, ToolCall } from './tool-call.types'

export interface ViewOptions {
  /** What `agent.getToolPresentations()` gave. */
  presentations?: PresentationRegistry | undefined
  /**
   * What of the arguments may be seen; `false` shows all of them.
   * @default redactArguments
   */
  redact?: ((input: unknown, toolName: string) => unknown) | false | undefined
  /** Words of the card, to translate. */
  texts?: Partial<CardTexts> | undefined
}

/** The card of a call: decides status, tone, words and what is cut. Pure, and cheap enough to call per change. */
export function toToolCallView(call: ToolCall, options: ViewOptions = {}): ToolCallView {
  const texts = { ...viewTexts, ...options.texts }
  const { tone, pending, done, ...shown } = resolvePresentation(call, options.presentations)
  const { ended, started, progress } = call
  const failure = ended && (ended.failure ?? (ended.result.isError === true ? 'error' : undefined))
  const question = pendingQuestion(call)
  const status = statusOf(call, failure, question)
  const running = status === 'running'
  const input = safeInput(call, question, options)
  const duration =
    ended?.duration ?? (ended && started && Math.max(0, ended.timestamp - started.timestamp))
  const results = ended ? describeResult(ended.result, texts, shown.label) : []
  return defined<ToolCallView>({
    key: call.key,
    callId: call.callId,
    toolName: cleanLine(call.toolName, 200),
    ...shown,
    status,
    statusText:
      (running ? pending : status === 'done' ? done : undefined) ??
      texts[wordOf(call, failure, status)],
    tone: statusTones[status] ?? tone,
    summary: input ? summarizeInput(input.value) : '',
    message: running ? cleanLine(progress?.message, 200) : '',
    // A call that was refused took no time worth a word.
    elapsed: duration === undefined || (duration < 1 && failure) ? '' : formatDuration(duration),
    fields: input ? describeFields(input.value) : [],
    hasInput: input !== undefined,
    // Of a failed call the error says it all, but for a picture of what went wrong.
    result: failure ? results.filter(({ kind }) => kind === 'image') : results,
    open: status === 'failed' || status === 'approval',
    runId: call.runId,
    parentCallId: call.parentCallId,
    progress: running && progress ? fraction(progress) : undefined,
    startedAt: started?.timestamp || undefined,
    duration,
    output: toOutput(call),
    error: failure && toError(call, status, texts),
    approval: toApproval(call, question, failure),
  })
}

const endings: { [failure in ToolFailure]?: ToolStatus } = {
  denied: 'denied',
  blocked: 'blocked',
  cancelled: 'cancelled',
  skipped: 'cancelled',
}

/** Where the status has a tone of its own, it wins. */
const statusTones: { [status in ToolStatus]?: ToolTone } = {
  failed: 'error',
  approval: 'warning',
  denied: 'warning',
  blocked: 'warning',
  cancelled: 'neutral',
}

function statusOf(
  call: ToolCall,
  failure: ToolFailure | undefined,
  question: PermissionFact | undefined,
): ToolStatus {
  if (failure) return endings[failure] ?? 'failed'
  if (call.ended) return 'done'
  if (question) return 'approval'
  const answer = call.permissions.at(-1)?.resolved?.decision
  if (answer === 'deny') return 'denied'
  if (call.started || call.progress || call.output) return 'running'
  return call.queued || answer ? 'queued' : 'preparing'
}

function wordOf(
  { permissions }: ToolCall,
  failure: ToolFailure | undefined,
  status: ToolStatus,
): keyof ViewTexts {
  if (failure && failure !== 'error') return failure
  return status === 'queued' && permissions.length ? 'approved' : status
}

/** The question still open: required, not answered, and not overtaken by the start of the call. */
function pendingQuestion({ ended, started, permissions }: ToolCall): PermissionFact | undefined {
  if (ended) return undefined
  return permissions.findLast(({ required, resolved }) => {
    if (!required || resolved) return false
    if (!started) return true
    return started.sequence !== undefined && required.sequence !== undefined
      ? required.sequence > started.sequence
      : required.timestamp >= started.timestamp
  })
}

/** What of the arguments may be seen; undefined while nothing is known of them. */
function safeInput(
  call: ToolCall,
  question: PermissionFact | undefined,
  options: ViewOptions,
): { value: unknown } | undefined {
  const redact: ViewOptions['redact'] = options.redact ?? ((value) => redactArguments(value))
  const input = rawInput(call, question)
  if (input?.value === undefined) return input
  try {
    const value = redact ? redact(input.value, call.toolName) : input.value
    // What a host's own function gives back is foreign data again.
    return { value: copyValue(value, { left: copyLimit }) }
  } catch {
    // A redaction that fails must not show what it was there to hide.
    return undefined
  }
}

/** What the call runs with: what it started with, else what is asked for, else what the model wrote so far. */
function rawInput(
  { queued, started, permissions, partialInput, streamedInput }: ToolCall,
  question: PermissionFact | undefined,
): { value: unknown } | undefined {
  const asked = (question ?? permissions.findLast(({ required }) => required))?.required
  const sources = question ? [asked, started] : [started, asked, queued]
  const source = sources.find((item) => item?.input !== undefined)
  if (source) return { value: source.input }
  const value = streamedInput ? parsePartialJson(chunkText(streamedInput)) : partialInput
  return value !== undefined || ((started ?? queued) && !streamedInput) ? { value } : undefined
}

function fraction({ progress, total }: NonNullable<ToolCall['progress']>): number | undefined {
  if (progress === undefined || !total || total < 0) return undefined
  return Math.min(1, Math.max(0, progress / total))
}

function toOutput({ output, droppedOutput = 0 }: ToolCall): TextView | undefined {
  if (!output) return undefined
  const view = toTextView(chunkText(output))
  const omitted = (view.omitted ?? 0) + droppedOutput
  return { ...view, ...(omitted && { omitted }) }
}

function toError({ ended }: ToolCall, status: ToolStatus, texts: ViewTexts): ErrorView | undefined {
  if (!ended) return undefined
  const meta = ended.result.meta ?? {} // foreign data may say null
  return defined<ErrorView>({
    ...toTextView(resultText(ended.result)),
    title: status === 'failed' ? texts.error : texts.reason,
    code: cleanLine(meta['toolprism/code'] ?? meta['code'], 60) || undefined,
    retryable: ended.retryable ?? (meta['toolprism/retryable'] === true || undefined),
  })
}

function toApproval(
  { permissions }: ToolCall,
  question: PermissionFact | undefined,
  failure: ToolFailure | undefined,
): ApprovalView | undefined {
  const fact = question ?? permissions.findLast(({ required }) => required)
  if (!fact?.required) return undefined
  const { destructive, reason } = fact.required
  return defined<ApprovalView>({
    permissionId: fact.permissionId,
    destructive,
    reason: cleanLine(reason, 400) || undefined,
    decision:
      fact.resolved?.decision ??
      // A call that ran or ended without an answer seen was decided somewhere else.
      (question ? undefined : failure === 'denied' ? 'deny' : 'allow'),
  })
}
