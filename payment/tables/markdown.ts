import { tableCell, tableRow } from '../../reporting/index.js'
import { type EnumerationName, enumerations } from './enumerations.js'
import { deprecatedParameters, parameterKinds, parameterLimits, quoteParameters } from './parameters.js'
import { type Field, type RecordName, records, valueKinds } from './records.js'

/** A Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => tableRow(cells.map(tableCell))
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

const code = (text: string): string => `\`${text}\``

/** Lists of values by name. */
export function enumerationTable(names: readonly EnumerationName[]): string {
  return table(
    ['Name', 'Values'],
    names.map((name) => [name, enumerations[name].join(', ')]),
  )
}

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
export function fieldTable(name: RecordName): string {
  const { fields, kinds } = records[name]
  if (kinds === undefined) return table(['Field', 'Type', 'Required', 'Notes'], fields.map(rowOf))
  const rows = Object.entries(kinds).flatMap(([type, own]) => own.map((field) => [type, ...rowOf(field)]))
  return table(['`type`', 'Field', 'Type', 'Required', 'Notes'], rows)
}

const limitWords = { maxLength: 'characters at most', maximum: 'at most', maxItems: 'items at most' } as const

const limitsOf = (parameter: string): string[] =>
  parameterLimits
    .filter(([name]) => name === parameter)
    .map(([, keyword, value]) =>
      keyword === 'default'
        ? `${JSON.stringify(value)} by default`
        : keyword === 'maximum'
          ? `${limitWords.maximum} ${String(value)}`
          : `${String(value)} ${limitWords[keyword]}`,
    )

/** The query parameters of the quote. */
export function parameterTable(): string {
  const rows = Object.entries(quoteParameters).map(([name, isRequired]) => {
    const { type, format, enumeration } = parameterKinds[name] ?? { type: 'string' }
    const member = enumeration ?? (type === 'array' ? 'string' : undefined)
    const words =
      type === 'array' ? `array of ${member}` : (member ?? [type, format].filter(Boolean).join(', '))
    const notes = [...limitsOf(name), ...(deprecatedParameters.has(name) ? ['deprecated'] : [])]
    return [code(name), words, isRequired ? 'yes' : 'no', notes.join('; ')]
  })
  return table(['Query parameter', 'Type', 'Required', 'Notes'], rows)
}
