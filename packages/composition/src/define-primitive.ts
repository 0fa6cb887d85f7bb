import * as z from 'zod'
import type { CatalogEntry, CompositionNode, SurfaceName } from './composition'
import { surfaceNames } from './composition'
import { CompositionError } from './errors'
import type { Block } from './runtime/blocks'

/** A node inside a node, with its path relative to the container (`body[2]`). */
export interface ChildNode {
  node: CompositionNode
  path: (string | number)[]
}

export interface LowerContext {
  surface: SurfaceName
  /** Lowers the child nodes that show on this surface. */
  lower(nodes: readonly CompositionNode[]): Block[]
}

/** A primitive as a runtime uses it; made by `definePrimitive`. */
export interface PrimitiveDefinition {
  readonly type: string
  readonly catalog: CatalogEntry
  readonly container: boolean
  /** The closed schema of a node; a container receives the schema of its children. */
  schemaFor(bodyNode: z.ZodType<CompositionNode>): z.ZodObject
  children(node: CompositionNode): ChildNode[]
  hasOwnContent(node: CompositionNode): boolean
  lower(node: CompositionNode, context: LowerContext): Block[]
}

type Shape = Record<string, z.ZodType>
type FieldsOf<S extends Shape> = z.output<z.ZodObject<S>>

export interface PrimitiveOptions<S extends Shape> extends Omit<CatalogEntry, 'type'> {
  /** The fields beside `type`, `id` and `surfaces`; a container derives them from the schema of its children. */
  fields: S | ((bodyNode: z.ZodType<CompositionNode>) => S)
  /** Names of the fields that hold child nodes, for simple containers. @default none */
  children?: (node: FieldsOf<S>) => ChildNode[]
  /** Whether a container shows something of its own when all its children are hidden. @default false */
  hasOwnContent?: (node: FieldsOf<S>) => boolean
  /** Rules between fields, after the schema passed; say them in a field's description as well. */
  refine?: (node: FieldsOf<S>, report: ReportFinding) => void
  /** Turns a validated node into blocks. It must be pure: the same node gives the same blocks. */
  lower: (node: FieldsOf<S>, context: LowerContext) => Block[]
}

/** Adds a finding at a path relative to the node; `message` continues the sentence the path begins. */
export type ReportFinding = (path: (string | number)[], message: string) => void

const reserved = ['type', 'id', 'surfaces']

const nodeId = z.string().min(1).max(100)
const nodeSurfaces = z.array(z.enum(surfaceNames)).min(1)

/**
 * Defines one primitive: its closed schema, its catalog entry and how it lowers to blocks.
 * Throws a CompositionError on a reserved field, an empty type, or an example of another type.
 */
export function definePrimitive<S extends Shape>(
  type: string,
  options: PrimitiveOptions<S>,
): PrimitiveDefinition {
  const { fields, children, hasOwnContent, refine, lower, ...catalog } = options
  const example = catalog.example as { type?: unknown } | null
  if (!/^[A-Za-z][\w-]{0,63}$/.test(type) || type in Object.prototype)
    throw new CompositionError(
      'INVALID_PRIMITIVE',
      `${JSON.stringify(type)} cannot be a primitive type: use a letter, then letters, digits, _ or -.`,
    )
  if (example?.type !== type)
    throw new CompositionError(
      'INVALID_PRIMITIVE',
      `The example of primitive "${type}" must be a node of type "${type}".`,
    )
  const schemaFor = (bodyNode: z.ZodType<CompositionNode>) => {
    const shape = typeof fields === 'function' ? fields(bodyNode) : fields
    const taken = reserved.filter((name) => Object.hasOwn(shape, name))
    if (taken.length > 0)
      throw new CompositionError(
        'RESERVED_NODE_FIELD',
        `Primitive "${type}" declares ${taken.join(', ')}, which every node has already.`,
      )
    const schema = z.strictObject({
      type: z.literal(type),
      ...shape,
      id: nodeId.optional(),
      surfaces: nodeSurfaces.optional(),
    })
    if (!refine) return schema
    return schema.check(({ value, issues }) => {
      refine(value as FieldsOf<S>, (path, message) => {
        issues.push({ code: 'custom', input: value, path, message })
      })
    })
  }
  if (typeof fields !== 'function') schemaFor(z.never())
  return {
    type,
    catalog: { type, ...catalog },
    container: typeof fields === 'function',
    schemaFor,
    // A node reaches these three only after its schema passed, so it has the fields of S.
    children: (node) => children?.(node as unknown as FieldsOf<S>) ?? [],
    hasOwnContent: (node) =>
      !children || (hasOwnContent?.(node as unknown as FieldsOf<S>) ?? false),
    lower: (node, context) => lower(node as unknown as FieldsOf<S>, context),
  }
}
