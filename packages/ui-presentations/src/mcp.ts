export { iconToMcpIcons } from './icon-to-mcp-icons'
