export type { AgentLike, RunLike } from './chat/agent-transport'
export { agentTransport } from './chat/agent-transport'
export type {
  ChatDecision,
  ChatEvent,
  ChatItem,
  ChatState,
  ChatStatus,
  ChatTransport,
} from './chat/chat.types'
export type { ChatTexts } from './chat/chat-items'
export type { ChatStorage } from './chat/chat-storage'
export type { ChatSession, ChatSessionOptions } from './chat/create-chat-session'
export { createChatSession } from './chat/create-chat-session'
export type { SseTransportOptions } from './chat/sse-transport'
export { sseTransport } from './chat/sse-transport'
export type { RenderIcon } from './react/card-header'
export type { ToolCardProps } from './react/tool-card'
export { ToolCard } from './react/tool-card'
export type { ToolCardGroupProps } from './react/tool-card-group'
export { ToolCardGroup } from './react/tool-card-group'
export type { ToolChatProps } from './react/tool-chat'
export { ToolChat } from './react/tool-chat'
export { useToolCards } from './react/use-tool-cards'
