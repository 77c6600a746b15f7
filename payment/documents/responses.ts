import type { Operation, ResponseObject } from '../../runtime/surface.js'
import { apiOperations, describedOperations } from './headers.js'
import { statementJudge, quoteJudge } from './stated.js'
import {
  contradicts,
  type Difference,
  type Differences,
  type DocumentView,
  type Judge,
  lacks,
  responseOf,
  shapesIn,
} from './view.js'
import type { Shape } from '../schema/document-shape.js'

/** The statuses of refusals that all operations share. */
const refusals = ['400', '401', '403', '404'] as const

/** A text in one media type suffices, because the specification does not state which is sent. */
const textBody = (view: DocumentView, status: string, { content, pointer }: ResponseObject): Difference[] => {
  const bodies = Object.entries(content)
  if (bodies.length === 0) return [lacks(`${status} has a string body; the document shows none`, pointer)]
  const isText = bodies.some(
    ([mediaType, { schema = true }]) =>
      mediaType.startsWith('text/') ||
      shapesIn(view, schema).some(({ types }) => types.size === 0 || types.has('string')),
  )
  if (isText) return []
  const shapes = bodies.flatMap(([, { schema }]) => shapesIn(view, schema))
  const types = new Set(shapes.flatMap(({ types }) => Array.from(types)))
  return [contradicts(`${status} has a string body; the document has ${[...types].join(', ')}`, pointer)]
}

const isVersionError = ({ properties }: Shape): boolean =>
  ['error', 'requested', 'supported'].every((name) => properties.has(name))

/** Whether the response is that to a wrong version, which is the only 400 where nothing else could be wrong. */
const isOfVersion = (
  view: DocumentView,
  { requestBody, parameters }: Operation,
  { content }: ResponseObject,
) => {
  const shapes = Object.values(content).flatMap(({ schema }) => shapesIn(view, schema))
  const takesMore = requestBody !== undefined || parameters.some((one) => one.in === 'query')
  return !takesMore && shapes.length > 0 && shapes.every(isVersionError)
}

// A refused identification has another form, which the identification rules judge.
const isElsewhere = (view: DocumentView, operation: Operation, response: ResponseObject): boolean =>
  operation.path.includes('/identifications') || isOfVersion(view, operation, response)

/**
 * @yields the differences in the bodies of refusals; those of the quote are judged with it
 */
export function* refusalDifferences(view: DocumentView): Differences {
  const described = describedOperations(view)
  // Most operations share the components of their error responses.
  const seen = new Set<string>()
  const quote = view.operations.find('get', '/autoramps/quote')
  const operations = [...described, ...apiOperations(view)].filter((operation) => operation !== quote)
  for (const operation of operations) {
    for (const status of refusals) {
      const response = responseOf(operation, status)
      const key = `${status} ${response?.pointer}`
      if (!response || seen.has(key)) continue
      if (status === '400' && isElsewhere(view, operation, response)) continue
      seen.add(key)
      for (const one of textBody(view, status, response)) {
        if (described.includes(operation)) yield one
        else if (one.is === 'contradicts') yield lacks(one.message, one.pointer)
      }
    }
  }
}

const quoteErrors = (view: DocumentView, operation: Operation): readonly Difference[] =>
  [...refusals, '500'].flatMap((status) => {
    const response = responseOf(operation, status)
    if (response) return status === '500' ? [] : textBody(view, status, response)
    const message = `${status} is a response; the document does not declare it`
    return operation.responses['default'] ? [] : [lacks(message, `${operation.pointer}/responses`)]
  })

const quoteErrorStatements = statementJudge('quote errors')

const quoteResponses = function* (view: DocumentView, operation: Operation): Differences {
  yield* quoteJudge('responses')(view) ?? []
  const types = Object.keys(responseOf(operation, '200')?.content ?? {})
  const isRight = types.length === 0 || types.some((type) => !/charset=(?!"?utf-8)/i.test(type))
  const message = `a quote comes in UTF-8; the document has ${types.join(', ')}`
  if (!isRight) yield contradicts(message, `${operation.pointer}/responses`)
  yield* quoteErrors(view, operation)
  yield* quoteErrorStatements(view) ?? []
}

/** Judges statuses and media types of the quote, and its error bodies. */
export const quoteResponseJudge: Judge = (view) => {
  const operation = view.operations.find('get', '/autoramps/quote')
  return operation && quoteResponses(view, operation)
}
