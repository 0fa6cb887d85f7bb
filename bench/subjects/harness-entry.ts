export { createAgent } from '@toolprism/harness'
