// What a refused input asks for, in one piece: it loads with the first refusal.
export { describeIssues } from './describe-issues'
export { repairJsonStrings } from './repair'
export { useTextTools } from './text-tools'
