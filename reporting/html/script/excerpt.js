import { make } from './make.js'

/** Lines of a unified diff as rows of two cells; common lines are in both cells. */
const rowsOf = (lines) => {
  const rows = []
  let [before, after] = [[], []]
  const flush = () => {
    for (let at = 0; at < Math.max(before.length, after.length); at++) rows.push([before[at], after[at]])
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

const kinds = { '-': 'gone', '+': 'new', '~': 'out' }
const names = { gone: 'del', new: 'ins' }

const cellNode = (line) => {
  if (line === undefined) return make('td', { class: 'empty' })
  const kind = kinds[line[0]] ?? 'same'
  const mark = { gone: '- ', new: '+ ' }[kind] ?? '  '
  return make('td', { class: kind }, make(names[kind] ?? 'span', {}, mark + line.slice(1)))
}

/** Two fragments side by side, with different lines marked. */
export const excerptNode = (text) => {
  const headings = ['Before', 'After'].map((word) => make('th', { scope: 'col' }, word))
  const rows = rowsOf(text.split('\n')).map((row) => make('tr', {}, ...row.map(cellNode)))
  const head = make('thead', {}, make('tr', {}, ...headings))
  return make('table', { class: 'excerpt', dir: 'ltr' }, head, make('tbody', {}, ...rows))
}
