import { build } from '../../tools/tsup'

export default build({
  index: 'src/index.ts',
  redis: 'src/redis.ts',
})
