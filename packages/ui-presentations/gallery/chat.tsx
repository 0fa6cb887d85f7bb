import { sseTransport, ToolChat } from '@toolprism/ui-presentations/react'
import { type ReactNode, useState } from 'react'
import { scriptedTransport } from './scripted-transport'

/** The chat over a server that speaks the protocol of `sseTransport`, or over a script in this page. */
export function Chat({ server }: { server: string }): ReactNode {
  const [transport] = useState(() => (server ? sseTransport(server) : scriptedTransport()))
  return (
    <ToolChat
      transport={transport}
      toolPresentations={{
        search_code: { label: 'Search code', icon: 'search', tone: 'info', group: 'inspect' },
        read_file: { label: 'Read file', icon: 'file-text', group: 'inspect' },
        delete_file: { label: 'Delete file', icon: 'trash', tone: 'warning', pending: 'Deleting' },
      }}
      suggestions={['Where is the input budget defined?', 'Delete the old notes']}
    >
      <p style={{ margin: '0 0 8px' }}>A script plays the agent: no model answers here.</p>
    </ToolChat>
  )
}
