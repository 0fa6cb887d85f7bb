const sheets = new Map<string, CSSStyleSheet>()

/**
 * Gives a document or shadow root a stylesheet, once. A constructed sheet needs no `unsafe-inline`
 * in a Content-Security-Policy; where there is none, a style element does.
 */
export function adoptStyles(root: Document | ShadowRoot, styles: string): void {
  if (!('adoptedStyleSheets' in root)) {
    const parent = (root as Document).head ?? (root as ShadowRoot)
    if (parent.querySelector('style[data-toolprism]')) return
    const element = document.createElement('style')
    element.dataset['toolprism'] = ''
    element.textContent = styles
    parent.append(element)
    return
  }
  let sheet = sheets.get(styles)
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    sheets.set(styles, sheet)
  }
  if (!root.adoptedStyleSheets.includes(sheet))
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}
