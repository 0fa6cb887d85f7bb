// What runs macros, in one piece: it loads with the first macro that runs.
export { useCallPath } from './call-path'
export { dryRunMacro } from './dry-run'
export { runMacro } from './run-macro'
