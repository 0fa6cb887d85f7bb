// A server in a process of its own: `stdio-child.ts v1|v2`.
import { serveStdio } from '@toolprism/adapter-mcp/stdio'

await serveStdio({
  name: 'child',
  version: '1',
  sdk: process.argv[2] === 'v1' ? 'v1' : 'v2',
  exitAfterMs: 500,
  tools: [
    {
      name: 'noisy',
      description: 'Writes where it should not.',
      inputSchema: { type: 'object' },
      execute: () => {
        console.log('log')
        console.info('info')
        console.debug('debug')
        process.stdout.write('raw\n')
        return 'quiet'
      },
    },
    {
      name: 'stubborn',
      description: 'Never ends, and ignores its signal.',
      inputSchema: { type: 'object' },
      execute: (_, { signal }) => {
        signal.addEventListener('abort', () => process.stderr.write('aborted\n'))
        setInterval(() => {}, 1000)
        process.stderr.write('running\n')
        return new Promise(() => {})
      },
    },
  ],
})
