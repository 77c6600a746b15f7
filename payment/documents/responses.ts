import { isJsonType } from '../../document/index.js'
import type { Operation, ResponseObject } from '../../runtime/surface.js'
import type { Shape } from '../schema/document-shape.js'
import { documentedIn, recordDifferences } from './records.js'
import { quoteJudge } from './quote.js'
import {
  contradicts,
  type Difference,
  type DocumentView,
  type Judge,
  lacks,
  distinct,
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

const failureBody = (
  view: DocumentView,
  status: string,
  { content, pointer }: ResponseObject,
): Difference[] => {
  const schemas = Object.entries(content).flatMap(([mediaType, { schema }]) =>
    isJsonType(mediaType) ? [schema] : [],
  )
  const [schema] = schemas
  if (schema === undefined) return [lacks(`${status} has an ApiError body; the document shows none`, pointer)]
  const shapes = shapesIn(view, schema)
  const other = shapes.flatMap(({ types }) => Array.from(types)).find((type) => type !== 'object')
  if (other !== undefined)
    return [contradicts(`${status} has an ApiError body; the document has ${other}`, pointer)]
  const fields = documentedIn(shapes, 'ApiError', view.surface.schemas)
  if (fields.length === 0) return [lacks(`${status} has an ApiError body; its fields are not shown`, pointer)]
  return [...recordDifferences(fields, view.surface.schemas, pointer)]
}

const judges = { 400: textBody, 401: textBody, 403: textBody, 404: textBody, 500: failureBody }

/**
 * Differences in the error bodies that all operations share; `isListed` for an operation whose errors the specification
 * lists.
 */
export function errorDifferences(view: DocumentView, operation: Operation, isListed: boolean): Difference[] {
  return Object.entries(judges).flatMap(([status, judge]) => {
    const response = responseOf(operation, status)
    if (response) return judge(view, status, response)
    const message = `there is an answer ${status}; the document does not declare it`
    return isListed && !operation.responses['default']
      ? [lacks(message, `${operation.pointer}/responses`)]
      : []
  })
}

/** Judges statuses and media types of the quote, and its error bodies. */
export const quoteResponseJudge: Judge = (view) => {
  const operation = operationIn(view, 'get', '/autoramps/quote')
  if (!operation) return undefined
  const types = Object.keys(responseOf(operation, '200')?.content ?? {})
  const isRight = types.length === 0 || types.some((type) => !/charset=(?!"?utf-8)/i.test(type))
  const message = `a quote comes in UTF-8; the document has ${types.join(', ')}`
  return distinct([
    ...(quoteJudge('responses')(view) ?? []),
    ...(isRight ? [] : [contradicts(message, `${operation.pointer}/responses`)]),
    ...errorDifferences(view, operation, true),
  ])
}
