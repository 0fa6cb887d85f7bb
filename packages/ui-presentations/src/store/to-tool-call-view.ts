import type { ToolTone } from '@toolprism/core'
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
import { type CardTexts, defaultTexts } from '../view/texts'
import type {
  ApprovalView,
  ErrorView,
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
  const texts = { ...defaultTexts, ...options.texts }
  const shown = resolvePresentation(call, options.presentations)
  const permission = pendingPermission(call)
  const status = statusOf(call, permission)
  const input = safeInput(call, permission, options)
  const error = toError(call, status, texts)
  const approval = toApproval(call, permission)
  const ended = call.ended
  const duration =
    ended?.duration ??
    (ended && call.started ? Math.max(0, ended.timestamp - call.started.timestamp) : undefined)
  return defined<ToolCallView>({
    key: call.key,
    callId: call.callId,
    toolName: cleanLine(call.toolName, 200),
    label: shown.label,
    icon: shown.icon,
    status,
    statusText: statusText(call, status, texts, shown),
    tone: toneOf(status, shown.tone),
    summary: input.known ? summarizeInput(input.value) : '',
    message: status === 'running' ? cleanLine(call.progress?.message, 200) : '',
    // A call that was refused took no time worth a word.
    elapsed: duration === undefined || (duration < 1 && error) ? '' : formatDuration(duration),
    fields: input.known ? describeFields(input.value) : [],
    hasInput: input.known,
    // Of a failed call the error says it all, but for a picture of what went wrong.
    result: ended
      ? describeResult(ended.result, texts, shown.label).filter(
          (item) => !error || item.kind === 'image',
        )
      : [],
    open: status === 'failed' || status === 'approval',
    runId: call.runId,
    parentCallId: call.parentCallId,
    server: shown.server,
    iconSource: shown.iconSource,
    group: shown.group,
    progress: status === 'running' ? fraction(call) : undefined,
    startedAt: call.started?.timestamp || undefined,
    duration,
    output: toOutput(call),
    error,
    approval,
  })
}

function statusOf(call: ToolCall, permission: PermissionFact | undefined): ToolStatus {
  if (call.ended) {
    const { failure } = call.ended
    if (failure === undefined) return 'done'
    if (failure === 'denied' || failure === 'blocked' || failure === 'cancelled') return failure
    return failure === 'skipped' ? 'cancelled' : 'failed'
  }
  if (permission) return 'approval'
  const answer = call.permissions.at(-1)?.resolved?.decision
  if (answer === 'deny') return 'denied'
  if (call.started || call.progress || call.output) return 'running'
  return call.queued || answer === 'allow' ? 'queued' : 'preparing'
}

/** The question still open: required, not answered, and not overtaken by the start of the call. */
function pendingPermission(call: ToolCall): PermissionFact | undefined {
  if (call.ended) return undefined
  return call.permissions.findLast(({ required, resolved }) => {
    if (!required || resolved) return false
    if (!call.started) return true
    const { sequence, timestamp } = call.started
    return sequence !== undefined && required.sequence !== undefined
      ? required.sequence > sequence
      : required.timestamp >= timestamp
  })
}

function statusText(
  call: ToolCall,
  status: ToolStatus,
  texts: CardTexts,
  shown: { pending?: string; done?: string },
): string {
  const failure = call.ended?.failure
  if (failure !== undefined && failure !== 'error') return texts[failure]
  if (status === 'running') return shown.pending ?? texts.running
  if (status === 'done') return shown.done ?? texts.done
  if (status === 'queued' && call.permissions.length > 0) return texts.approved
  return texts[status]
}

function toneOf(status: ToolStatus, tone: ToolTone): ToolTone {
  if (status === 'failed') return 'error'
  if (status === 'approval' || status === 'denied' || status === 'blocked') return 'warning'
  return status === 'cancelled' ? 'neutral' : tone
}

function safeInput(
  call: ToolCall,
  permission: PermissionFact | undefined,
  options: ViewOptions,
): { known: boolean; value?: unknown } {
  const raw = rawInput(call, permission)
  const { redact = redactArguments } = options
  if (!raw.known || raw.value === undefined) return raw
  try {
    const value = redact === false ? raw.value : redact(raw.value, call.toolName)
    // What a host's own function gives back is foreign data again.
    return { known: true, value: copyValue(value, { left: copyLimit }) }
  } catch {
    // A redaction that fails must not show what it was there to hide.
    return { known: false }
  }
}

/** What the call runs with: what it started with, else what is asked for, else what the model wrote so far. */
function rawInput(
  call: ToolCall,
  permission: PermissionFact | undefined,
): { known: boolean; value?: unknown } {
  const asked = permission?.required ?? call.permissions.findLast((item) => item.required)?.required
  for (const source of permission ? [asked, call.started] : [call.started, asked, call.queued])
    if (source && source.input !== undefined) return { known: true, value: source.input }
  if (call.partialInput !== undefined) return { known: true, value: call.partialInput }
  if (!call.streamedInput) return { known: Boolean(call.started ?? call.queued), value: undefined }
  const value = parsePartialJson(chunkText(call.streamedInput))
  return { known: value !== undefined, value }
}

function fraction(call: ToolCall): number | undefined {
  const { progress, total } = call.progress ?? {}
  if (progress === undefined || total === undefined || total <= 0) return undefined
  return Math.min(1, Math.max(0, progress / total))
}

function toOutput(call: ToolCall) {
  if (!call.output) return undefined
  const view = toTextView(chunkText(call.output))
  const omitted = (view.omitted ?? 0) + (call.droppedOutput ?? 0)
  return omitted ? { ...view, omitted } : view
}

function toError(call: ToolCall, status: ToolStatus, texts: CardTexts): ErrorView | undefined {
  const { ended } = call
  if (!ended || ended.failure === undefined) return undefined
  const { meta } = ended.result
  const code = meta?.['toolprism/code'] ?? meta?.['code']
  return defined<ErrorView>({
    ...toTextView(resultText(ended.result)),
    title: status === 'failed' ? texts.error : texts.reason,
    code: cleanLine(code, 60) || undefined,
    retryable: ended.retryable ?? (meta?.['toolprism/retryable'] === true || undefined),
  })
}

function toApproval(call: ToolCall, pending: PermissionFact | undefined): ApprovalView | undefined {
  const fact = pending ?? call.permissions.findLast((item) => item.required)
  if (!fact?.required) return undefined
  // A call that ran or ended without an answer seen was decided somewhere else.
  const overtaken = call.ended?.failure === 'denied' ? 'deny' : 'allow'
  const decision = fact.resolved?.decision ?? (pending ? undefined : overtaken)
  const reason = cleanLine(fact.required.reason, 400)
  return defined<ApprovalView>({
    permissionId: fact.permissionId,
    destructive: fact.required.destructive,
    reason: reason || undefined,
    decision,
  })
}
