import type { ToolAnnotations } from '@toolprism/core'

export type PermissionEffect = 'allow' | 'ask' | 'deny'

/** What a permission decision is about. */
export interface PermissionRequest {
  runId: string
  callId: string
  toolName: string
  /** The model's own arguments, validated. */
  // biome-ignore lint/suspicious/noExplicitAny: rules read the arguments of whatever tool they name.
  originalInput: any
  /** What will run: the arguments after hooks. */
  // biome-ignore lint/suspicious/noExplicitAny: rules read the arguments of whatever tool they name.
  input: any
  annotations: ToolAnnotations
  /** True when the tool comes from a remote server, whose annotations are claims. */
  remote: boolean
  signal: AbortSignal
}

/** A rule over calls. All its conditions must hold. Of the rules that match, the strictest wins, whatever their order. */
export interface PermissionRule {
  effect: PermissionEffect
  /** Tool name; `*` stands for any run of characters. Absent: every tool. */
  tool?: string
  /**
   * Conditions on arguments: a test, or an object whose strings and patterns must match the argument of that name.
   * A test that throws counts as a match of a `deny` and as no match of an `allow`.
   */
  // biome-ignore lint/suspicious/noExplicitAny: rules read the arguments of whatever tool they name.
  input?: ((input: any) => boolean) | Record<string, string | number | boolean | RegExp>
  annotations?: Partial<ToolAnnotations>
  /** Told to the model on a denial, and to the person on a question. */
  reason?: string
}

export type PermissionDecision = PermissionEffect | { effect: PermissionEffect; reason?: string }

export interface PermissionOptions {
  /**
   * When no rule matches. `annotations`: tools that say they are read-only run, all others and every remote tool ask.
   * @default 'annotations'
   */
  default?: 'annotations' | PermissionEffect
  rules?: readonly PermissionRule[]
  /** Asked after the rules; the stricter of both answers holds. A throw, or more than a minute, denies. */
  decide?(
    request: PermissionRequest,
  ): PermissionDecision | undefined | Promise<PermissionDecision | undefined>
  /**
   * What an `ask` becomes. `pause` waits for `run.resolve` (and `run.result` says `paused` meanwhile);
   * `deny` and `allow` are for runs nobody watches. A run inherits it from its parent run.
   * @default 'pause'
   */
  onAsk?: 'pause' | 'deny' | 'allow'
}

/** A question a run waits on. */
export interface PendingQuestion {
  /** Names this one question: never used twice, not even for the same call asked again. */
  id: string
  kind: 'permission' | 'question'
  callId: string
  toolName: string
  /** Permission: what will run. Question: the message and schema of the request. */
  input: unknown
  /** Present when a hook changed the arguments: what the model wrote. */
  originalInput?: unknown
  /** SHA-256 of the canonical JSON of `input`. */
  inputHash: string
  reason?: string
  destructive?: boolean
}

/** An answer to a permission question, or to a tool's question. */
export type Decision =
  | {
      allow: true
      /** Arguments to run with instead. Validated and checked against `deny` rules again. */
      input?: Record<string, unknown>
      /** `input`: the same tool with the same arguments; `run`: the tool, whatever the arguments. */
      remember?: 'input' | 'run'
      /** Refused when it is not the question's. */
      inputHash?: string
    }
  | { allow: false; reason?: string; remember?: 'input' | 'run'; inputHash?: string }
  | {
      answer:
        | { action: 'accept'; content: Record<string, unknown> }
        | { action: 'decline' | 'cancel' }
    }

/** What became of a decision. Everything but `accepted` was refused and is forgotten. */
export type DecisionOutcome =
  | 'accepted'
  /** No such question, now or ever. */
  | 'unknown'
  /** Already answered, or closed by an abort. */
  | 'duplicate'
  /** Made for other arguments. */
  | 'mismatch'
  /** A permission answer to a question, or the reverse. */
  | 'invalid'
