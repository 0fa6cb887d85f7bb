import { build } from '../../tools/tsup'

export default build({
  index: 'src/index.ts',
  'ai-sdk': 'src/ai-sdk.ts',
  mcp: 'src/mcp.ts',
  group: 'src/group.ts',
  html: 'src/html.ts',
  element: 'src/element.ts',
  react: 'src/react.tsx',
  terminal: 'src/terminal.ts',
  markdown: 'src/markdown.ts',
})
