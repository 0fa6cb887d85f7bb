import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConformanceSuite } from '../lib/suite.mjs'
import { finish, folder, house } from '../mcp/run-suite'

interface Report {
  testResults: {
    name: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

/** The tests of adapter-mcp on the oldest SDK of its peer range. */
export default {
  name: 'floor',
  async run(conformance) {
    const output = mkdtempSync(join(tmpdir(), 'mcp-floor-'))
    const { version } = JSON.parse(
      readFileSync(join(folder, 'node_modules/sdk-floor/package.json'), 'utf8'),
    )
    const group = `SDK ${version}`
    try {
      const report = join(output, 'report.json')
      const vitest = join(house, 'node_modules/vitest/vitest.mjs')
      const config = ['--config', join(folder, 'mcp/floor.config.ts')]
      const reporter = ['--reporter=json', `--outputFile=${report}`]
      await finish(
        spawn(process.execPath, [vitest, 'run', ...config, ...reporter], {
          cwd: house,
          stdio: ['ignore', 'ignore', 'inherit'],
        }),
      )
      const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
      for (const { name, message, assertionResults } of testResults) {
        if (assertionResults.length === 0)
          conformance.fail(group, name.slice(house.length), message)
        for (const { fullName, status, failureMessages } of assertionResults)
          if (status === 'passed') conformance.pass(group)
          else conformance.fail(group, fullName, failureMessages[0]?.split('\n')[0] ?? status)
      }
    } finally {
      rmSync(output, { recursive: true, force: true })
    }
  },
} satisfies ConformanceSuite
