import type { JsonSchema } from '../../runtime/json-schema.js'
import type { Operation, ResponseObject } from '../../runtime/surface.js'
import { apiOperations, describedOperations } from './headers.js'
import { errorDifferences, errorStatuses } from './responses.js'
import { branchesOf, recordDifferences } from './stated.js'
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
const versionError = (view: DocumentView, operation: Operation, pointer: string): readonly Difference[] => {
  const schema = jsonOf(operation, '400')
  const isVersionError = (branch: JsonSchema): boolean =>
    shapesIn(view, branch).some(
      ({ properties }) =>
        properties.has('supported') || (properties.has('error') && properties.has('reason')),
    )
  const branches = schema === undefined ? [] : branchesOf(view, schema).filter(isVersionError)
  return branches.flatMap((branch) => recordDifferences(view, 'VersionError', branch, pointer))
}

const differencesAt = (
  view: DocumentView,
  operation: Operation,
  status: string,
  response: ResponseObject,
): readonly Difference[] => {
  // A refused identification has another form, which the identification rules judge.
  const isElsewhere = status === '400' && operation.path.includes('/identifications')
  return [
    ...(isElsewhere ? [] : errorDifferences(view, status, response)),
    ...(status === '400' ? versionError(view, operation, response.pointer) : []),
  ]
}

/** Judges error bodies on all operations (Errors, general). */
export function generalErrorDifferences(view: DocumentView): readonly Difference[] {
  const described = describedOperations(view)
  // Most operations share the components of their error responses.
  const seen = new Set<string>()
  // The errors of the quote are judged with it.
  const quote = operationIn(view, 'get', '/autoramps/quote')
  const operations = [...described, ...apiOperations(view)].filter((operation) => operation !== quote)
  return operations.flatMap((operation) => {
    const errors = errorStatuses.flatMap((status) => {
      const response = responseOf(operation, status)
      const key = `${status} ${response?.pointer} ${operation.path.includes('/identifications')}`
      if (!response || seen.has(key)) return []
      seen.add(key)
      return differencesAt(view, operation, status, response)
    })
    if (described.includes(operation)) return errors
    return errors.flatMap(({ is, message, pointer }) =>
      is === 'contradicts' ? [lacks(message, pointer)] : [],
    )
  })
}
