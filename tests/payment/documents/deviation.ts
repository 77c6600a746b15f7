import { messageNames } from '../../../payment/tables/messages.js'
import { quoteParameters } from '../../../payment/tables/parameters.js'
import { namedOperations } from '../../../payment/tables/operations.js'
import { submissionFields, submissionKinds } from '../../../payment/tables/submissions.js'
import { tableIn } from '../../support/table.js'
import { isEditable, type JsonObject, withoutKind, writeParametersOut } from './editing.js'

/** A document with one fact of the tables changed, and the rule that must report it. */
export interface Deviation {
  readonly name: string
  readonly rule: string
  readonly severity: 'error' | 'warning' | 'silent'
  /** Versions whose document has the fact; all where it is not given. */
  readonly versions?: readonly string[]
  readonly change: (document: JsonObject) => void
  /** Whether it is unique, or one of few of its kind that derive from a table. */
  readonly isSingle?: boolean
}

export const newest = ['2026-08-01']
export const earlier = ['2025-03-13', '2026-07-01']

const deviation =
  (severity: Deviation['severity']) =>
  (name: string, rule: string, change: Deviation['change'], versions?: readonly string[]): Deviation => ({
    name,
    rule,
    severity,
    change,
    ...(versions && { versions }),
  })

export const error = deviation('error')
export const warning = deviation('warning')
const silent = deviation('silent')

/** A row of `deviations.yaml`. */
interface Row {
  readonly error?: string
  readonly warning?: string
  /** A rule that has nothing to report. */
  readonly silent?: string
  readonly what: string
  readonly at: string
  readonly set?: unknown
  readonly merge?: unknown
  readonly rename?: string
  readonly without?: string
  /** A union without a discriminator. */
  readonly kind?: string
  readonly each?: readonly unknown[] | string
  readonly in?: 'newest' | 'earlier'
}

const pointerOf = ([method, template]: (typeof namedOperations)[number]): string =>
  `/paths/${template.replaceAll('{}', '{id}').replaceAll('/', '~1')}/${method}`

const responsesOf = (status: string, isMeant: (template: string) => boolean): readonly string[] =>
  namedOperations
    .filter(([, template]) => template !== '/autoramps/quote' && isMeant(template))
    .map((operation) => `${pointerOf(operation)}/responses/${status}`)

const fieldsOf = (isMeant: (type: string | undefined) => boolean): readonly string[] =>
  submissionFields.filter(({ type }) => isMeant(type)).map(({ path }) => path.at(-1) ?? '')

/** The lists that `each` of a row may name. */
const lists: Readonly<Record<string, readonly unknown[]>> = {
  operations: namedOperations.map(pointerOf),
  posts: namedOperations.filter(([method]) => method === 'post').map(pointerOf),
  refusals: [
    ...responsesOf('400', (template) => !template.includes('identifications')),
    ...['401', '403', '404'].flatMap((status) => responsesOf(status, () => true)),
  ],
  failures: responsesOf('500', () => true),
  'submission fields': fieldsOf(() => true),
  'submission texts': fieldsOf((type) => type === 'string'),
  'submission structures': fieldsOf((type) => type !== undefined && type !== 'string'),
  'submission values': submissionFields.flatMap(({ values = [] }) => values),
  'submission kinds': submissionKinds,
  'message names': messageNames,
}

const parameters = Object.entries(quoteParameters).map(([name, parameter]) => {
  const { type, format, isRequired, isDeprecated, limits = {} } = parameter
  const other = type === 'boolean' ? 'string' : 'boolean'
  const at = `/paths/~1autoramps~1quote/get/parameters/=${name}`
  return { name, at, optional: !isRequired, current: !isDeprecated, type, format, other, limits }
})

const limits = parameters.flatMap(({ limits, ...parameter }) =>
  Object.entries(limits).map(([keyword, due]) => Object.assign({}, parameter, { keyword, due })),
)

const othersThan = (due: unknown): readonly unknown[] =>
  typeof due === 'number' ? [due + 1, due - 1] : [Array.isArray(due) ? ['x'] : !due]

/** The lists that `each` of a row about parameters may name. */
const parameterLists: Readonly<Record<string, readonly object[]>> = {
  parameters,
  'typed parameters': parameters,
  'formatted parameters': parameters.filter(({ format }) => format !== undefined),
  'texts of parameters': parameters.filter(
    ({ name, type }) => type === 'string' && !/_(chain|policy)$/.test(name),
  ),
  'lists of parameters': parameters.filter(({ type }) => type === 'array'),
  limits,
  'other limits': limits.flatMap((limit) =>
    othersThan(limit.due).map((value) => Object.assign({}, limit, { value })),
  ),
}

/** The row with one of the values that `<it>` stands for. */
const filled = (row: Row, value: unknown): Row => {
  const members = isEditable(value) ? Object.entries(value) : []
  const marks = [['<it>', value] as const, ...members.map(([name, one]) => [`<it.${name}>`, one] as const)]
  const text = marks.reduce(
    (all, [mark, one]) =>
      all.replaceAll(`:"${mark}"`, `:${JSON.stringify(one)}`).replaceAll(mark, String(one)),
    JSON.stringify(row),
  )
  return JSON.parse(text) as Row
}

/** RFC 7396. */
const merged = (target: unknown, patch: unknown): unknown => {
  if (!isEditable(patch)) return patch
  const result = isEditable(target) ? { ...target } : {}
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name]
    else result[name] = merged(result[name], value)
  }
  return result
}

/** The holders and keys that a pointer leads to. */
const locate = (root: object, pointer: string): (readonly [Record<string, unknown>, string])[] => {
  const [key = '', ...rest] = pointer.slice(1).split('/')
  const name = key.replaceAll('~1', '/')
  // A parameter is found by its name.
  if (key.startsWith('=') && Array.isArray(root)) {
    const index = root.findIndex((one) => isEditable(one) && one['name'] === key.slice(1))
    return locate(root, [`/${index}`, ...rest].join('/'))
  }
  if (key === '-') return [[root as Record<string, unknown>, String(Object.keys(root).length)]]
  const [start = '', end] = name.split('*')
  const isMeant = (one: string): boolean =>
    end === undefined ? one === start : one.startsWith(start) && one.endsWith(end)
  return Object.keys(root)
    .filter(isMeant)
    .flatMap((one) => {
      const holder = root as Record<string, unknown>
      if (rest.length === 0) return [[holder, one] as const]
      const { [one]: inner } = holder
      return typeof inner === 'object' && inner !== null ? locate(inner, `/${rest.join('/')}`) : []
    })
}

const changed = (row: Row, holder: Record<string, unknown>, key: string): void => {
  const { [key]: node } = holder
  if (row.kind !== undefined && isEditable(node)) withoutKind(node, row.kind)
  else if (row.without !== undefined && Array.isArray(node))
    holder[key] = node.filter((one) => !JSON.stringify(one).includes(`${row.without}"`))
  else if (row.rename !== undefined) {
    delete holder[key]
    holder[row.rename] = node
  } else if (row.merge !== undefined) holder[key] = merged(node, row.merge)
  else if (row.set === null && Array.isArray(holder)) holder.splice(Number(key), 1)
  else if (row.set === null) delete holder[key]
  else holder[key] = row.set
}

const ofRow = (row: Row): Deviation[] => {
  const { error: rule = row.warning ?? row.silent ?? '', each = [''] } = row
  const versions = row.in && { newest, earlier }[row.in]
  const values = typeof each === 'string' ? ({ ...lists, ...parameterLists }[each] ?? []) : each
  return values.map((value) => {
    const one = filled(row, value)
    const name =
      row.each === undefined || row.what.includes('<it') ? one.what : `${row.what} ${JSON.stringify(value)}`
    const change = (document: JsonObject): void => {
      if (one.at.includes('/=')) writeParametersOut(document)
      for (const [holder, key] of locate(document, one.at)) changed(one, holder, key)
    }
    const severity = row.error === undefined ? (row.warning === undefined ? silent : warning) : error
    return Object.assign(severity(name, rule, change, versions), {
      isSingle: typeof each !== 'string' || values.length < 4,
    })
  })
}

const { given: _, ...sets } = tableIn<Record<string, readonly Row[]>>(import.meta.dirname, 'deviations.yaml')

/** The deviations of `deviations.yaml`, by the part of the document that they are about. */
export const statedDeviations: Readonly<Record<string, readonly Deviation[]>> = Object.fromEntries(
  Object.entries(sets).map(([name, rows]) => [name, rows.flatMap(ofRow)]),
)
