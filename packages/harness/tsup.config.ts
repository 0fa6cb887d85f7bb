import { build } from '../../tools/tsup'

export default build({
  index: 'src/index.ts',
  node: 'src/node.ts',
  testing: 'src/testing.ts',
})
