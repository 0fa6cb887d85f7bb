import { join } from 'node:path'
import type { Conformance, ConformanceSuite } from '../lib/suite.mjs'
import {
  buildDemo,
  bundleWhole,
  type Check,
  folder,
  inTurn,
  listScenarios,
  runSuite,
  type SuiteName,
  startServer,
  suiteNames,
} from '../mcp/run-suite'

interface Scenario {
  sdk: 'v1' | 'v2'
  suite: SuiteName
  name: string
  versions: string[]
}

/** Extensions both SDKs have a provider for; of the others (DPoP, identity federation, skills) README.md speaks. */
const extensions = new Set(['auth/client-credentials-jwt', 'auth/client-credentials-basic'])

/** Which runs of the server suite fit what an SDK can speak. */
const serverRuns: { sdk: 'v1' | 'v2'; suite: SuiteName; revision: string; args: string[] }[] = [
  { sdk: 'v1', suite: '0.1.16', revision: '2025-11-25', args: ['--suite', 'all'] },
  { sdk: 'v2', suite: '0.1.16', revision: '2025-11-25', args: ['--suite', 'all'] },
  ...(['v1', 'v2'] as const).map((sdk) => ({
    sdk,
    suite: '0.2.0-alpha.12' as const,
    revision: '2025-11-25',
    args: ['--suite', 'all', '--spec-version', '2025-11-25'],
  })),
  {
    sdk: 'v2',
    suite: '0.2.0-alpha.12',
    revision: '2026-07-28',
    args: ['--requirements', '2026-07-28'],
  },
]

export default {
  name: 'mcp',
  async run(conformance) {
    const jobs = [...serverJobs(conformance), ...clientJobs(conformance)]
    await inTurn(jobs, 4, (job) => job())
  },
} satisfies ConformanceSuite

type Job = () => Promise<void>

/** One job for each SDK: a server, and in turn the suites that fit it. */
function serverJobs(conformance: Conformance): Job[] {
  const demo = buildDemo()
  return (['v1', 'v2'] as const).map((sdk) => async () => {
    const server = await startServer(process.execPath, [demo, '--conformance', '--port', '0'], {
      MCP_SDK: sdk,
    })
    try {
      for (const { suite, revision, args } of serverRuns.filter((run) => run.sdk === sdk)) {
        const checks = await runSuite(suite, ['server', '--url', server.url, ...args])
        tell(conformance, `server on SDK ${sdk}, suite ${suite}, ${revision}`, checks)
      }
    } finally {
      server.stop()
    }
  })
}

/** One job for each scenario: the suites start the client once in each. */
function clientJobs(conformance: Conformance): Job[] {
  const client = bundleWhole('mcp/client.ts', join(folder, 'node_modules/.toolprism/client.mjs'))
  const scenarios = suiteNames.flatMap((suite) =>
    listScenarios(suite, 'Client').flatMap((scenario) =>
      (['v1', 'v2'] as const).flatMap((sdk) =>
        revisionsFor({ ...scenario, suite, sdk }).map((revision) => ({
          ...scenario,
          suite,
          sdk,
          revision,
        })),
      ),
    ),
  )
  return scenarios.map(({ sdk, suite, name, revision }) => async () => {
    const command = `${process.execPath} ${client} ${sdk}`
    const version = /^\d/.test(revision) && suite !== '0.1.16' ? ['--spec-version', revision] : []
    const args = ['client', '--command', command, '--scenario', name, ...version]
    const checks = await runSuite(suite, args)
    const group = `client on SDK ${sdk}, suite ${suite}, ${revision}`
    if (checks.length === 0) conformance.fail(group, name, 'the scenario gave no check')
    tell(
      conformance,
      group,
      checks.map((check) => ({ ...check, scenario: name })),
    )
  })
}

/** The newest legacy revision of a scenario, the modern one where the SDK speaks it, and what has no revision. */
function revisionsFor({ sdk, suite, name, versions }: Scenario): string[] {
  if (versions.includes('extension')) return extensions.has(name) ? ['extensions'] : []
  if (versions.includes('draft')) return ['draft']
  const legacy = versions.filter((version) => version <= '2025-11-25').sort()
  const modern = versions.filter((version) => version === '2026-07-28')
  if (suite === '0.1.16') return legacy.length > 0 ? ['2025-11-25'] : []
  return [...legacy.slice(-1), ...(sdk === 'v2' ? modern : [])]
}

function tell(conformance: Conformance, group: string, checks: Check[]): void {
  for (const { scenario, id, failed, why } of checks)
    if (failed) conformance.fail(group, `${scenario}: ${id}`, why.split('\n')[0] ?? '')
    else conformance.pass(group)
}
