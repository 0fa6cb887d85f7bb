import { spawn } from 'node:child_process'

/** Runs a command to its end; throws with all it printed when it fails. `timeout` is in milliseconds. */
export function run(command, args, { cwd, env, timeout = 300_000, allowFailure = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, timeout })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0 || allowFailure) resolve({ code, output })
      else reject(new Error(`${command} ${args.join(' ')} ended with ${code}\n${output}`))
    })
  })
}

/** Like Promise.all over `items.map(work)`, two at a time: npm and compilers are one core each. */
export async function mapInPairs(items, work) {
  const results = []
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      const index = next++
      results[index] = await work(items[index])
    }
  }
  await Promise.all([worker(), worker()])
  return results
}
