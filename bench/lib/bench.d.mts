/** A limit of a row's ratio (the default) or value, or of how many times faster it is `than` another subject. */
export interface Goal {
  max?: number
  min?: number
  on?: 'ratio' | 'value'
  than?: string
}

export interface Subject {
  /** One operation; may be async: every subject is awaited, so that all pay alike. */
  run(): unknown
  /** The peer's version; ours is `workspace`. */
  version?: string
  /** Operations a batch; fixed, for allocating code. Found in the warm-up when left out. */
  iterations?: number
  goal?: Goal | Goal[]
}

export interface Bench {
  quick: boolean
  rounds: number
  packageVersion(name: string): string
  compare(options: {
    case: string
    floor: string
    subjects: Record<string, Subject>
    metric?: string
    batches?: number
  }): Promise<void>
  record(row: {
    case: string
    subject: string
    version?: string
    metric: string
    unit: string
    value: number
    floor?: number
    ratio?: number
    goal?: Goal | Goal[]
  }): void
  fresh(file: string, args?: string[], nodeOptions?: string[]): Promise<unknown>
  bundle(file: string): Promise<string>
}

/** The default export of bench/suites/<name>.ts. */
export interface Suite {
  name: string
  /** One or two sentences: what is timed, and what every subject includes. */
  about: string
  run(bench: Bench): Promise<void>
}

export function median(values: readonly number[]): number
export function packageVersion(name: string): string
