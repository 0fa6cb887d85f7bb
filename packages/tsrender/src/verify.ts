import ts from 'typescript'

export interface VerifyOptions {
  /** Declarations the text may use, such as the types of the caller's own wrapper. @default '' */
  prelude?: string | undefined
}

export interface Problem {
  /** TypeScript's number, such as 2300. */
  code: number
  message: string
  /** Counted from 1. */
  line: number
  column: number
}

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleDetection: ts.ModuleDetectionKind.Force,
  lib: ['lib.es2022.d.ts'],
  types: [],
}

const libraries = new Map<string, ts.SourceFile | undefined>()

/** Compiles a declaration text with TypeScript, strict, as a module of its own. An empty list means it is clean. */
export function verify(text: string, options: VerifyOptions = {}): Problem[] {
  const prelude = options.prelude ? `${options.prelude}\n` : ''
  const [problems] = verifyAll([prelude + text])
  const before = prelude.split('\n').length - 1
  return problems!.map((problem) => ({ ...problem, line: problem.line - before }))
}

/** Compiles several texts in one program: far cheaper than one by one. */
export function verifyAll(texts: readonly string[]): Problem[][] {
  const files = new Map(texts.map((text, index) => [`/text-${index}.ts`, text]))
  const host: ts.CompilerHost = {
    ...ts.createCompilerHost(OPTIONS),
    fileExists: (name) => files.has(name) || ts.sys.fileExists(name),
    readFile: (name) => files.get(name) ?? ts.sys.readFile(name),
    writeFile: () => {},
    getSourceFile(name, version) {
      const text = files.get(name)
      if (text !== undefined) return ts.createSourceFile(name, text, version)
      if (!libraries.has(name)) {
        const library = ts.sys.readFile(name)
        libraries.set(
          name,
          library === undefined ? undefined : ts.createSourceFile(name, library, version),
        )
      }
      return libraries.get(name)
    },
  }
  const program = ts.createProgram([...files.keys()], OPTIONS, host)
  return [...files.keys()].map((name) => {
    const file = program.getSourceFile(name)
    const syntax = program.getSyntacticDiagnostics(file)
    const found = syntax.length ? syntax : program.getSemanticDiagnostics(file)
    return found.map((diagnostic) => toProblem(diagnostic))
  })
}

function toProblem({ code, messageText, file, start }: ts.Diagnostic): Problem {
  const position = file?.getLineAndCharacterOfPosition(start ?? 0)
  return {
    code,
    message: ts.flattenDiagnosticMessageText(messageText, '\n'),
    line: (position?.line ?? 0) + 1,
    column: (position?.character ?? 0) + 1,
  }
}
