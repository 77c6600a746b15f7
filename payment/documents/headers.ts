import { nameOf } from '../../conformance/model/case.js'
import { isMarketData } from '../../conformance/rules/probe.js'
import type { Operation, Parameter } from '../../runtime/surface.js'
import { listedValues } from '../schema/document-shape.js'
import { namedOperations } from '../tables/operations.js'
import { isSpecification } from './versions.js'
import {
  contradicts,
  type Differences,
  type DocumentView,
  type Judge,
  keepsText,
  lacks,
  shapesIn,
} from './view.js'

/** Operations below the API root, as far as known; those that serve the documents are excluded. */
export function apiOperations({ operations }: DocumentView): readonly Operation[] {
  return [...operations.routes].flatMap(([route, operation]) => (isSpecification(route) ? [] : [operation]))
}

/** The operations of a document that the specification describes. */
export function describedOperations({ operations }: DocumentView): readonly Operation[] {
  return namedOperations.flatMap(([method, template]) => operations.find(method, template) ?? [])
}

const headerOf = ({ parameters }: Operation, name: string): Parameter | undefined =>
  parameters.find((one) => one.in === 'header' && one.name.toLowerCase() === name)

/** True where a document lets a parameter have a text. */
export function takes(view: DocumentView, { schema }: Parameter, text: string): boolean {
  const shapes = shapesIn(view, schema)
  const listed = listedValues(shapes)
  if (listed && !listed.has(text)) return false
  const isText = shapes.every(({ types }) => types.size === 0 || types.has('string'))
  return isText && shapes.every(({ keywords }) => keepsText(keywords, text))
}

/** A value that documents should let be sent: ids, and the headers of sub-partners and, by convention, of idempotency keys. */
export const sampleUuid = '0b7e3f5c-5a0e-4f0b-8f7a-2f6f3f0a9d11'

const otherTypes = (view: DocumentView, { schema }: Parameter): readonly string[] =>
  shapesIn(view, schema).flatMap(({ types }) => [...types].filter((type) => type !== 'string'))

const version = function* (view: DocumentView, operation: Operation, route: string): Differences {
  const named = operation.parameters.filter(({ name }) => name.toLowerCase() === 'x-api-version')
  const [other] = named
  const header = named.find((one) => one.in === 'header')
  if (header) {
    const { required, pointer } = header
    if (required) yield contradicts('X-API-Version is optional; the document requires it', pointer)
    if (!takes(view, header, view.version))
      yield contradicts(`X-API-Version takes ${view.version}; the document does not let it`, pointer)
  } else if (other) {
    const message = `X-API-Version is a header; the document has it in the ${other.in} of ${route}`
    yield contradicts(message, other.pointer)
  } else if (!isMarketData(operation))
    // Token and market-data endpoints ignore the header.
    yield lacks(`${route} may carry X-API-Version; the document does not show it`, operation.pointer)
}

const idempotency = function* (view: DocumentView, operation: Operation, route: string): Differences {
  const key = headerOf(operation, 'idempotency-key')
  if (!key) {
    const message = `${route} may carry IDEMPOTENCY-KEY; the document does not show it`
    if (!operation.deprecated) yield lacks(message, operation.pointer)
    return
  }
  if (!takes(view, key, sampleUuid))
    yield contradicts('IDEMPOTENCY-KEY may be a UUID; the document does not let it', key.pointer)
}

/**
 * @yields the differences in the headers of all requests
 */
export function* headerDifferences(view: DocumentView): Differences {
  for (const operation of apiOperations(view)) {
    const route = nameOf(operation)
    yield* version(view, operation, route)
    if (operation.method === 'post') yield* idempotency(view, operation, route)
  }
}

const subPartner = function* (view: DocumentView, declared: readonly Parameter[]): Differences {
  const isTyped = declared.some((parameter) => otherTypes(view, parameter).length > 0)
  for (const parameter of declared) {
    const { required, pointer } = parameter
    if (required) yield contradicts('X-SUB-PARTNER-ID is optional; the document requires it', pointer)
    for (const type of otherTypes(view, parameter))
      yield contradicts(`X-SUB-PARTNER-ID is a string; the document has ${type}`, pointer)
    if (!isTyped && !takes(view, parameter, sampleUuid))
      yield contradicts('X-SUB-PARTNER-ID is a UUID; the document does not let it', pointer)
  }
}

/** Judges X-SUB-PARTNER-ID wherever a document has it; the quote takes it. */
export const subPartnerJudge: Judge = (view) => {
  const quote = view.operations.find('get', '/autoramps/quote')
  const declared = apiOperations(view).flatMap((operation) => headerOf(operation, 'x-sub-partner-id') ?? [])
  const isLost = quote !== undefined && !headerOf(quote, 'x-sub-partner-id')
  if (declared.length === 0 && !isLost) return undefined
  const lost = lacks('the quote takes X-SUB-PARTNER-ID; the document does not show it', quote?.pointer)
  return [...subPartner(view, declared), ...(isLost ? [lost] : [])]
}
