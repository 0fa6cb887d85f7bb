/** The runs of a conversation: all that must outlive a reload, since a run can be read again from its start. */
export interface StoredChat {
  conversationId: string
  runs: { runId: string; text: string }[]
}

/** Where it is kept: `sessionStorage` and `localStorage` are two. */
export interface ChatStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

const runLimit = 50

/** What was stored, or a new conversation. Nothing here throws: storage may be full, forbidden or of another version. */
export function loadChat(storage: ChatStorage | undefined, key: string): StoredChat {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(key) ?? 'null')
    if (isStoredChat(stored)) return stored
  } catch {
    // A new conversation is the answer to a broken one.
  }
  return { conversationId: randomId(), runs: [] }
}

export function saveChat(storage: ChatStorage | undefined, key: string, chat: StoredChat): void {
  try {
    storage?.setItem(key, JSON.stringify({ ...chat, runs: chat.runs.slice(-runLimit) }))
  } catch {
    // The chat goes on; only a reload will not find it.
  }
}

/** A UUID where there is a secure context, else as many random bits in hex. */
export function randomId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}

function isStoredChat(value: unknown): value is StoredChat {
  if (typeof value !== 'object' || value === null) return false
  const { conversationId, runs } = value as Partial<StoredChat>
  return (
    typeof conversationId === 'string' &&
    Array.isArray(runs) &&
    runs.every((run) => typeof run?.runId === 'string' && typeof run.text === 'string')
  )
}
