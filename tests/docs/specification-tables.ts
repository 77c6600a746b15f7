import { eventKinds } from '../../conformance/exchange/delivery.js'
import { enumerations } from '../../payment/tables/enumerations.js'
import { topicOf } from '../../payment/tables/messages.js'
import { type QuoteParameter, quoteParameters, referenceLimits } from '../../payment/tables/parameters.js'
import { type Field, type RecordTable, records, valueKinds } from '../../payment/tables/records.js'
import { submissionFields } from '../../payment/tables/submissions.js'
import { tableCell, tableRow } from '../../reporting/index.js'
import { changes, versions } from '../../versions/index.js'

/** A Markdown table. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => tableRow(cells.map(tableCell))
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

const code = (text: string): string => `\`${text}\``

/** The row of a table. @throws for a name that an introduction misspells. */
const listed = <Row>(rows: Readonly<Record<string, Row>>, name: string): Row => {
  const row = Object.hasOwn(rows, name) ? rows[name] : undefined
  if (row === undefined) throw new Error(`no table of the specification is called ${name}`)
  return row
}

const enumerationTable = (names: readonly string[]): string =>
  table(
    ['Name', 'Values'],
    names.map((name) => [name, listed(enumerations, name).join(', ')]),
  )

const typeOf = ({ kind, of, enumeration }: Field): string => {
  if (enumeration !== undefined) return enumeration
  if (of !== undefined) return kind === 'list' ? `list of ${of}` : of
  return valueKinds[kind].words
}

const notesOf = ({ pattern, standard, isDeprecated }: Field): string =>
  [
    ...(pattern ? [`matches ${code(pattern.source)}`] : []),
    ...(standard === undefined ? [] : [`${String(standard)} by default`]),
    ...(isDeprecated ? ['deprecated'] : []),
  ].join('; ')

const rowOf = (field: Field): readonly string[] => [
  code(field.name),
  typeOf(field),
  field.isOptional ? 'no' : field.isNamed ? '' : 'yes',
  notesOf(field),
]

/** The fields of a record; if `type` discriminates it, those of each type. */
const fieldTable = (name: string): string => {
  const { fields, kinds } = listed<RecordTable>(records, name)
  if (kinds === undefined) return table(['Field', 'Type', 'Required', 'Notes'], fields.map(rowOf))
  const rows = Object.entries(kinds).flatMap(([type, own]) => own.map((field) => [type, ...rowOf(field)]))
  return table(['`type`', 'Field', 'Type', 'Required', 'Notes'], rows)
}

const limitWords: Readonly<Record<string, (value: string) => string>> = {
  maxLength: (value) => `${value} characters at most`,
  maximum: (value) => `at most ${value}`,
  maxItems: (value) => `${value} items at most`,
  default: (value) => `${value} by default`,
}

const kindOf = ({ type, format, enumeration }: QuoteParameter): string => {
  if (type === 'array') return `array of ${enumeration ?? 'string'}`
  return enumeration ?? [type, format].filter(Boolean).join(', ')
}

const parameterTable = (): string => {
  const rows = Object.entries(quoteParameters).map(([name, parameter]) => {
    const { isRequired, isDeprecated, limits = {} } = parameter
    const words = Object.entries(limits).map(([keyword, value]) =>
      limitWords[keyword]?.(JSON.stringify(value)),
    )
    const notes = [...words, ...(isDeprecated ? ['deprecated'] : [])]
    return [code(name), kindOf(parameter), isRequired ? 'yes' : 'no', notes.join('; ')]
  })
  return table(['Query parameter', 'Type', 'Required', 'Notes'], rows)
}

const referenceTable = (): string =>
  table(
    ['Reference', 'Characters', 'Matches'],
    Object.entries(referenceLimits).map(([name, { min, max, pattern }]) => [
      code(name),
      `${min} to ${max}`,
      code(pattern.source),
    ]),
  )

const changeTable = (): string =>
  table(
    ['Version', 'Change'],
    versions.map((version) => {
      const own = changes.filter((change) => change.version === version)
      return [version, own.map(({ title }) => title).join('; ') || 'the first']
    }),
  )

const eventTable = (): string =>
  table(
    ['Delivered type', 'Topic'],
    eventKinds.map((kind) => [code(kind), code(topicOf(kind))]),
  )

const submissionTable = (): string =>
  table(
    ['Field', 'Type', 'Values named'],
    submissionFields.map(({ path, type = '', values = [] }) => [
      code(path.join('.')),
      type,
      values.join(', '),
    ]),
  )

/** The tables that introductions name in braces: of all, or of the names that follow. */
const tables: Readonly<Record<string, (names: readonly string[]) => string>> = {
  fields: ([name = '']) => fieldTable(name),
  values: enumerationTable,
  parameters: parameterTable,
  references: referenceTable,
  changes: changeTable,
  'event kinds': eventTable,
  'submission fields': submissionTable,
}

/** An introduction with the tables that it names, such as `{{fields Amount}}`. */
export function withTables(introduction: string): string {
  return introduction.replaceAll(
    /\{\{(fields|values|[a-z ]+) ?([^}]*)\}\}/g,
    (_, kind: string, names: string) => {
      const render = tables[kind]
      if (render === undefined) throw new Error(`there is no table of ${kind}`)
      return render(names.split(', '))
    },
  )
}
