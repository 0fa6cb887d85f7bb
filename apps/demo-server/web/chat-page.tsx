import type { ChatSession } from '@toolprism/ui-presentations/react'
import { sseTransport, ToolChat } from '@toolprism/ui-presentations/react'
import { useState } from 'react'
import { presentationsOf, type Registry } from './registry'

const suggestions = [
  'find where the input budget is defined and show me its limits',
  'make a status report of this repository',
  'find all markdown files',
  'research how permissions work',
]

/** The chat: a model picks tools, a person watches their cards, approves and stops. */
export function ChatPage({ registry }: { registry: Registry }) {
  const [transport] = useState(() => sseTransport('api/chat'))
  const [session, setSession] = useState<ChatSession>()
  const [presentations] = useState(() => presentationsOf(registry.tools))
  const startAnew = () => {
    session?.stop()
    session?.clear()
  }
  return (
    <main className="chat">
      <h1 className="unseen">Chat</h1>
      <div className="chat-head">
        <span className="badge">{registry.model}</span>
        <button type="button" className="plain" onClick={startAnew}>
          New chat
        </button>
      </div>
      <ToolChat
        transport={transport}
        toolPresentations={presentations}
        suggestions={suggestions}
        onSession={setSession}
      >
        <p className="welcome">
          Ask about the files of this workspace. Each tool call shows as a card; what would change
          something asks first.
        </p>
      </ToolChat>
    </main>
  )
}
