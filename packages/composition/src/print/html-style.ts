/** Colours by name, light and dark. Text colours have a contrast of at least 4.5 on their backgrounds. */
const colorTokens: Record<string, readonly [light: string, dark: string]> = {
  bg: ['#fff', '#14171c'],
  panel: ['#f6f7f9', '#1c2027'],
  ink: ['#1b2028', '#e8ebf0'],
  muted: ['#5a6372', '#a3adbb'],
  edge: ['#dfe3e9', '#323944'],
  accent: ['#2457c5', '#83aaff'],
  success: ['#18703f', '#5fd08f'],
  warning: ['#8a5300', '#f0b54d'],
  danger: ['#b3261e', '#ff8f85'],
  'neutral-bg': ['#f3f5f7', '#20252d'],
  'info-bg': ['#eef3fd', '#1a2437'],
  'success-bg': ['#ebf7f0', '#16271e'],
  'warning-bg': ['#fdf5e6', '#2b2315'],
  'danger-bg': ['#fdefee', '#2e1b1b'],
}

/** Tones that look like another colour. */
const aliases: Record<string, string> = { neutral: 'muted', info: 'accent' }

/** The colours of one scheme: what a fixed image uses. */
export function schemeColors(scheme: 'light' | 'dark'): Record<string, string> {
  const index = scheme === 'dark' ? 1 : 0
  const colors: Record<string, string> = {}
  for (const [name, pair] of Object.entries(colorTokens)) colors[name] = pair[index]
  for (const [name, other] of Object.entries(aliases)) colors[name] = colors[other]!
  return colors
}

const pairs = Object.entries(colorTokens)
  .map(([name, [light, dark]]) => `--av-${name}:light-dark(${light},${dark})`)
  .join(';')

const tones =
  ['neutral', 'info', 'success', 'warning', 'danger']
    .map(
      (tone) =>
        `.av-${tone}{--tone:var(--av-${aliases[tone] ?? tone});--tint:var(--av-${tone}-bg)}`,
    )
    .join('') +
  '.av-sign,.av-note,.av-tone{color:var(--tone)}.av .av-box{border-color:var(--tone);background:var(--tint)}.av-fill{background:var(--tone,var(--av-accent))}.av-item{border-color:var(--tone,var(--av-edge))}'

const fonts = 'Inter,system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif'
const mono = 'ui-monospace,"JetBrains Mono",Menlo,Consolas,monospace'

// Rules shared by pages and images. Layout is flex and grid only, which both engines draw alike.
const shared = `
.av{box-sizing:border-box;background:var(--av-bg);color:var(--av-ink);font-family:${fonts};font-size:16px;line-height:1.55;padding:28px;overflow-wrap:break-word}
.av *{box-sizing:border-box;margin:0}
.av h2,.av h3,.av h4,.av h5,.av h6{line-height:1.25;font-weight:600}
.av h2{font-size:28px;letter-spacing:-.4px}.av h3{font-size:20px;letter-spacing:-.2px}.av h4{font-size:17px}.av h5,.av h6{font-size:16px}
.av ul,.av ol,.av dd,.av dl{padding:0}
.av a{color:var(--av-accent);text-decoration:underline}
.av strong,.av th,.av summary{font-weight:600}
.av-head,.av-stack,.av-figure,.av-list,.av-checks,.av-stat,.av-line,.av-fields,.av-bars,.av-timeline,.av-item,.av-callout>.av-main,.av-quote{display:flex;flex-direction:column}
.av-head{gap:6px}
.av .av-sub{color:var(--av-muted);font-size:17px}
.av-stack{gap:16px}
.av-page{gap:24px}
.av-section{padding-top:8px}
.av-small,.av-caption,.av cite{font-size:14px;font-style:normal;color:var(--av-muted)}
.av-sign{display:inline-flex}
.av code,.av pre{font-family:${mono};font-size:14px;font-variant-ligatures:none;background:var(--av-panel);border:1px solid var(--av-edge);border-radius:4px;padding:0 4px}
.av pre{padding:14px 16px;border-radius:8px;line-height:1.5;white-space:pre;overflow-x:auto}
.av pre code{background:none;border:0;padding:0}
.av-figure{gap:6px}
.av .av-list{padding-left:24px;gap:5px}.av .av-list .av-list{margin-top:5px}
.av-checks{gap:7px;list-style:none}
.av-check{display:flex;gap:10px}.av-check>div{flex:1}
.av .av-check input{margin:4px 0 0;width:16px;height:16px;flex:none}
.av-stats,.av-cols{display:grid;gap:12px}
.av-cols{gap:28px}
.av-stat,.av-line{border:1px solid var(--av-edge);border-radius:10px;padding:14px 16px;gap:4px;min-width:0}
.av-stat dt{font-size:14px;color:var(--av-muted)}
.av-value{font-size:26px;line-height:1.25;font-weight:600;letter-spacing:-.4px}
.av-note{font-size:14px;line-height:1.4;font-weight:600;display:flex;gap:6px}
.av-note>.av-sign{padding-top:2px}
.av-fields{border-top:1px solid var(--av-edge)}
.av-field{display:flex;gap:18px;padding:8px 0;border-bottom:1px solid var(--av-edge)}
.av-field dt{color:var(--av-muted)}
.av-side{flex:none;max-width:45%}
.av-main{flex:1;min-width:0}
.av-scroll{overflow-x:auto}
.av table{width:100%;border-collapse:collapse;font-size:15px}
.av th{font-size:14px;color:var(--av-muted);border-bottom:2px solid var(--av-edge);padding:8px 12px;text-align:left}
.av td{border-bottom:1px solid var(--av-edge);padding:9px 12px;text-align:left;vertical-align:top}
.av tr>:first-child{padding-left:0}.av tr>:last-child{padding-right:0}
.av .av-end{text-align:right}.av .av-center{text-align:center}
.av-end,.av-when,.av-bar{font-variant-numeric:tabular-nums}
.av-bars{gap:10px}
.av-bar{display:flex;gap:14px;align-items:center}
.av-track{flex:1;height:12px;border-radius:6px;background:var(--av-edge);display:flex;overflow:hidden}
.av-fill{height:12px;border-radius:6px;min-width:4px}
.av-bar-value{display:flex;gap:6px;align-items:center;font-weight:600}
.av-line{gap:8px}
.av-line-head,.av-line-foot{display:flex;justify-content:space-between;gap:12px}

.av-line-head>span{white-space:nowrap}
.av-line-foot{font-size:14px;color:var(--av-muted)}
.av-chart{display:block;width:100%;height:auto;color:var(--av-accent)}
.av-timeline{list-style:none}
.av-event{display:flex;gap:16px}
.av-when{color:var(--av-muted)}
.av-item{border-left:3px solid;padding:0 0 14px 16px;gap:2px}
.av-what{display:flex;gap:8px;font-weight:600}
.av-what>.av-sign{padding-top:4px}
.av-callout{border:1px solid;border-left-width:4px;border-radius:8px;padding:12px 16px;display:flex;gap:12px}
.av-callout>.av-sign{padding-top:4px}
.av-callout>.av-main{gap:6px}
.av-word{font-weight:600}
.av .av-quote{border-left:4px solid var(--av-edge);padding:2px 0 2px 16px;gap:6px;font-size:17px}
.av-details{border:1px solid var(--av-edge);border-radius:8px;padding:10px 16px}
.av summary{cursor:pointer}
.av-details>.av-stack{padding-top:12px}
.av hr{border:0;border-top:1px solid var(--av-edge);height:0}
.av-tags{display:flex;flex-wrap:wrap;gap:8px;list-style:none}
.av-tag{display:inline-flex;gap:5px;align-items:center;border:1px solid var(--av-edge);border-radius:999px;padding:1px 11px;font-size:14px;background:var(--av-panel)}
.av img{max-width:100%;height:auto;border-radius:8px;display:block}
`
const pageOnly = `
.av{color-scheme:light dark;border-radius:12px;container-type:inline-size;${pairs}}
.av[data-theme=light]{color-scheme:light}.av[data-theme=dark]{color-scheme:dark}
.av :focus-visible{outline:2px solid var(--av-accent);outline-offset:2px}
.av-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.av-icon{flex:none}
`
const narrow = `
@container(max-width:560px){.av .av-cols{grid-template-columns:minmax(0,1fr)}.av .av-stats{grid-template-columns:repeat(2,minmax(0,1fr))}.av-bar{flex-wrap:wrap;gap:2px 12px}.av-bar .av-side{width:auto;max-width:none}.av-track{order:9;flex:none;width:100%}.av-bar-value{margin-left:auto}}
@container(max-width:330px){.av .av-stats{grid-template-columns:minmax(0,1fr)}.av-event,.av-field{flex-direction:column;gap:0}}
`

// What a browser's own style sheet says and an image engine does not know.
const imageReset = `
section,div,p,h2,h3,h4,h5,h6,ul,ol,dl,dt,dd,pre,figure,figcaption,blockquote,aside,summary,hr{display:block}
li{display:list-item}ul{list-style-type:disc}ol{list-style-type:decimal}
table{display:table}thead{display:table-header-group}tbody{display:table-row-group}tr{display:table-row}th,td{display:table-cell}caption{display:table-caption;text-align:left;padding-bottom:6px}
em{font-style:italic}
`
const imageFrame =
  '.av{padding:44px;width:100%}.av-missing{padding:14px 16px;border:1px solid var(--av-edge);border-radius:8px;background:var(--av-panel);color:var(--av-muted);font-size:14px}'

function compact(css: string): string {
  return css.trim().replace(/\n/g, '')
}

/** The style sheet of the HTML surface: follows the reader's colour scheme unless the theme is fixed. */
export const pageCss = compact(pageOnly + shared + tones + narrow)

interface StyleRule {
  text: string
  /** The classes and tags of each selector: a rule counts when all of one selector are in use. */
  names: string[][]
}

let parsed: { rules: StyleRule[]; narrow: { query: string; rules: StyleRule[] }[] } | undefined

/** The part of the page style sheet that a page with these classes and tags needs. */
export function pageCssFor(used: ReadonlySet<string>): string {
  parsed ??= {
    rules: parseRules(compact(pageOnly + shared + tones)),
    narrow: Array.from(
      compact(narrow).matchAll(/(@container\([^)]*\))\{((?:[^{}]*\{[^}]*\})*)\}/g),
      (match) => ({
        query: match[1]!,
        rules: parseRules(match[2]!),
      }),
    ),
  }
  const pick = (rules: readonly StyleRule[]) =>
    rules
      .filter(({ names }) => names.some((parts) => parts.every((name) => used.has(name))))
      .map((rule) => rule.text)
      .join('')
  const queries = parsed.narrow.map(({ query, rules }) => [query, pick(rules)] as const)
  return (
    pick(parsed.rules) + queries.map(([query, css]) => (css ? `${query}{${css}}` : '')).join('')
  )
}

function parseRules(css: string): StyleRule[] {
  return Array.from(css.matchAll(/([^{}]+)\{[^}]*\}/g), ([text, selectors]) => ({
    text: text!,
    names: selectors!
      .split(',')
      .map((selector) =>
        Array.from(
          selector.matchAll(/\.([\w-]+)|(?<![\w:[.-])([a-z]\w*)/g),
          (match) => match[1] ?? match[2]!,
        ),
      ),
  }))
}

/** The style sheet of a fixed image: one colour scheme, every colour spelt out. */
export function imageCss(scheme: 'light' | 'dark'): string {
  const colors = schemeColors(scheme)
  return compact(imageReset + shared + tones + imageFrame).replace(
    /var\(--av-([\w-]+)\)/g,
    (_, name: string) => colors[name]!,
  )
}
