import type {
  ElicitRequest,
  ElicitResult,
  LogLevel,
  ToolPresentation,
  ToolProgress,
} from '@toolprism/core'
import type { ToolHost } from './agent-types'
import type { LightChild } from './cancellation'
import type { CallTimer } from './execute-call'
import type { Json } from './json'
import { noteKept, setKept } from './kept'
import type { Decision, PendingQuestion } from './permission-types'
import { closeQuestion, openQuestion } from './questions'
import type { RedactStream } from './redact'
import type { CallRecord, RunState } from './run-state'
import { type CallWatch, watchKey } from './watched-tool'

/** What our own tools reach beside the public host. */
export interface InternalHost extends ToolHost {
  /** A run started from this call asks as this run does. */
  onAsk: 'pause' | 'deny' | 'allow'
  skillLoaded(id: string, name: string): void
  readonly [watchKey]: CallWatch
}

/** What a running tool may reach of its run. Nothing of it works once the call is over. */
export function createCallSurface(state: RunState, call: CallRecord) {
  const { callId } = call.part
  const tool = call.tool!
  const toolName = tool.definition.name
  let open = true
  let stream: RedactStream | undefined
  const redacted = <Value extends Json>(value: Value): Value =>
    state.config.redaction ? (state.config.redaction.data(value) as Value) : value
  const host: InternalHost = {
    [watchKey]: { begun: false, ended: false, onEnd: undefined },
    runId: state.runId,
    agent: state.config.agent,
    step: state.step,
    host: state.config.host,
    onAsk: state.config.onAsk,
    output(delta: string) {
      if (!open || typeof delta !== 'string') return
      if (state.config.redaction) stream ??= state.config.redaction.stream()
      const shown = stream ? stream.push(delta) : delta
      if (shown !== '') state.emit({ type: 'tool.output', callId, toolName, delta: shown })
    },
    present(presentation: ToolPresentation) {
      if (open) call.presentation = JSON.parse(JSON.stringify(presentation)) as ToolPresentation
    },
    emit(name: string, data: Json) {
      if (open) state.emit({ type: 'custom', name, data, callId })
    },
    kept: (key) => structuredClone(state.kept.get(redacted(key))),
    keep(key, value) {
      if (!open) return
      // A copy, redacted: it goes where the results go, and nothing the tool changes later is in it.
      const name = redacted(key)
      const shown = redacted(structuredClone(value))
      setKept(state.kept, name, shown)
      call.kept ??= new Map()
      noteKept(call.kept, name, shown)
    },
    skillLoaded(id, name) {
      if (!open) return
      if (!state.skills.includes(id)) state.skills.push(id)
      state.emit({ type: 'skill.loaded', skillId: id, name })
    },
  }
  return {
    host,
    started() {
      const { input } = call
      const presentation = call.presentation ?? tool.presentation
      state.emit(
        presentation
          ? { type: 'tool.started', callId, toolName, input, presentation }
          : { type: 'tool.started', callId, toolName, input },
      )
    },
    progress(update: ToolProgress) {
      if (open) state.emit({ ...update, type: 'tool.progress', callId, toolName })
    },
    log(level: LogLevel, message: string, data?: unknown) {
      if (open)
        state.emit({ type: 'log', level, message, callId, ...(data === undefined ? {} : { data }) })
    },
    /** Absent when answers can't reach this process. */
    elicit(timer: CallTimer, child: LightChild) {
      let asked = 0
      return (request: ElicitRequest): Promise<ElicitResult> => {
        const given = call.answers?.[asked++] as { answer: ElicitResult } | undefined
        if (given) return Promise.resolve(given.answer)
        if (!open || child.signal.aborted) return Promise.resolve({ action: 'cancel' })
        return askWhileRunning(state, call, request, timer, child)
      }
    },
    close() {
      const rest = stream?.flush() ?? ''
      if (rest !== '') state.emit({ type: 'tool.output', callId, toolName, delta: rest })
      open = false
    },
  }
}

async function askWhileRunning(
  state: RunState,
  call: CallRecord,
  request: ElicitRequest,
  timer: CallTimer,
  child: LightChild,
): Promise<ElicitResult> {
  if (state.config.onAsk !== 'pause') return { action: 'decline' }
  const question = openQuestion(state, call, request)
  const answer = await awaitPerson(state, question, timer, child.signal, {
    call,
    abort: child.abort,
  })
  if (!answer || !('answer' in answer)) return { action: 'cancel' }
  call.answers = [...(call.answers ?? []), answer]
  return answer.answer
}

/** Waits, in a running call, for the answer to an open question; nothing when the call ends first. */
export function awaitPerson(
  state: RunState,
  question: PendingQuestion,
  timer: CallTimer,
  signal: AbortSignal,
  suspendable?: { call: CallRecord; abort(reason: unknown): void },
): Promise<Decision | undefined> {
  timer.hold()
  return new Promise((resolve) => {
    const leave = () => {
      signal.removeEventListener('abort', onAbort)
      state.askers.delete(question.id)
    }
    const settle = (answer: Decision | undefined) => {
      leave()
      timer.release()
      resolve(answer)
    }
    const onAbort = () => {
      const over: Decision =
        question.kind === 'question'
          ? { answer: { action: 'cancel' } }
          : { allow: false, reason: 'the call has ended' }
      closeQuestion(state, question, over)
      settle(undefined)
    }
    // A listener of the question itself may have ended the run.
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    state.askers.set(question.id, {
      answer: settle,
      suspend() {
        if (!suspendable) return onAbort()
        // The tool is left where it stands, unanswered; the resumed run begins it again with the answers so far.
        leave()
        suspendable.call.suspended = true
        suspendable.call.questionId = question.id
        suspendable.abort(new DOMException('the run was paused', 'AbortError'))
      },
    })
    state.onWait()
  })
}
