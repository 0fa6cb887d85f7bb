import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const [module, output] = process.argv.slice(2)
const { default: suite } = await import(pathToFileURL(module).href)
const groups = {}
const groupOf = (name) => {
  groups[name] ??= { passed: 0, failures: {} }
  return groups[name]
}
await suite.run({
  pass(group) {
    groupOf(group).passed++
  },
  fail(group, id, why) {
    groupOf(group).failures[id] = why
  },
})
writeFileSync(output, JSON.stringify(groups))
process.exit(0)
