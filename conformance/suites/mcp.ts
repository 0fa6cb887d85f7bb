import { join } from 'node:path'
import type { Conformance, ConformanceSuite } from '../lib/suite.mjs'
import {
  bundle,
  type Check,
  house,
  inTurn,
  listScenarios,
  runSuite,
  startServer,
  suites,
} from '../mcp/run-suite'

type SuiteName = keyof typeof suites

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
    await runServers(conformance)
    await runClients(conformance)
  },
} satisfies ConformanceSuite

async function runServers(conformance: Conformance): Promise<void> {
  for (const sdk of ['v1', 'v2'] as const) {
    const server = await startServer(
      process.execPath,
      [
        '--conditions=@toolprism/source',
        '--import',
        'tsx',
        join(house, 'apps/demo-server/src/cli.ts'),
        '--conformance',
        '--port',
        '0',
      ],
      { MCP_SDK: sdk },
    )
    try {
      for (const { suite, revision, args } of serverRuns.filter((run) => run.sdk === sdk)) {
        const checks = await runSuite(suite, ['server', '--url', server.url, ...args])
        tell(conformance, `server on SDK ${sdk}, suite ${suite}, ${revision}`, checks)
      }
    } finally {
      server.stop()
    }
  }
}

async function runClients(conformance: Conformance): Promise<void> {
  const client = bundle('mcp/client.ts')
  const jobs = (['v1', 'v2'] as const).flatMap((sdk) =>
    (Object.keys(suites) as SuiteName[]).flatMap((suite) =>
      listScenarios(suite, 'Client').flatMap(({ name, versions }) =>
        revisionsFor(sdk, suite, versions).map((revision) => ({ sdk, suite, name, revision })),
      ),
    ),
  )
  await inTurn(jobs, 2, async ({ sdk, suite, name, revision }) => {
    const checks = await runSuite(suite, [
      'client',
      '--command',
      `${process.execPath} ${client} ${sdk}`,
      '--scenario',
      name,
      ...(suite === '0.1.16' ? [] : ['--spec-version', revision]),
    ])
    const group = `client on SDK ${sdk}, suite ${suite}, ${revision}`
    if (checks.length === 0) conformance.fail(group, name, 'the scenario gave no check')
    tell(
      conformance,
      group,
      checks.map((check) => ({ ...check, scenario: name })),
    )
  })
}

/** The newest legacy revision of a scenario, and the modern one where the SDK speaks it. */
function revisionsFor(sdk: 'v1' | 'v2', suite: SuiteName, versions: string[]): string[] {
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
