// The real useChat on /api/ai-sdk, drawn as plainly as a test can read it.
import { useChat } from '@ai-sdk/react'
import {
  DefaultChatTransport,
  isToolUIPart,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  type UIMessage,
} from 'ai'
import { type FormEvent, useState } from 'react'
import { createRoot } from 'react-dom/client'

const transport = new DefaultChatTransport({ api: '/api/ai-sdk' })
type Answer = (id: string, approved: boolean) => void

function Chat() {
  const [text, setText] = useState('')
  const { messages, sendMessage, status, stop, error, addToolApprovalResponse } = useChat({
    transport,
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    setText('')
    void sendMessage({ text })
  }
  const answer: Answer = (id, approved) => void addToolApprovalResponse({ id, approved })
  return (
    <main data-status={status} data-error={error?.message ?? ''}>
      {messages.map(({ id, role, parts }) => (
        <article key={id} data-role={role}>
          {parts.map((part, index) => (
            <Part key={index} part={part} answer={answer} />
          ))}
        </article>
      ))}
      <form onSubmit={send}>
        <input
          aria-label="Message"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="submit">Send</button>
        <button type="button" onClick={() => void stop()}>
          Stop
        </button>
      </form>
    </main>
  )
}

function Part({ part, answer }: { part: UIMessage['parts'][number]; answer: Answer }) {
  if (part.type === 'text') return <p className="text">{part.text}</p>
  if (!isToolUIPart(part)) return null
  return (
    <section className="tool" data-tool={part.type} data-state={part.state}>
      <pre>{JSON.stringify(part.output ?? part.errorText ?? null)}</pre>
      {part.state === 'approval-requested' && (
        <>
          <button type="button" onClick={() => answer(part.approval.id, true)}>
            Approve
          </button>
          <button type="button" onClick={() => answer(part.approval.id, false)}>
            Deny
          </button>
        </>
      )}
    </section>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<Chat />)
