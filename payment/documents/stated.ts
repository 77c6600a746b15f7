import { diffDocuments } from '../../diff/diff-documents.js'
import type { Change } from '../../diff/model/change.js'
import { endOfReferences, memberAt } from '../../document/index.js'
import type { JsonSchema } from '../../runtime/json-schema.js'
import type { Operation } from '../../runtime/surface.js'
import { isDescribed } from '../../versions/index.js'
import { documentWith, quotePath, recordPath, statedQuote, statedRecord } from '../stated/document.js'
import type { RecordName } from '../tables/records.js'
import {
  contradicts,
  type Difference,
  type DocumentView,
  type Judge,
  lacks,
  memoized,
  shapesIn,
  keepsText,
} from './view.js'
import { type Subject, verdictOn } from './verdicts.js'

interface Found extends Difference {
  readonly subject: Subject
}

/** The differences between the stated and the served document. */
const compared = (stated: object, served: object, locate: (change: Change) => string): readonly Found[] => {
  const changes = diffDocuments({ document: stated }, { document: served })
  return changes.flatMap((change) => {
    const verdict = verdictOn(change, { stated, served, changes })
    const message = `compared with the specification: ${change.sentence.replace(/\.$/, '')}`
    return verdict ? [{ ...verdict, message, pointer: locate(change) }] : []
  })
}

const root = `#/paths/${quotePath.replaceAll('/', '~1')}/get`

/** The quote of a served document, in the structure of the stated one. */
const servedQuote = ({ surface }: DocumentView, operation: Operation) => {
  const { requestBody, responses } = operation
  // A parameter may be deprecated in its schema.
  const parameters = operation.parameters.map((one) => ({
    ...one,
    deprecated: one.deprecated || memberAt(one.schema, 'deprecated') === true,
  }))
  const get = { parameters, ...(requestBody && { requestBody }), responses }
  return documentWith(quotePath, get, surface.schemas)
}

/** The location of a change in the served document. */
const pointerIn = (operation: Operation, { to }: Change): string => {
  const pointer = to?.pointer ?? root
  if (!pointer.startsWith(root)) return pointer
  const [, list = '', index = '', ...rest] = pointer.slice(root.length).split('/')
  const parameter = list === 'parameters' ? operation.parameters[Number(index)] : undefined
  return parameter ? [parameter.pointer, ...rest].join('/') : operation.pointer + pointer.slice(root.length)
}

/** All differences between the quote of a document and the stated one; undefined where the document has no quote. */
const quoteDifferences = memoized((view: DocumentView): readonly Found[] | undefined => {
  const operation = view.operations.find('get', '/autoramps/quote')
  if (!operation || !isDescribed(view.version)) return undefined
  return compared(statedQuote(view.version), servedQuote(view, operation), (one) => pointerIn(operation, one))
})

/** Differences of the quote in one subject. */
export function quoteJudge(subject: Subject): Judge {
  return (view) => quoteDifferences(view)?.filter((one) => one.subject === subject)
}

/** Usual values of parameters, which no limit of a document may exclude. */
const usual: Readonly<Record<string, string>> = {
  source_currency_code: 'USDC',
  destination_currency_code: 'EUR',
  recipient_account: 'DE89370400440532013000',
  amount_in: '12.5',
  amount_out: '12.5',
}

/** Judges limits of the quote's parameters that the tables do not have. */
export const narrowJudge: Judge = (view) =>
  view.operations.find('get', '/autoramps/quote')?.parameters.flatMap(({ name, schema, pointer }) => {
    const value = usual[name]
    const shapes = shapesIn(view, schema)
    const isNarrow = value !== undefined && shapes.some(({ keywords }) => !keepsText(keywords, value))
    if (isNarrow) return [contradicts(`${name} may be ${value}; the document does not let it`, pointer)]
    const isLong = shapes.some(({ keywords }) => (keywords.minItems ?? 0) > 1)
    return isLong ? [contradicts(`${name} may have one item; the document wants more`, pointer)] : []
  })

/** The branches of unions, with references followed; the schema itself where it is no union. */
export function branchesOf({ surface }: DocumentView, schema: JsonSchema): readonly JsonSchema[] {
  const waiting = [schema]
  const found = new Set<JsonSchema>()
  for (const one of waiting) {
    const end = endOfReferences(one, surface.schemas)
    const { oneOf, anyOf = oneOf, allOf = [] } = typeof end === 'object' ? end : {}
    // An `allOf` of one schema is another spelling of it.
    const union = anyOf ?? (allOf.length === 1 ? allOf : undefined)
    // A union that contains itself would never end.
    if (union === undefined) found.add(one)
    else waiting.push(...union.filter((branch) => !waiting.includes(branch)))
  }
  return [...found]
}

/**
 * The differences between a schema of a document and a record of the specification. A document may leave out the
 * values of enumerations there.
 * @param pointer the location of the schema in the document
 */
export function recordDifferences(
  view: DocumentView,
  record: RecordName,
  schema: JsonSchema | undefined,
  pointer: string,
): readonly Difference[] {
  const { surface, version } = view
  if (schema === undefined) return [lacks(`the document does not show the members of ${record}`, pointer)]
  // A branch of a union that names no members may be anything, the record too.
  const described = branchesOf(view, schema).filter((branch) =>
    shapesIn(view, branch).some(({ properties }) => properties.size > 0),
  )
  const stated = statedRecord(record, version)
  const found = (described.length === 0 ? [schema] : described).flatMap((branch) => {
    const content = { 'application/json': { schema: branch } }
    const get = { responses: { '200': { description: '', content } } }
    return compared(stated, documentWith(recordPath, get, surface.schemas), () => pointer)
  })
  return found.filter(({ is, subject }) => is === 'contradicts' || subject !== 'values')
}
