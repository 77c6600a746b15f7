import { documentedIn, type DocumentedField } from './document-records.js'
import { recordDifferences } from './records.js'
import { quoteIn } from './quote-parameters.js'
import { contradicts, type DocumentView, type Judge, jsonOf, memoized, lacks, shapesIn } from './view.js'

/** The fields of a quote as a document has them; none where it shows no quote. */
export const documentedQuote: (view: DocumentView) => readonly DocumentedField[] = memoized(
  (view: DocumentView) => {
    const shapes = shapesIn(view, jsonOf(quoteIn(view), '200'))
    return documentedIn(shapes, 'SignedAutorampQuote', view.surface.schemas)
  },
)

/** The quote and every record that it is made of. */
export const quoteRecordJudge: Judge = (view) => {
  const operation = quoteIn(view)
  if (!operation) return undefined
  const { pointer } = operation
  const shapes = shapesIn(view, jsonOf(operation, '200'))
  const other = shapes.flatMap(({ types }) => Array.from(types)).find((type) => type !== 'object')
  if (other !== undefined)
    return [contradicts(`200 is a SignedAutorampQuote; the document has ${other}`, pointer)]
  const fields = documentedQuote(view)
  if (fields.length === 0) return [lacks('the document does not show the fields of a quote', pointer)]
  return recordDifferences(fields, view.surface.schemas, pointer)
}
