import { build } from '../../tools/tsup'

export default build({
  index: 'src/index.ts',
  model: 'src/model.ts',
})
