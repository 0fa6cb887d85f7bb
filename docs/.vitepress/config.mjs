import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitepress'
import { readPackages } from '../lib/package-pages.mjs'
import { repository, repositoryLink, root } from '../lib/repository-links.mjs'

const packages = readPackages()
const decisions = readdirSync(join(root, 'docs/decisions'))
  .filter((file) => file.endsWith('.md'))
  .sort()
  .map((file) => ({
    text: titleOf(`docs/decisions/${file}`),
    link: `/decisions/${file.replace(/\.md$/, '')}`,
  }))

export const sidebar = [
  {
    text: 'Start',
    items: [
      { text: 'Five minutes', link: '/tutorial' },
      { text: 'How it fits together', link: '/guide/concepts' },
      { text: 'Install only what you need', link: '/guide/install' },
      { text: 'Errors', link: '/guide/errors' },
      { text: 'Upgrading', link: '/guide/upgrading' },
    ],
  },
  {
    text: 'Packages',
    items: packages.map(({ folder }) => ({ text: folder, link: `/packages/${folder}` })),
  },
  {
    text: 'Recipes',
    items: [
      { text: 'An AI SDK tool over MCP', link: '/recipes/ai-sdk-tool-over-mcp' },
      { text: 'A server, imported and guarded', link: '/recipes/guarded-import' },
      { text: 'Approval across processes', link: '/recipes/approval-across-processes' },
      { text: 'Runs that survive', link: '/durable' },
      { text: 'A macro of tools', link: '/recipes/macro' },
      { text: 'A prompt for code mode', link: '/recipes/code-mode-prompt' },
      { text: 'A report as PNG in Slack', link: '/recipes/report-to-slack' },
      { text: 'Code mode', link: '/code-mode' },
      { text: 'Gallery of compositions', link: '/gallery-composition' },
    ],
  },
  {
    text: 'Coming from',
    items: [
      { text: 'AI SDK tools', link: '/migrate/ai-sdk' },
      { text: 'McpServer', link: '/migrate/mcp-server' },
      { text: 'AgentsKit composeTool', link: '/migrate/agentskit' },
    ],
  },
  {
    text: 'Judge',
    items: [
      { text: 'Compared', link: '/compare' },
      ...(existsSync(join(root, 'docs/benchmarks.md'))
        ? [{ text: 'Benchmarks', link: '/benchmarks' }]
        : []),
      { text: 'Security model', link: '/security' },
    ],
  },
  { text: 'Decisions', collapsed: true, items: decisions },
]
const api = packages.map(({ name, entries }) => ({
  text: name,
  items: entries.map(({ entry, page }) => ({
    text: entry === name ? 'root' : entry.slice(name.length + 1),
    link: `/api/${page}`,
  })),
}))

export default defineConfig({
  title: 'Toolprism',
  description: 'Write a tool once and carry it, lossless, to every AI host and back.',
  lang: 'en',
  head: [['link', { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' }]],
  cleanUrls: true,
  srcExclude: ['README.md'],
  metaChunk: true,
  vite: { build: { chunkSizeWarningLimit: 2000 } },
  markdown: { config: (markdown) => markdown.use(linkRepository) },
  transformPageData(page) {
    if (page.relativePath !== 'index.md' && !inSidebar(page.relativePath))
      throw new Error(`${page.relativePath} stands in no sidebar`)
  },
  themeConfig: {
    logo: '/icon.svg',
    nav: [
      { text: 'Tutorial', link: '/tutorial' },
      { text: 'Packages', link: '/packages/core' },
      { text: 'API', link: '/api/' },
      { text: 'Compared', link: '/compare' },
    ],
    sidebar: {
      '/api/': [{ text: 'API', items: [{ text: 'All entries', link: '/api/' }] }, ...api],
      '/': sidebar,
    },
    search: { provider: 'local' },
    outline: [2, 3],
    editLink: { pattern: `${repository}/edit/main/docs/:path`, text: 'Edit this page' },
    socialLinks: [{ icon: 'github', link: repository }],
  },
})

function titleOf(file) {
  return /^# (.*)$/m.exec(readFileSync(join(root, file), 'utf8'))?.[1] ?? file
}

function inSidebar(path) {
  const link = `/${path.replace(/(index)?\.md$/, '')}`
  return (
    [...sidebar, ...api].some(({ items }) => items.some((item) => item.link === link)) ||
    link === '/api/'
  )
}

/** Relative links that leave docs/ lead to the repository; pictures of raw HTML are taken from beside the page. */
function linkRepository(markdown) {
  markdown.core.ruler.push('repository-links', (state) => {
    const page = `docs/${state.env.relativePath}`
    for (const token of state.tokens) {
      token.content = withPictures(token)
      for (const child of token.children ?? []) {
        child.content = withPictures(child)
        if (child.type !== 'link_open') continue
        const href = child.attrGet('href') ?? ''
        if (/^(\w+:|#|\/)/.test(href)) continue
        const outside = repositoryLink(page, href)
        if (outside) child.attrSet('href', outside)
      }
    }
  })
}

function withPictures({ type, content }) {
  if (type !== 'html_block' && type !== 'html_inline') return content
  return content.replace(/ (src|srcset)="(?![./]|\w+:)/g, ' $1="./')
}
