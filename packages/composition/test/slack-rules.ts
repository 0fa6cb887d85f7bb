/** Every rule of Block Kit and of a message that the printer must hold; each string is one violation. */
export function slackViolations(message: { text: string; blocks: unknown[] }): string[] {
  const found: string[] = []
  const say = (path: string, problem: string) => found.push(`${path}: ${problem}`)
  if (message.text.length > 4_000) say('text', 'over 4,000')
  if (message.text.length === 0) say('text', 'empty')
  if (message.blocks.length > 50) say('blocks', 'over 50')
  let cells = 0
  let tables = 0
  const plain = (path: string, value: any, max: number) => {
    if (value?.type !== 'plain_text' && value?.type !== 'mrkdwn') say(path, 'no text object')
    if (typeof value?.text !== 'string' || value.text.length === 0) say(path, 'empty text')
    if (value?.text?.length > max) say(path, `over ${max}`)
    if (value?.type === 'mrkdwn' && /[<>](?!$)|&(?!amp;|lt;|gt;)/.test(value.text))
      say(path, 'unescaped mrkdwn')
  }
  const inline = (path: string, elements: any[]) => {
    if (!Array.isArray(elements) || elements.length === 0) say(path, 'no elements')
    elements?.forEach((item, index) => {
      const own = `${path}[${index}]`
      if (typeof item.text !== 'string' || item.text.length === 0) say(own, 'empty text')
      if (item.style && Object.keys(item.style).length === 0) say(own, 'empty style')
      if (item.type === 'link') {
        if (!/^(https?:\/\/|mailto:)/i.test(item.url) || /[|\s]/.test(item.url))
          say(own, `url ${item.url}`)
        if (item.url.length > 3_000) say(own, 'url over 3,000')
      } else if (item.type !== 'text') say(own, `type ${item.type}`)
    })
  }
  const element = (path: string, value: any) => {
    if (value.type === 'rich_text_list') {
      if (value.indent < 0 || value.indent > 8) say(path, 'indent')
      if (value.elements.length === 0) say(path, 'empty list')
      value.elements.forEach((item: any, index: number) => {
        element(`${path}[${index}]`, item)
      })
    } else if (/^rich_text_(section|quote|preformatted)$/.test(value.type))
      inline(path, value.elements)
    else say(path, `type ${value.type}`)
  }
  message.blocks.forEach((block: any, index) => {
    const path = `blocks[${index}]`
    for (const [key, value] of Object.entries(block))
      if (value === null || value === undefined) say(path, `${key} is null`)
    switch (block.type) {
      case 'header':
        plain(path, block.text, 150)
        if (block.text.type !== 'plain_text') say(path, 'a header is plain text')
        break
      case 'context':
        if (block.elements.length < 1 || block.elements.length > 10) say(path, 'elements')
        block.elements.forEach((item: unknown) => {
          plain(path, item, 2_000)
        })
        break
      case 'section':
        if (block.fields.length < 1 || block.fields.length > 10) say(path, 'fields')
        block.fields.forEach((item: unknown) => {
          plain(path, item, 2_000)
        })
        break
      case 'rich_text':
        if (block.elements.length === 0) say(path, 'empty')
        block.elements.forEach((item: unknown, at: number) => {
          element(`${path}[${at}]`, item)
        })
        break
      case 'image':
        if (!/^https?:\/\//.test(block.image_url) || block.image_url.length > 3_000)
          say(path, 'image_url')
        if (block.alt_text.length < 1 || block.alt_text.length > 2_000) say(path, 'alt_text')
        if (block.title) plain(path, block.title, 2_000)
        break
      case 'table': {
        tables++
        const width = block.rows[0]?.length ?? 0
        if (block.rows.length < 1 || block.rows.length > 100) say(path, 'rows')
        if (width < 1 || width > 20 || block.column_settings.length !== width) say(path, 'columns')
        for (const setting of block.column_settings)
          if (!setting || !/^(left|center|right)$/.test(setting.align)) say(path, 'column setting')
        for (const row of block.rows) {
          if (row.length !== width) say(path, 'ragged row')
          for (const cell of row) {
            if (cell.type === 'raw_text') {
              if (cell.text.length === 0) say(path, 'empty cell')
              cells += cell.text.length
            } else {
              cell.elements.forEach((item: any) => {
                inline(path, item.elements)
                for (const part of item.elements) cells += part.text.length
              })
            }
          }
        }
        break
      }
      case 'divider':
        break
      default:
        say(path, `type ${block.type}`)
    }
  })
  if (cells > 10_000) say('blocks', 'table cells over 10,000')
  if (tables > 1) say('blocks', 'more than one table')
  return found
}
