import {
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { ChatEvent, ChatState, ChatTransport } from '../chat/chat.types'
import { type ChatTexts, defaultChatTexts } from '../chat/chat-items'
import type { ChatStorage } from '../chat/chat-storage'
import { type ChatSession, createChatSession } from '../chat/create-chat-session'
import { toolCardStyles } from '../html/tool-card-styles.table'
import type { PresentationRegistry } from '../resolve-presentation'
import type { ViewOptions } from '../store/to-tool-call-view'
import type { CardTexts } from '../view/texts'
import type { RenderIcon } from './card-header'
import { ChatComposer } from './chat-composer'
import { ChatEntry } from './chat-entry'
import { toolChatStyles } from './tool-chat-styles.table'
import { useCardStyles } from './use-card-styles'
import { useStickToEnd } from './use-stick-to-end'

export interface ToolChatProps {
  /** How the agent is reached: `sseTransport(url)`, `agentTransport(agent)` or your own. Must stay the same object. */
  transport: ChatTransport
  /** What `agent.getToolPresentations()` gave; may come later. */
  toolPresentations?: PresentationRegistry | undefined
  redact?: ViewOptions['redact']
  texts?: Partial<CardTexts> | undefined
  chatTexts?: Partial<ChatTexts> | undefined
  renderIcon?: RenderIcon | undefined
  /** Draws the text of an answer. @default a small, safe part of Markdown */
  renderText?: ((text: string) => ReactNode) | undefined
  /**
   * Where the conversation is kept over a reload; `false` for nowhere.
   * @default sessionStorage
   */
  storage?: ChatStorage | false | undefined
  /** @default 'toolprism-chat' */
  storageKey?: string | undefined
  /** Things to try, shown while the conversation is empty. */
  suggestions?: readonly string[] | undefined
  /** Shown above them. */
  children?: ReactNode
  /** Gets the session once: to send, to clear, to read the state elsewhere. */
  onSession?: ((session: ChatSession) => void) | undefined
  onEvent?: ((event: ChatEvent) => void) | undefined
}

/** A chat with an agent: messages, tool cards, approvals, questions, stop, and the same conversation after a reload. */
export function ToolChat(props: ToolChatProps): ReactNode {
  const texts = { ...defaultChatTexts, ...props.chatTexts }
  const session = useSession(props)
  const state = useSyncExternalStore(session.subscribe, session.getState, session.getState)
  const frame = useRef<HTMLDivElement>(null)
  const log = useRef<HTMLElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  useCardStyles(frame, toolCardStyles)
  useCardStyles(frame, toolChatStyles)
  useStickToEnd(log)
  const send = useCallback((text: string) => session.send(text), [session])
  const { transport, suggestions = [] } = props
  return (
    <div ref={frame} className="tp-chat" data-status={state.status}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section ref={log} className="tp-log" aria-label={texts.conversation} tabIndex={0}>
        <div className="tp-items">
          {state.items.length === 0 ? (
            <div className="tp-welcome">
              {props.children}
              {suggestions.map((text) => (
                <button
                  key={text}
                  type="button"
                  className="tp-suggestion"
                  onClick={() => send(text)}
                >
                  {text}
                </button>
              ))}
            </div>
          ) : null}
          {state.items.map((item) => (
            <ChatEntry
              key={item.key}
              item={item}
              views={state.views}
              texts={texts}
              cardTexts={props.texts}
              canAnswer={transport.decide !== undefined}
              session={session}
              renderIcon={props.renderIcon}
              renderText={props.renderText}
            />
          ))}
          <Activity state={state} texts={texts} />
        </div>
      </section>
      <ChatComposer
        texts={texts}
        field={field}
        running={state.status !== 'idle'}
        onSend={send}
        onStop={session.stop}
      />
      <div className="tp-live" role="status">
        {state.announcement}
      </div>
    </div>
  )
}

/** The quiet line under the last item: the model is thinking, or the stream is being taken up again. */
function Activity({ state, texts }: { state: ChatState; texts: ChatTexts }): ReactNode {
  const last = state.items.at(-1)
  const busy = state.status === 'running' && (last?.kind === 'user' || settled(state))
  if (state.status === 'reconnecting') return <p className="tp-activity">{texts.reconnecting}</p>
  return busy ? <p className="tp-activity" data-busy="">{`${texts.thinking}…`}</p> : null
}

function settled({ items, views }: ChatState): boolean {
  const last = items.at(-1)
  if (last?.kind !== 'tools') return false
  return last.calls.every(
    (key) => !/^(?:preparing|queued|running|approval)$/.test(views.get(key)?.status ?? ''),
  )
}

function useSession(props: ToolChatProps): ChatSession {
  const { transport, toolPresentations, redact, texts, onSession } = props
  const onEvent = useRef(props.onEvent)
  onEvent.current = props.onEvent
  const [session] = useState(() =>
    createChatSession({
      transport,
      redact,
      texts,
      presentations: toolPresentations,
      chatTexts: props.chatTexts,
      storageKey: props.storageKey,
      storage: props.storage === false ? undefined : (props.storage ?? sessionStore()),
      onEvent: (event) => onEvent.current?.(event),
    }),
  )
  useEffect(
    () => session.setOptions({ presentations: toolPresentations, redact, texts }),
    [session, toolPresentations, redact, texts],
  )
  useEffect(() => {
    void session.restore()
    return session.dispose
  }, [session])
  useEffect(() => onSession?.(session), [session, onSession])
  return session
}

function sessionStore(): ChatStorage | undefined {
  try {
    return globalThis.sessionStorage
  } catch {
    // Storage is forbidden in some frames.
    return undefined
  }
}
