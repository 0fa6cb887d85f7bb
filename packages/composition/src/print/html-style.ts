/** Colours by name, light and dark. Text colours have a contrast of at least 4.5 on their backgrounds. */
export const colorTokens: Record<string, readonly [light: string, dark: string]> = {
  bg: ['#ffffff', '#14171c'],
  panel: ['#f6f7f9', '#1c2027'],
  ink: ['#1b2028', '#e8ebf0'],
  muted: ['#5a6372', '#a3adbb'],
  edge: ['#dfe3e9', '#323944'],
  accent: ['#2457c5', '#83aaff'],
  neutral: ['#5a6372', '#a3adbb'],
  info: ['#2457c5', '#83aaff'],
  success: ['#18703f', '#5fd08f'],
  warning: ['#8a5300', '#f0b54d'],
  danger: ['#b3261e', '#ff8f85'],
  'neutral-bg': ['#f3f5f7', '#20252d'],
  'info-bg': ['#eef3fd', '#1a2437'],
  'success-bg': ['#ebf7f0', '#16271e'],
  'warning-bg': ['#fdf5e6', '#2b2315'],
  'danger-bg': ['#fdefee', '#2e1b1b'],
}

/** The colours of one scheme: what a fixed image uses. */
export function schemeColors(scheme: 'light' | 'dark'): Record<string, string> {
  const index = scheme === 'dark' ? 1 : 0
  return Object.fromEntries(Object.entries(colorTokens).map(([name, pair]) => [name, pair[index]]))
}

const pairs = Object.entries(colorTokens)
  .map(([name, [light, dark]]) => `--av-${name}:light-dark(${light},${dark})`)
  .join(';')

const tones = ['neutral', 'info', 'success', 'warning', 'danger']
  .map(
    (tone) =>
      `.av-${tone}{color:var(--av-${tone})}.av-callout.av-${tone}{border-color:var(--av-${tone});background:var(--av-${tone}-bg)}.av-tag.av-${tone}{border-color:var(--av-${tone});background:var(--av-${tone}-bg)}.av-fill.av-${tone}{background:var(--av-${tone})}.av-item.av-${tone}{border-color:var(--av-${tone})}`,
  )
  .join('')

const fonts =
  'Inter,ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif'
const mono = 'ui-monospace,"JetBrains Mono",SFMono-Regular,Menlo,Consolas,monospace'

// Rules shared by pages and images. Layout is flex and grid only, which both engines draw alike.
const shared = `
.av{box-sizing:border-box;background:var(--av-bg);color:var(--av-ink);font-family:${fonts};font-size:16px;line-height:1.55;padding:28px;overflow-wrap:break-word}
.av *{box-sizing:border-box}
.av h2,.av h3,.av h4,.av h5,.av h6{margin:0;line-height:1.25;font-weight:600;color:var(--av-ink)}
.av h2{font-size:28px;letter-spacing:-.4px}.av h3{font-size:20px;letter-spacing:-.2px}.av h4{font-size:17px}.av h5,.av h6{font-size:16px}
.av p,.av ul,.av ol,.av dl,.av dd,.av figure,.av blockquote{margin:0;padding:0}
.av a{color:var(--av-accent);text-decoration:underline}
.av strong{font-weight:600}
.av-sub{color:var(--av-muted);font-size:17px}
.av-head{display:flex;flex-direction:column;gap:6px}
.av-stack{display:flex;flex-direction:column;gap:16px}
.av-page{gap:22px}
.av-section{padding-top:6px}
.av-small{font-size:14px;color:var(--av-muted)}
.av-caption{font-size:14px;color:var(--av-muted)}
.av-sign{display:inline-flex}
.av code{font-family:${mono};font-size:.9em;background:var(--av-panel);border:1px solid var(--av-edge);border-radius:4px;padding:0 4px}
.av pre{margin:0;padding:14px 16px;background:var(--av-panel);border:1px solid var(--av-edge);border-radius:8px;font-family:${mono};font-size:14px;line-height:1.5;white-space:pre;overflow-x:auto}
.av pre code{font-size:inherit;background:none;border:0;padding:0;font-family:inherit}
.av-figure{display:flex;flex-direction:column;gap:6px}
.av-list{padding-left:22px;display:flex;flex-direction:column;gap:5px}
.av .av-list{padding-left:24px}.av-list .av-list{margin-top:5px}
.av-checks{display:flex;flex-direction:column;gap:7px}
.av-check{display:flex;gap:10px}.av-check>div{flex:1}
.av-check input{margin:4px 0 0;width:16px;height:16px;flex:none}
.av-stats{display:flex;flex-wrap:wrap;gap:12px}
.av-stat{flex:1 1 150px;min-width:150px;border:1px solid var(--av-edge);border-radius:10px;padding:14px 16px;display:flex;flex-direction:column;gap:4px}
.av .av-stat dt{font-size:14px;color:var(--av-muted)}
.av .av-value{font-size:27px;line-height:1.2;font-weight:600;letter-spacing:-.4px}
.av .av-note{font-size:14px;font-weight:600;display:flex;gap:6px;align-items:center}
.av-fields{display:flex;flex-direction:column;border-top:1px solid var(--av-edge)}
.av-field{display:flex;gap:16px;padding:8px 0;border-bottom:1px solid var(--av-edge)}
.av .av-field dt{width:32%;flex:none;color:var(--av-muted)}.av-field dd{flex:1;min-width:0}
.av-scroll{overflow-x:auto}
.av table{width:100%;border-collapse:collapse;font-size:15px}
.av th{font-weight:600;font-size:14px;color:var(--av-muted);border-bottom:2px solid var(--av-edge);padding:8px 12px;text-align:left}
.av td{border-bottom:1px solid var(--av-edge);padding:9px 12px;text-align:left;vertical-align:top}
.av .av-end{text-align:right;font-variant-numeric:tabular-nums}.av .av-center{text-align:center}
.av-bars{display:flex;flex-direction:column;gap:9px}
.av-bar{display:flex;gap:14px;align-items:center}
.av-bar-label{width:30%;flex:none}
.av-track{flex:1;height:12px;border-radius:6px;background:var(--av-edge);display:flex;overflow:hidden}
.av-fill{height:12px;border-radius:6px;background:var(--av-accent);min-width:4px}
.av-bar-value{width:22%;flex:none;display:flex;gap:6px;align-items:center;font-variant-numeric:tabular-nums;font-weight:600}
.av-line{display:flex;flex-direction:column;gap:8px;border:1px solid var(--av-edge);border-radius:10px;padding:14px 16px}
.av-line-head{display:flex;justify-content:space-between;gap:12px}
.av-line-foot{display:flex;justify-content:space-between;gap:12px;font-size:14px;color:var(--av-muted)}
.av-chart{display:block;width:100%;height:auto;color:var(--av-accent)}
.av-timeline{display:flex;flex-direction:column;list-style:none}
.av-event{display:flex;gap:14px}
.av-when{width:112px;flex:none;color:var(--av-muted);font-variant-numeric:tabular-nums}
.av-item{flex:1;border-left:2px solid var(--av-edge);padding:0 0 14px 16px;color:var(--av-ink);display:flex;flex-direction:column;gap:2px}
.av .av-item{color:var(--av-ink)}
.av-what{display:flex;gap:8px;align-items:center;font-weight:600}
.av-callout{border:1px solid var(--av-edge);border-left-width:4px;border-radius:8px;padding:12px 16px;display:flex;gap:12px}
.av .av-callout{color:var(--av-ink)}
.av-callout>.av-sign{padding-top:4px}
.av-callout-body{flex:1;min-width:0;display:flex;flex-direction:column;gap:6px}
.av-word{font-weight:600}
.av .av-quote{border-left:4px solid var(--av-edge);padding:2px 0 2px 16px;display:flex;flex-direction:column;gap:6px;font-size:17px}
.av cite{font-style:normal;font-size:14px;color:var(--av-muted)}
.av-details{border:1px solid var(--av-edge);border-radius:8px;padding:10px 16px}
.av summary{font-weight:600;cursor:pointer}
.av-details>.av-stack{padding-top:12px}
.av hr{margin:0;border:0;border-top:1px solid var(--av-edge);height:0}
.av-tags{display:flex;flex-wrap:wrap;gap:8px}
.av-tag{display:inline-flex;gap:5px;align-items:center;border:1px solid var(--av-edge);border-radius:999px;padding:1px 11px;font-size:14px;background:var(--av-panel);color:var(--av-ink)}
.av img{max-width:100%;height:auto;border-radius:8px;display:block}
.av-cols{display:grid;gap:22px}
`
const pageOnly = `
.av{color-scheme:light dark;border-radius:12px;${pairs}}
.av[data-theme=light]{color-scheme:light}.av[data-theme=dark]{color-scheme:dark}
.av a:focus-visible,.av summary:focus-visible,.av-scroll:focus-visible,.av pre:focus-visible{outline:2px solid var(--av-accent);outline-offset:2px}
.av-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.av-icon{flex:none}
@media(max-width:640px){.av{padding:18px}.av .av-cols{grid-template-columns:minmax(0,1fr)}.av-bar{flex-wrap:wrap;gap:4px 12px}.av-bar-label{width:100%}.av-event{flex-direction:column;gap:0}.av-when{width:auto}}
`

function compact(css: string): string {
  return css.trim().replace(/\n/g, '')
}

/** The style sheet of the HTML surface: follows the reader's colour scheme unless the theme is fixed. */
export const pageCss =
  compact(pageOnly.split('@media')[0]! + shared + tones) +
  compact(`@media${pageOnly.split('@media')[1]!}`)

/** The style sheet of a fixed image: one colour scheme, every colour spelt out. */
export function imageCss(scheme: 'light' | 'dark'): string {
  const colors = schemeColors(scheme)
  return compact(shared + tones).replace(
    /var\(--av-([\w-]+)\)/g,
    (_, name: string) => colors[name]!,
  )
}
