import { type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react'
import type { ChatTexts } from '../chat/chat-items'
import { Icon } from './icon'

interface ChatComposerProps {
  texts: ChatTexts
  running: boolean
  field: RefObject<HTMLTextAreaElement | null>
  onSend(text: string): void
  /** Absent where a run cannot be stopped. */
  onStop?: (() => void) | undefined
}

/** Where a person writes: Enter sends, Shift+Enter breaks the line; while a run goes on the button stops it. */
export function ChatComposer({
  texts,
  running,
  field,
  onSend,
  onStop,
}: ChatComposerProps): ReactNode {
  const [text, setText] = useState('')
  const blank = text.trim() === ''
  const send = () => {
    if (running || blank) return
    onSend(text)
    setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // An Enter that ends a word of an input method is not a send.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <form
      className="tp-composer"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <textarea
        ref={field}
        rows={1}
        // An empty field reads as its page does.
        dir={text ? 'auto' : undefined}
        value={text}
        placeholder={texts.placeholder}
        aria-label={texts.placeholder}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {running && onStop ? (
        <button
          type="button"
          className="tp-send"
          data-stop=""
          aria-label={texts.stop}
          title={texts.stop}
          onClick={onStop}
        >
          <Icon icon="square" />
        </button>
      ) : (
        <button
          type="submit"
          className="tp-send"
          aria-label={texts.send}
          title={texts.send}
          disabled={running || blank}
        >
          <Icon icon="arrow-up" />
        </button>
      )}
    </form>
  )
}
