import { build } from '../../tools/tsup'

export default build({
  index: 'src/index.ts',
  verify: 'src/verify.ts',
})
