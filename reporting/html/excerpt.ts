import { shownHtml } from './escape.js'

type Row = readonly [before: string | undefined, after: string | undefined]

/** The lines of a unified diff as table rows, with differing lines side by side. */
const rowsOf = (lines: readonly string[]): readonly Row[] => {
  const rows: Row[] = []
  let [before, after]: [string[], string[]] = [[], []]
  const flush = (): void => {
    for (let at = 0; at < Math.max(before.length, after.length); at += 1) rows.push([before[at], after[at]])
    ;[before, after] = [[], []]
  }
  for (const line of lines) {
    if (line.startsWith('-') && after.length > 0) flush()
    if (line.startsWith('-')) before.push(line)
    else if (line.startsWith('+')) after.push(line)
    else {
      flush()
      rows.push([line, line])
    }
  }
  flush()
  return rows
}

const cellHtml = (line: string | undefined): string => {
  if (line === undefined) return '<td class="empty">'
  const text = shownHtml(line.slice(1))
  if (line.startsWith('-')) return `<td class="gone"><del>- ${text}</del>`
  if (line.startsWith('+')) return `<td class="new"><ins>+ ${text}</ins>`
  return `<td class="${line.startsWith('~') ? 'out' : 'same'}">  ${text}`
}

/** Renders two fragments side by side, with differing lines marked; `script/excerpt.js` renders the same. */
export function excerptHtml(text: string): string {
  const rows = rowsOf(text.split('\n')).map((row) => `<tr>${row.map(cellHtml).join('')}`)
  return `<table class="excerpt" dir="ltr"><thead><tr><th scope="col">Before<th scope="col">After<tbody>${rows.join('')}</table>`
}
