import type { Operation } from '../../runtime/surface.js'
import { fieldsOf, enumerationDifferences, enumerationsIn } from './enumerations.js'
import { apiOperations, describedOperations } from './headers.js'
import { recordDifferences } from './records.js'
import { errorDifferences } from './responses.js'
import {
  type Difference,
  type DocumentView,
  jsonOf,
  lacks,
  operationIn,
  responseOf,
  shapesIn,
} from './view.js'

/** The version error is recognized by its unique members. */
const versionError = (view: DocumentView, operation: Operation): Difference[] => {
  const schema = jsonOf(operation, '400')
  const pointer = responseOf(operation, '400')?.pointer
  const isShown = shapesIn(view, schema).some(
    ({ properties }) => properties.has('supported') || (properties.has('error') && properties.has('reason')),
  )
  if (!isShown) return []
  const fields = fieldsOf(view, schema, 'VersionError')
  return [
    ...recordDifferences(fields, view.surface.schemas, pointer),
    ...enumerationsIn(view.version, fields, pointer)
      .filter(({ listed }) => listed !== undefined)
      .flatMap(enumerationDifferences),
  ]
}

// A refused identification has another form, which the identification rules judge.
const isIdentification = ({ path }: Operation): boolean => path.includes('/identifications')

/** Judges error bodies on all operations (Errors, general). */
export function generalErrorDifferences(view: DocumentView): readonly Difference[] {
  const described = describedOperations(view)
  // Most operations share the components of their error responses.
  const seen = new Set<string>()
  const quote = operationIn(view, 'get', '/autoramps/quote')
  return [...described, ...apiOperations(view)].flatMap((operation) => {
    // The errors of the quote are judged with it.
    if (operation === quote) return []
    const isNew = ({ pointer = '' }: Difference): boolean => !seen.has(pointer)
    const isElsewhere = isIdentification(operation)
    const errors = [...errorDifferences(view, operation, false), ...versionError(view, operation)]
      .filter(({ message }) => !(isElsewhere && message.startsWith('400')))
      .filter(isNew)
    for (const { pointer = '' } of errors) seen.add(pointer)
    if (described.includes(operation)) return errors
    return errors.flatMap(({ is, message, pointer }) =>
      is === 'contradicts' ? [lacks(message, pointer)] : [],
    )
  })
}
