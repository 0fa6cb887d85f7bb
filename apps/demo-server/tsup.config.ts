import { build } from '../../tools/tsup'

export default build({ cli: 'src/cli.ts' }, { platform: 'node', dts: false })
