import { announcement } from '../running-time'
import type { ViewOptions } from '../store/to-tool-call-view'
import { createToolCardStore } from '../store/tool-card-store'
import { cleanLine, cleanText } from '../view/clean-text'
import { asText } from '../view/is-record'
import type { ToolCallView } from '../view/tool-call-view.types'
import type {
  ChatDecision,
  ChatEvent,
  ChatItem,
  ChatState,
  ChatStatus,
  ChatTransport,
} from './chat.types'
import { type ChatTexts, defaultChatTexts, reduceChatItems } from './chat-items'
import { type ChatStorage, loadChat, randomId, saveChat } from './chat-storage'
import { followRun } from './follow-run'

export interface ChatSessionOptions extends ViewOptions {
  transport: ChatTransport
  /** Where the runs of the conversation are kept over a reload; absent: nowhere. */
  storage?: ChatStorage | undefined
  /** @default 'toolprism-chat' */
  storageKey?: string | undefined
  chatTexts?: Partial<ChatTexts> | undefined
  /** Every event as it came. */
  onEvent?: ((event: ChatEvent) => void) | undefined
  /**
   * Milliseconds before a broken stream is taken up again, doubled each time.
   * @default 500
   */
  reconnectDelay?: number | undefined
}

/** A conversation without a face: what `ToolChat` draws. */
export interface ChatSession {
  getState(): ChatState
  subscribe(listener: () => void): () => void
  /** Starts a run; nothing while one is going on or for blank text. */
  send(text: string): void
  stop(): void
  /** Rejects when the answer was not taken; the card then asks again. */
  decide(view: ToolCallView, decision: 'allow' | 'deny'): Promise<void>
  answer(
    runId: string,
    questionId: string,
    answer: Extract<ChatDecision, { answer: unknown }>,
  ): Promise<void>
  /** Reads the stored runs again. Called once after loading the page. */
  restore(): Promise<void>
  setOptions(options: ViewOptions): void
  /** Forgets the conversation. */
  clear(): void
  /** Stops reading; the run goes on. */
  dispose(): void
}

/** Reads runs through a transport, takes broken streams up again, and keeps what is needed to do so after a reload. */
export function createChatSession(options: ChatSessionOptions): ChatSession {
  const { transport, storage, storageKey = 'toolprism-chat', reconnectDelay = 500 } = options
  const texts: ChatTexts = { ...defaultChatTexts, ...options.chatTexts }
  const store = createToolCardStore(options)
  const listeners = new Set<() => void>()
  const positions = new Map<string, number>()
  const finished = new Set<string>()
  let chat = loadChat(storage, storageKey)
  let controller = new AbortController()
  let queue: ChatEvent[] = []
  let scheduled = false
  let paused = false
  let readers = 0
  let items: readonly ChatItem[] = []
  let status: ChatStatus = 'idle'
  let runId: string | undefined
  let said = ''
  let state: ChatState = { items, views: new Map(), status, announcement: '' }

  const publish = (answers: readonly string[] = []) => {
    const news: string[] = []
    const views = new Map(store.getViews().map((view) => [view.key, view]))
    for (const [key, view] of views) {
      const before = state.views.get(key)
      if (before && before.statusText !== view.statusText) news.push(announcement(view))
    }
    news.push(...answers)
    if (news.length) said = news.join(' ')
    state = { items, views, status, announcement: said, ...(runId === undefined ? {} : { runId }) }
    for (const listener of [...listeners]) listener()
  }
  const setStatus = (next: ChatStatus, id = runId) => {
    status = next
    runId = next === 'idle' ? undefined : id
    publish()
  }
  const notice = (key: string, text: string, tone: 'neutral' | 'warning' | 'error' = 'error') => {
    const item = { kind: 'notice', key, tone, text: cleanLine(text, 400) } as const
    items = [...items.filter((known) => known.key !== key), item]
  }

  /** Many events arrive at once: they are drawn once. */
  const flush = () => {
    scheduled = false
    if (queue.length === 0) return
    const events = queue
    queue = []
    const answers: string[] = []
    store.dispatch(events)
    for (const event of events) {
      items = reduceChatItems(items, event, texts)
      if (event.type === 'text.completed') answers.push(cleanLine(event.text, 500))
      if (event.type === 'run.resumed') paused = false
      if (event.type === 'run.paused' || isParked(event)) paused = true
    }
    if (status !== 'idle') status = waits(items, store.getViews(), runId) ? 'waiting' : 'running'
    publish(answers)
  }
  const receive = (event: ChatEvent): boolean => {
    options.onEvent?.(event)
    if (!isReadable(event)) return false
    const id = event.runId ?? ''
    const sequence = event.type === 'gap' ? event.to : event.sequence
    if (sequence !== undefined) {
      if (sequence <= (positions.get(id) ?? 0)) return false
      positions.set(id, sequence)
    }
    queue.push(event)
    if (!scheduled) {
      scheduled = true
      schedule(flush)
    }
    return event.type === 'run.ended' && !isParked(event)
  }

  const follow = async (id: string, first?: () => AsyncIterable<ChatEvent>) => {
    readers++
    const outcome = await followRun({
      transport,
      runId: id,
      first,
      signal: controller.signal,
      position: () => positions.get(id) ?? 0,
      receive,
      isPaused: () => {
        flush()
        return paused
      },
      onReconnect: () => setStatus('reconnecting', id),
      reconnectDelay,
    })
    readers--
    if (outcome.state === 'aborted') return
    flush()
    // A parked run has nothing to say until it is answered; `decideOn` takes it up again.
    if (outcome.state === 'paused') return
    if (outcome.state === 'lost')
      notice(`${id}/lost`, outcome.gone ? texts.gone : outcome.message || texts.lost)
    finished.add(id)
    setStatus('idle')
  }
  const decideOn = async (id: string, questionId: string, decision: ChatDecision) => {
    await transport.decide?.({ runId: id, id: questionId, decision })
    const parked = paused && readers === 0 && transport.resume
    paused = false
    if (parked && runId === id) void follow(id)
  }
  const open = (id: string, text: string) => {
    const key = `${id}/user`
    if (!items.some((item) => item.key === key))
      items = [...items, { kind: 'user', key, text: cleanText(text) }]
    paused = false
    setStatus('running', id)
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    send(text) {
      const message = text.trim()
      if (message === '' || status !== 'idle') return
      const id = randomId()
      chat = { ...chat, runs: [...chat.runs, { runId: id, text: message }] }
      saveChat(storage, storageKey, chat)
      open(id, message)
      const { signal } = controller
      const request = { message, runId: id, conversationId: chat.conversationId }
      void follow(id, () => transport.send(request, { signal }))
    },
    stop() {
      if (runId === undefined) return
      const id = runId
      const stopped = transport.stop?.({ runId: id })
      if (stopped)
        stopped.catch((error: unknown) => {
          notice(`${id}/stop`, asText((error as Error | undefined)?.message) || texts.lost)
          publish()
        })
      else {
        controller.abort()
        controller = new AbortController()
        notice(`${id}/end`, texts.stopped, 'neutral')
        setStatus('idle')
      }
    },
    decide: (view, decision) =>
      decideOn(
        view.runId ?? runId ?? '',
        view.approval?.permissionId ?? '',
        decision === 'allow' ? { allow: true } : { allow: false },
      ),
    answer: decideOn,
    async restore() {
      const { signal } = controller
      for (const run of [...chat.runs]) {
        if (signal.aborted) return
        if (finished.has(run.runId)) continue
        if (transport.resume) {
          open(run.runId, run.text)
          await follow(run.runId)
        } else if (runId === run.runId) {
          notice(`${run.runId}/lost`, texts.lost)
          setStatus('idle')
        }
      }
    },
    setOptions(next) {
      store.setOptions(next)
      publish()
    },
    clear() {
      controller.abort()
      controller = new AbortController()
      chat = { conversationId: randomId(), runs: [] }
      storage?.removeItem(storageKey)
      store.clear()
      items = []
      positions.clear()
      finished.clear()
      queue = []
      said = ''
      setStatus('idle')
    },
    dispose() {
      controller.abort()
      controller = new AbortController()
    },
  }
}

/** Ended for now: it goes on when its question is answered. */
function isParked(event: ChatEvent): boolean {
  return event.type === 'run.ended' && event.status === 'paused'
}

function waits(
  items: readonly ChatItem[],
  views: readonly ToolCallView[],
  runId: string | undefined,
): boolean {
  return (
    views.some((view) => view.runId === runId && view.status === 'approval') ||
    items.some((item) => item.kind === 'question' && item.runId === runId && !item.action)
  )
}

/** Before the next frame where there are frames, else after this turn of the event loop. */
function schedule(work: () => void): void {
  if (typeof requestAnimationFrame === 'function' && document.visibilityState === 'visible')
    requestAnimationFrame(work)
  else setTimeout(work, 0)
}

const names: readonly string[] = 'type runId messageId questionId sequence to'.split(' ')

/** Names and numbers become parts of keys: an object in their place could not, so such an event is passed over. */
function isReadable(event: ChatEvent): boolean {
  const fields = event as unknown as Readonly<Record<string, unknown>> // foreign data
  return names.every((name) => !fields[name] || typeof fields[name] !== 'object')
}
