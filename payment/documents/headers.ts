import type { Operation, Parameter } from '../../runtime/surface.js'
import { listedValues } from '../schema/document-shape.js'
import { namedOperations } from '../tables/operations.js'
import { keepsText } from './text-limits.js'
import { contradicts, type Difference, type DocumentView, type Judge, lacks, shapesIn } from './view.js'

/** Operations below the API root, as far as known; those that serve the documents are excluded. */
export function apiOperations({ operations }: DocumentView): readonly Operation[] {
  return [...operations.routes].flatMap(([route, operation]) =>
    route.slice(route.indexOf(' ') + 1).startsWith('/spec') ? [] : [operation],
  )
}

/** The operations of a document that the specification describes. */
export function describedOperations({ operations }: DocumentView): readonly Operation[] {
  return namedOperations.flatMap(([method, template]) => operations.find(method, template) ?? [])
}

const routeOf = ({ method, path }: Operation): string => `${method.toUpperCase()} ${path}`

const headerOf = ({ parameters }: Operation, name: string): Parameter | undefined =>
  parameters.find((one) => one.in === 'header' && one.name.toLowerCase() === name)

/** True where a document lets a parameter have a text. */
export function takes(view: DocumentView, { schema }: Parameter, text: string): boolean {
  const shapes = shapesIn(view, schema)
  const listed = listedValues(shapes)
  if (listed && !listed.has(text)) return false
  return shapes.every(
    ({ keywords, types }) => (types.size === 0 || types.has('string')) && keepsText(keywords, text),
  )
}

/** A value of headers that are texts; that of sub-partners and, by convention, of idempotency keys. */
const sampleUuid = '0b7e3f5c-5a0e-4f0b-8f7a-2f6f3f0a9d11'

const version = (view: DocumentView, operation: Operation): Difference[] => {
  const parameter = headerOf(operation, 'x-api-version')
  const route = routeOf(operation)
  if (!parameter) {
    const other = operation.parameters.find(({ name }) => name.toLowerCase() === 'x-api-version')
    return [
      other
        ? contradicts(
            `X-API-Version is a header; the document has it in the ${other.in} of ${route}`,
            other.pointer,
          )
        : lacks(`${route} may carry X-API-Version; the document does not show it`, operation.pointer),
    ]
  }
  const { required, pointer } = parameter
  return [
    ...(required ? [contradicts('X-API-Version is optional; the document requires it', pointer)] : []),
    ...(takes(view, parameter, view.version)
      ? []
      : [contradicts(`X-API-Version takes ${view.version}; the document does not let it`, pointer)]),
  ]
}

const idempotency = (view: DocumentView, operation: Operation): Difference[] => {
  if (operation.method !== 'post') return []
  const key = headerOf(operation, 'idempotency-key')
  if (!key) {
    const message = `${routeOf(operation)} may carry IDEMPOTENCY-KEY; the document does not show it`
    return operation.deprecated ? [] : [lacks(message, operation.pointer)]
  }
  const wrong = shapesIn(view, key.schema).flatMap(({ types }) =>
    [...types].filter((type) => type !== 'string'),
  )
  if (wrong.length > 0)
    return [contradicts(`IDEMPOTENCY-KEY is a text; the document has ${wrong.join(', ')}`, key.pointer)]
  return takes(view, key, sampleUuid)
    ? []
    : [contradicts('IDEMPOTENCY-KEY may be a UUID; the document does not let it', key.pointer)]
}

/** Judges the headers of all requests. */
export function headerDifferences(view: DocumentView): readonly Difference[] {
  return apiOperations(view).flatMap((operation) =>
    version(view, operation).concat(idempotency(view, operation)),
  )
}

/** Judges X-SUB-PARTNER-ID wherever a document has it; the quote requires it. */
export const subPartnerJudge: Judge = (view) => {
  const quote = view.operations.find('get', '/autoramps/quote')
  const declared = apiOperations(view).flatMap((operation) => headerOf(operation, 'x-sub-partner-id') ?? [])
  const isLost = quote !== undefined && !headerOf(quote, 'x-sub-partner-id')
  const lost = lacks('the quote takes X-SUB-PARTNER-ID; the document does not show it', quote?.pointer)
  if (declared.length === 0) return isLost ? [lost] : undefined
  const required = declared.filter((parameter) => parameter.required)
  const typed = declared.flatMap(({ schema, pointer }) =>
    shapesIn(view, schema)
      .flatMap(({ types }) => Array.from(types))
      .filter((type) => type !== 'string')
      .map((type) => contradicts(`X-SUB-PARTNER-ID is a string; the document has ${type}`, pointer)),
  )
  const forced = required.map(({ pointer }) =>
    contradicts('X-SUB-PARTNER-ID is optional; the document requires it', pointer),
  )
  const narrow = declared
    .filter((parameter) => typed.length === 0 && !takes(view, parameter, sampleUuid))
    .map(({ pointer }) => contradicts('X-SUB-PARTNER-ID is a UUID; the document does not let it', pointer))
  return [...forced, ...typed, ...narrow, ...(isLost ? [lost] : [])]
}
