export type { UIToolPart } from './from-ui-message-part'
export { fromUIMessagePart } from './from-ui-message-part'
