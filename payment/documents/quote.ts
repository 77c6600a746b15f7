import { type Change, diffDocuments } from '../../diff/index.js'
import { memberAt } from '../../document/index.js'
import type { Operation } from '../../runtime/surface.js'
import { isDescribed } from '../../versions/index.js'
import { type Difference, type DocumentView, type Judge, memoized } from './view.js'
import { quotePath, statedQuote } from '../stated/document.js'
import { type Subject, verdictOn } from './verdicts.js'

interface Found extends Difference {
  readonly subject: Subject
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
  return {
    openapi: '3.1.0',
    paths: { [quotePath]: { get: { parameters, ...(requestBody && { requestBody }), responses } } },
    components: { schemas: surface.schemas },
  }
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
  const stated = statedQuote(view.version)
  const served = servedQuote(view, operation)
  const changes = diffDocuments({ document: stated }, { document: served })
  return changes.flatMap((change) => {
    const verdict = verdictOn(change, { stated, served, changes })
    const message = `compared with the specification: ${change.sentence.replace(/\.$/, '')}`
    return verdict ? [{ ...verdict, message, pointer: pointerIn(operation, change) }] : []
  })
})

/** Differences of the quote in one subject. */
export function quoteJudge(subject: Subject): Judge {
  return (view) => quoteDifferences(view)?.filter((one) => one.subject === subject)
}
