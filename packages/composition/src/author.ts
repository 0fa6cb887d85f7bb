export type { BodyRule, CheckResult, CompositionValidator } from './check-composition'
export { checkComposition } from './check-composition'
export type {
  ChildNode,
  LowerContext,
  PrimitiveDefinition,
  PrimitiveOptions,
  ReportFinding,
} from './define-primitive'
export { definePrimitive } from './define-primitive'
export type { CompositionErrorCode } from './errors'
export {
  CompositionError,
  CompositionValidationError,
  RegisteredViewInputError,
} from './errors'
export { richSchema, toneSchema, toSpans } from './pack/rich'
export type { Block, Column, GridColumn, ListItem, Meter, Pair, Span, Tone } from './runtime/blocks'
export { hrefSchema, sanitizeHref, sanitizeSource, sourceSchema } from './url'
export type { ValidationError } from './validation-error'
export { formatValidationError } from './validation-error'
