import { configureGlobal, readConfigureGlobal } from 'fast-check'

// Property tests search anew in each run; CI names a seed, so that its answer depends on the change alone.
const seed = process.env['FUZZ_SEED']
if (seed) configureGlobal({ ...readConfigureGlobal(), seed: Number(seed) })
