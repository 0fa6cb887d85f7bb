import { sseTransport, ToolChat } from '@toolprism/ui-presentations/react'
import { useState } from 'react'
import type { Registry } from './registry'

const suggestions = [
  'find where the input budget is defined and show me its limits',
  'make a status report of this repository',
  'find all markdown files',
  'research how permissions work',
]

/** The chat: a model picks tools, a person watches their cards, approves and stops. */
export function ChatPage({ registry }: { registry: Registry }) {
  const [transport] = useState(() => sseTransport('api/chat'))
  const presentations = Object.fromEntries(
    registry.tools.flatMap(({ name, presentation }) =>
      presentation ? [[name, presentation]] : [],
    ),
  )
  return (
    <main className="chat">
      <p className="model">
        <span className="badge">{registry.model}</span>
      </p>
      <ToolChat transport={transport} toolPresentations={presentations} suggestions={suggestions} />
    </main>
  )
}
