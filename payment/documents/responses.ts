import type { Operation, ResponseObject } from '../../runtime/surface.js'
import type { Shape } from '../schema/document-shape.js'
import { quoteJudge, recordDifferences } from './stated.js'
import {
  contradicts,
  type Difference,
  type Differences,
  type DocumentView,
  type Judge,
  jsonIn,
  lacks,
  operationIn,
  responseOf,
  shapesIn,
} from './view.js'

const typesIn = (shapes: readonly Shape[]): string =>
  [...new Set(shapes.flatMap(({ types }) => Array.from(types)))].join(', ')

/** A text in one media type suffices, because the specification does not state which is sent. */
const textBody = (view: DocumentView, status: string, { content, pointer }: ResponseObject): Difference[] => {
  const bodies = Object.entries(content)
  if (bodies.length === 0) return [lacks(`${status} has a string body; the document shows none`, pointer)]
  const isText = bodies.some(([mediaType, { schema }]) => {
    const shapes = shapesIn(view, schema ?? true)
    return (
      mediaType.startsWith('text/') || shapes.some(({ types }) => types.size === 0 || types.has('string'))
    )
  })
  if (isText) return []
  const types = typesIn(bodies.flatMap(([, { schema }]) => shapesIn(view, schema)))
  return [contradicts(`${status} has a string body; the document has ${types}`, pointer)]
}

/** The statuses of errors that all operations share. */
export const errorStatuses = ['400', '401', '403', '404', '500'] as const

/** Differences in the body of an error that all operations share. */
export function errorDifferences(
  view: DocumentView,
  status: string,
  response: ResponseObject,
): readonly Difference[] {
  if (status !== '500') return textBody(view, status, response)
  const schema = jsonIn(response)
  if (schema !== undefined) return recordDifferences(view, 'ApiError', schema, response.pointer)
  return [lacks(`${status} has an ApiError body; the document shows none`, response.pointer)]
}

const quoteErrors = (view: DocumentView, operation: Operation): readonly Difference[] =>
  errorStatuses.flatMap((status) => {
    const response = responseOf(operation, status)
    if (response) return errorDifferences(view, status, response)
    const message = `there is an answer ${status}; the document does not declare it`
    return operation.responses['default'] ? [] : [lacks(message, `${operation.pointer}/responses`)]
  })

const quoteResponses = function* (view: DocumentView, operation: Operation): Differences {
  yield* quoteJudge('responses')(view) ?? []
  const types = Object.keys(responseOf(operation, '200')?.content ?? {})
  const isRight = types.length === 0 || types.some((type) => !/charset=(?!"?utf-8)/i.test(type))
  const message = `a quote comes in UTF-8; the document has ${types.join(', ')}`
  if (!isRight) yield contradicts(message, `${operation.pointer}/responses`)
  yield* quoteErrors(view, operation)
}

/** Judges statuses and media types of the quote, and its error bodies. */
export const quoteResponseJudge: Judge = (view) => {
  const operation = operationIn(view, 'get', '/autoramps/quote')
  return operation && quoteResponses(view, operation)
}
