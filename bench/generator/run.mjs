// One run: a table of documents, and one of all else. DOCUMENTS=figma,stripe and ROUNDS=1 make it shorter, and
// DOCUMENTS=none leaves out the first table.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { documents } from './documents.mjs'
import { measureDocument } from './one-document.mjs'
import { median } from './measure.mjs'
import { measureRest } from './rest.mjs'

const ROUNDS = Number(process.env.ROUNDS ?? 3)
const wanted = process.env.DOCUMENTS?.split(',')
const folder = mkdtempSync(join(tmpdir(), 'rampart-bench-'))

const ratio = (kind) => (a, b) => (!a || !b || a.failed || b.failed ? NaN : a[kind] / b[kind])
const beyondEmpty = (checked, name) =>
  checked[name] &&
  ratio('cpu')(
    { cpu: checked.ours.cpu - checked.empty.cpu },
    !checked[name].failed && { cpu: checked[name].cpu - checked.empty.cpu },
  )

const columns = {
  'time / openapi-typescript, CPU': ({ generated: { ours, types } }) => ratio('cpu')(ours, types),
  'the same, wall': ({ generated: { ours, types } }) => ratio('wall')(ours, types),
  '/ hey-api + zod, CPU': ({ generated: { ours, heyApi } }) => ratio('cpu')(ours, heyApi),
  '/ kubb + zod, CPU': ({ generated: { ours, kubb } }) => ratio('cpu')(ours, kubb),
  '/ ajv by hand, CPU': ({ generated: { ours, ajv } }) => ratio('cpu')(ours, ajv),
  'nothing to do / full, CPU': ({ generated: { ours, again } }) => ratio('cpu')(again, ours),
  'bytes of validators / ajv by hand': ({ bytes }) => bytes.ours / bytes.ajv,
  'the same, both directions': ({ bytes }) => bytes.ours / bytes.ajvBoth,
  'tsc / hey-api, CPU': ({ checked }) => ratio('cpu')(checked.ours, checked.heyApi),
  'beyond an empty project': ({ checked }) => beyondEmpty(checked, 'heyApi'),
  'tsc / kubb, CPU': ({ checked }) => ratio('cpu')(checked.ours, checked.kubb),
  'beyond an empty project ': ({ checked }) => beyondEmpty(checked, 'kubb'),
}

const shown = (value) => (Number.isFinite(value) ? value.toFixed(2) : '-')
const row = (...cells) => console.log(`| ${cells.join(' | ')} |`)

const errors = ({ checked }, name) => {
  if (!checked[name]) return 'failed'
  return checked[name].failed ? 'crash' : String(JSON.parse(checked[name].stdout).errors)
}

const table = () => {
  const checkers = ['ours', 'types', 'heyApi', 'kubb']
  row('document', 'KB', ...Object.keys(columns), 'errors in tsc: rampart, openapi-typescript, hey-api, kubb')
  row(...Array.from({ length: Object.keys(columns).length + 3 }, () => '---'))
  const values = []
  for (const document of documents().filter(({ name }) => !wanted || wanted.includes(name))) {
    const measured = measureDocument(folder, document, ROUNDS)
    const cells = Object.values(columns).map((column) => column(measured))
    values.push(cells)
    const kilobytes = Math.round(statSync(document.file).size / 1024)
    row(
      document.name,
      kilobytes,
      ...cells.map(shown),
      checkers.map((name) => errors(measured, name)).join(', '),
    )
  }
  const medians = Object.keys(columns).map((_, index) =>
    median(values.map((cells) => cells[index]).filter(Number.isFinite)),
  )
  row('median', '', ...medians.map(shown), '')
}

const rest = async () => {
  console.log()
  row('what', 'measured', 'target')
  row('---', '---', '---')
  for await (const cells of measureRest(folder, ROUNDS)) row(...cells)
}

try {
  if (wanted?.[0] !== 'none') table()
  if (process.env.REST !== 'none') await rest()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
