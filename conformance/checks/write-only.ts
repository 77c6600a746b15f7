import { isObject, once, reachOf, resolvePointer } from '../../document/index.js'
import { jsonBody } from '../exchange/exchange.js'
import type { Api, Fault, Observed } from '../model/case.js'
import { declaredOf, isMasked, operationName, statusOf, type Applied, schemasAt } from './response.js'

type Document = Api['document']

const isMarked = (node: unknown): boolean => isObject(node) && node['writeOnly'] === true

const nodesIn = (node: object): object[] =>
  Object.values(node).filter((one): one is object => typeof one === 'object' && one !== null)

const marksAny = (node: object): boolean => isMarked(node) || nodesIn(node).some(marksAny)

/** The schemas of a document that have a writeOnly member, at any depth. */
const markedSchemas = once((document: Document): ReadonlySet<object> => {
  if (!marksAny(document)) return new Set()
  const targetOf = (node: object): unknown =>
    '$ref' in node && typeof node.$ref === 'string' ? resolvePointer(document, node.$ref) : undefined
  const nextOf = (node: object): object[] => {
    const target = targetOf(node)
    return [...nodesIn(node), ...(isObject(target) ? [target] : [])]
  }
  return reachOf<object>(document, nextOf, isMarked).leading
})

/** A list has items of one kind, so the first ones represent the others. */
const mostItems = 3

/** Null, an empty value and a text of asterisks, which stand for a value that is not shown. */
const isHidden = (value: unknown): boolean =>
  typeof value === 'string'
    ? /^[*•x.\s]*$/i.test(value) || isMasked(value)
    : value === null || (typeof value === 'object' && Object.keys(value).length === 0)

/** Whether the schema of a media type has a writeOnly member. */
export function hasWriteOnly(document: Document, pointer: string): boolean {
  const schema = resolvePointer(document, `${pointer}/schema`)
  return isObject(schema) && markedSchemas(document).has(schema)
}

interface Shown {
  readonly name: string
  readonly schema: Applied
}

// The members of a value whose schemas are writeOnly, without those inside them.
const shownIn = function* (
  document: Document,
  start: string,
  value: unknown,
  keys: readonly string[] = [],
): Generator<Shown> {
  if (Array.isArray(value))
    for (const [index, item] of value.slice(0, mostItems).entries())
      yield* shownIn(document, start, item, [...keys, String(index)])
  if (!isObject(value)) return
  for (const [name, member] of Object.entries(value)) {
    if (isHidden(member)) continue
    const path = [...keys, name]
    const schema = schemasAt(document, start, path).find(({ node }) => isMarked(node))
    if (schema) yield { name, schema }
    else yield* shownIn(document, start, member, path)
  }
}

/** The members of a body that its schema marks writeOnly; undefined where it marks none. */
export function writeOnlyFaults(observed: Observed): readonly Fault[] | undefined {
  const { document } = observed.api
  const { pointer } = declaredOf(observed)?.mediaType ?? {}
  const body = jsonBody(observed.exchange.response)
  if (body === undefined || pointer === undefined || !hasWriteOnly(document, pointer)) return undefined
  const faults = Array.from(shownIn(document, `${pointer}/schema`, body), ({ name, schema }): Fault => ({
    rule: 'answers/write-only',
    message: `${operationName(observed)} ${statusOf(observed)}: "${name}" is in the body, but its schema is writeOnly`,
    pointer: schema.position,
    expected: 'A body without members that are writeOnly.',
    cause: `${schema.pointer} ${name}`,
  }))
  return [...new Map(faults.map((fault) => [fault.cause, fault])).values()]
}
