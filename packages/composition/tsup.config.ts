import { build } from '../../tools/tsup'

export default build({
  index: 'src/index.ts',
  author: 'src/author.ts',
  runtime: 'src/runtime.ts',
  takumi: 'src/takumi.ts',
})
