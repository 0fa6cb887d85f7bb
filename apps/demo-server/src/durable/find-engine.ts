import { existsSync } from 'node:fs'
import { UsageError } from '../options'
import { installedFile } from './installed-file'

export interface EngineUrls {
  /** Where runs are started. */
  ingressUrl: string
  /** Where runs are looked up, and workers made known. */
  adminUrl: string
}

/** An engine that runs already, or the program to start one with. */
export type FoundEngine = EngineUrls | { binary: string }

/**
 * The Restate server of `RESTATE_INGRESS_URL` and `RESTATE_ADMIN_URL`, else the program of `DEMO_RESTATE_SERVER`, else
 * an installed one.
 * @throws UsageError that says what to install
 */
export function findEngine(environment: NodeJS.ProcessEnv): FoundEngine {
  const ingressUrl = environment['RESTATE_INGRESS_URL']
  const adminUrl = environment['RESTATE_ADMIN_URL']
  if (ingressUrl && adminUrl)
    return { ingressUrl: readUrl(ingressUrl), adminUrl: readUrl(adminUrl) }
  if (ingressUrl || adminUrl)
    throw new UsageError(
      'A Restate server has two addresses: set both RESTATE_INGRESS_URL (http://127.0.0.1:8080) and RESTATE_ADMIN_URL (http://127.0.0.1:9070).',
    )
  const named = environment['DEMO_RESTATE_SERVER']
  if (named) {
    if (existsSync(named)) return { binary: named }
    throw new UsageError(`DEMO_RESTATE_SERVER ${named} is not there: give the server's own file.`)
  }
  // The server itself: the package's own command is a wrapper, which would leave the server behind.
  const platform = `${process.platform}-${process.arch}`
  const binary = installedFile(`@restatedev/restate-server-${platform}/bin/restate-server`)
  if (binary) return { binary }
  throw new UsageError(
    '--durable needs a Restate server: run `node durable/install.mjs` (Business Source License: free to use), name the program with DEMO_RESTATE_SERVER, or one that runs with RESTATE_INGRESS_URL and RESTATE_ADMIN_URL.',
  )
}

function readUrl(text: string): string {
  if (URL.canParse(text)) return text.replace(/\/$/, '')
  throw new UsageError(`${text} is not an address: try http://127.0.0.1:8080.`)
}
