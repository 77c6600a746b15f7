import { hasChange } from '../../versions/index.js'
import type { Operation, ResponseObject } from '../../runtime/surface.js'
import { listedValues, membersNamed, nodesBelow, type Shape } from '../schema/document-shape.js'
import { recordDifferences, branchesOf } from './stated.js'
import {
  contradicts,
  type Difference,
  type Differences,
  type DocumentView,
  jsonOf,
  lacks,
  operationIn,
  responseOf,
  shapesIn,
  keepsText,
} from './view.js'
import type { JsonSchema } from '../../runtime/json-schema.js'
import { apiOperations, describedOperations } from './headers.js'
import { errorDifferences, errorStatuses } from './responses.js'
import { flows } from '../tables/enumerations.js'

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

const differencesAt = function* (
  view: DocumentView,
  operation: Operation,
  status: string,
  response: ResponseObject,
): Differences {
  // A refused identification has another form, which the identification rules judge.
  const isElsewhere = status === '400' && operation.path.includes('/identifications')
  if (!isElsewhere) yield* errorDifferences(view, status, response)
  if (status === '400') yield* versionError(view, operation, response.pointer)
}

/**
 * Judges error bodies on all operations (Errors, general).
 * @yields each difference
 */
export function* generalErrorDifferences(view: DocumentView): Differences {
  const described = describedOperations(view)
  // Most operations share the components of their error responses.
  const seen = new Set<string>()
  // The errors of the quote are judged with it.
  const quote = operationIn(view, 'get', '/autoramps/quote')
  const operations = [...described, ...apiOperations(view)].filter((operation) => operation !== quote)
  for (const operation of operations) {
    for (const status of errorStatuses) {
      const response = responseOf(operation, status)
      const key = `${status} ${response?.pointer} ${operation.path.includes('/identifications')}`
      if (!response || seen.has(key)) continue
      seen.add(key)
      for (const one of differencesAt(view, operation, status, response)) {
        if (described.includes(operation)) yield one
        else if (one.is === 'contradicts') yield lacks(one.message, one.pointer)
      }
    }
  }
}

const entries = function* (view: DocumentView, items: JsonSchema, pointer: string): Differences {
  yield* recordDifferences(view, 'IdentificationError', items, pointer)
  const members = shapesIn(view, items).flatMap(({ properties }) => properties.get('beneficiary_index') ?? [])
  const isShifted = members
    .flatMap((member) => shapesIn(view, member))
    .some(({ keywords: { minimum = 0, exclusiveMinimum = -1 } }) => minimum > 0 || exclusiveMinimum > -1)
  const message = 'beneficiary_index begins with zero; the document has a greater minimum'
  if (isShifted) yield contradicts(message, pointer)
}

/**
 * Judges the form of a refused identification: a string, and from 2026-08-01 on an array of objects.
 * @yields each difference
 */
export function* refusalDifferences(view: DocumentView): Differences {
  const operation = operationIn(view, 'post', '/customers/{}/identifications/v2')
  if (!operation) return
  const pointer = responseOf(operation, '400')?.pointer ?? operation.pointer
  const shapes = shapesIn(view, jsonOf(operation, '400'))
  const lists = shapes.filter(({ types }) => types.has('array'))
  if (!hasChange(view.version, 'structured-errors')) {
    const message = 'before 2026-08-01 a refused identification is told in a string; the document has a list'
    if (lists.length > 0) yield contradicts(message, pointer)
    return
  }
  if (lists.length === 0) {
    const due = 'a refused identification is told in an array of objects; the document has none'
    const isOther = shapes.length > 0 && shapes.every(({ types }) => types.size > 0)
    yield isOther ? contradicts(due, pointer) : lacks(due, pointer)
    return
  }
  const items = lists.flatMap((list) => list.items)
  if (items.length === 0)
    yield lacks('the document does not show the entries of a refused identification', pointer)
  for (const item of items) yield* entries(view, item, pointer)
}

// Judges a list of terms items, where the document describes the body of 200.
const termsItems = function* (view: DocumentView, operation: Operation, what: string): Differences {
  const pointer = responseOf(operation, '200')?.pointer ?? operation.pointer
  const shapes = shapesIn(view, jsonOf(operation, '200'))
  const other = shapes.flatMap(({ types }) => Array.from(types)).find((type) => type !== 'array')
  const items = shapes.flatMap((shape) => shape.items)
  if (other !== undefined) yield contradicts(`the ${what} are an array; the document has ${other}`, pointer)
  else if (items.length === 0) yield lacks(`the document does not show the items of the ${what}`, pointer)
  else for (const item of items) yield* recordDifferences(view, 'TermsItem', item, pointer)
}

const terms = function* (view: DocumentView): Differences {
  const operation = operationIn(view, 'get', '/terms-and-conditions')
  if (!operation) return
  const country = operation.parameters.find((one) => one.in === 'query' && one.name === 'country')
  const isWrong = shapesIn(view, country?.schema).some(
    ({ types, keywords }) => (types.size > 0 && !types.has('string')) || !keepsText(keywords, 'DEU'),
  )
  const message = 'country is a required string of three letters; the document has it otherwise'
  if (!country) yield contradicts('the document lacks the query parameter country', operation.pointer)
  else if (!country.required || isWrong) yield contradicts(message, country.pointer)
  yield* termsItems(view, operation, 'terms')
}

/**
 * Before 2026-08-01, the response with nothing outstanding is 409. A document without declared refusals is not judged.
 */
const conflict = ({ responses, pointer }: Operation): Difference | undefined => {
  const statuses = Object.keys(responses)
  if (statuses.some((status) => /^(409|4xx|default)$/i.test(status))) return undefined
  const message = 'with nothing outstanding required signings answer 409; the document does not list that'
  const listsRefusals = statuses.some((status) => /^4\d\d$/.test(status))
  return listsRefusals ? contradicts(message, pointer) : lacks(message, pointer)
}

const signings = function* (view: DocumentView): Differences {
  const operation = operationIn(view, 'get', '/customers/{}/required-signings')
  if (!operation) return
  const { pointer, responses } = operation
  yield* termsItems(view, operation, 'required signings')
  if (!hasChange(view.version, 'structured-errors')) {
    const missing = conflict(operation)
    if (missing) yield missing
    return
  }
  const due =
    'with nothing outstanding required signings answer 200; the document lists 409 as earlier ones do'
  if (responses['409']) yield lacks(due, pointer)
  const shapes = shapesIn(view, jsonOf(operation, '200'))
  const isFilled = shapes.some(({ keywords: { minItems = 0 } }) => minItems > 0)
  const message =
    'with nothing outstanding the list of required signings is empty; the document wants an item in it'
  if (isFilled) yield contradicts(message, pointer)
}

// Flows may be listed values or member names, because the specification does not show which.
const flowsOf = function* (view: DocumentView, operation: Operation): Differences {
  const { schemas } = view.surface
  const currencies = membersNamed('currencies', jsonOf(operation, '200'), schemas)
  const nodes = currencies.flatMap((schema) => [...nodesBelow(schema, schemas)])
  const words = nodes.flatMap((node): unknown[] =>
    Object.keys(node.properties ?? {}).concat(Array.from(listedValues(shapesIn(view, node)) ?? [], String)),
  )
  const named = new Set(words.map((word) => String(word).toLowerCase()))
  const lost = flows.filter((flow) => ![...named].some((word) => word.startsWith(flow)))
  const message = `currencies of the abilities show the flow ${lost.join(', ')}; the document does not`
  if (currencies.length > 0 && lost.length > 0) yield lacks(message, operation.pointer)
}

const abilities = function* (view: DocumentView): Differences {
  const operation = operationIn(view, 'get', '/customers/{}/abilities')
  if (!operation) return
  yield* recordDifferences(view, 'Abilities', jsonOf(operation, '200'), operation.pointer)
  yield* flowsOf(view, operation)
}

const rails = ['Iban', 'AchWire', 'Swift']

/** The values of a name, or the tags of a discriminated record. */
const namesOf = (view: DocumentView, { properties, values, mapped }: Shape): readonly unknown[] => [
  ...(values ?? []),
  ...(mapped.get('type') ?? []),
  ...(properties.get('type') ?? []).flatMap((tag) => Array.from(listedValues(shapesIn(view, tag)) ?? [])),
]

const depositRails = (view: DocumentView): readonly JsonSchema[] =>
  shapesIn(view, jsonOf(operationIn(view, 'get', '/autoramps/{}'), '200')).flatMap(
    ({ properties }) => properties.get('deposit_rails') ?? [],
  )

/** The names that a document lists for members of deposit_rails; undefined where it lists none. */
export function documentedRails(view: DocumentView): ReadonlySet<unknown> | undefined {
  const members = depositRails(view)
    .flatMap((list) => shapesIn(view, list))
    .flatMap(({ items }) => items)
  const kinds = members.flatMap((member) => shapesIn(view, member)).flatMap((shape) => namesOf(view, shape))
  return kinds.length === 0 ? undefined : new Set(kinds)
}

const autoramp = function* (view: DocumentView): Differences {
  const operation = operationIn(view, 'get', '/autoramps/{}')
  if (!operation) return
  const { pointer } = operation
  const lists = depositRails(view)
  if (lists.length === 0) yield lacks('the document does not show deposit_rails of an autoramp', pointer)
  const types = lists.flatMap((list) => shapesIn(view, list)).flatMap((shape) => Array.from(shape.types))
  const other = types.find((type) => type !== 'array')
  if (other !== undefined) yield contradicts(`deposit_rails are an array; the document has ${other}`, pointer)
  const listed = other === undefined ? documentedRails(view) : undefined
  for (const rail of rails)
    if (listed && !listed.has(rail))
      yield lacks(`deposit_rails can have the member ${rail}; the document lacks it`, pointer)
}

/**
 * The differences of a document in terms, required signings, abilities and autoramps.
 * @yields each difference
 */
export function* readDifferences(view: DocumentView): Differences {
  for (const judge of [terms, signings, abilities, autoramp]) yield* judge(view)
}
