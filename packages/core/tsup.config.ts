import { build } from '../../tools/tsup'

export default build({
  index: 'src/index.ts',
  'compose-tool': 'src/compose-tool.ts',
  ajv: 'src/ajv.ts',
  profiles: 'src/profiles.ts',
})
