import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { diffFormats, formatRows, reportFormats } from '../reporting/index.js'

// The tables of formats in docs/diff.md and docs/reports.md, from those of reporting/formats.ts.

const write = async (page: string, heading: string, rows: readonly string[]): Promise<void> => {
  const file = fileURLToPath(new URL(`../../docs/${page}`, import.meta.url))
  const head = `| ${heading} | What for |\n|---|---|\n`
  const text = await readFile(file, 'utf8')
  const [before = '', after] = text.split(head, 2)
  if (after === undefined) throw new Error(`${page} has no table that begins with | ${heading} |`)
  const rest = after.slice(after.indexOf('\n\n'))
  await writeFile(file, `${before}${head}${rows.join('\n')}${rest}`)
}

await write('diff.md', '`--format`', formatRows(diffFormats))
await write('reports.md', 'File', formatRows(reportFormats))
