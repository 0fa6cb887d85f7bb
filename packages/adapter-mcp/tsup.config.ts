import { build } from '../../tools/tsup'

export default build({
  index: 'src/index.ts',
  client: 'src/client.ts',
  stdio: 'src/stdio.ts',
  http: 'src/http.ts',
})
