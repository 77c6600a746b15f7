import { hasChange } from '../../versions/index.js'
import type { Operation, ResponseObject } from '../../runtime/surface.js'
import { listedValues, type Shape } from '../schema/document-shape.js'
import { membersNamed, nodesBelow } from './nested.js'
import { recordDifferences, branchesOf } from './stated.js'
import { keepsText } from './text-limits.js'
import {
  contradicts,
  type Difference,
  type DocumentView,
  jsonOf,
  lacks,
  operationIn,
  responseOf,
  shapesIn,
} from './view.js'
import type { JsonSchema } from '../../runtime/json-schema.js'
import { apiOperations, describedOperations } from './headers.js'
import { errorDifferences, errorStatuses } from './responses.js'

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

const entries = (view: DocumentView, items: JsonSchema, pointer: string): readonly Difference[] => {
  const members = shapesIn(view, items).flatMap(({ properties }) => properties.get('beneficiary_index') ?? [])
  const isShifted = members
    .flatMap((member) => shapesIn(view, member))
    .some(({ keywords: { minimum, exclusiveMinimum } }) =>
      [minimum, exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1].some(
        (least) => (least ?? 0) > 0,
      ),
    )
  const message = 'beneficiary_index begins with zero; the document has a greater minimum'
  return [
    ...recordDifferences(view, 'IdentificationError', items, pointer),
    ...(isShifted ? [contradicts(message, pointer)] : []),
  ]
}

/** Judges the form of a refused identification: a string, and from 2026-08-01 on an array of objects. */
export function refusalDifferences(view: DocumentView): readonly Difference[] {
  const operation = operationIn(view, 'post', '/customers/{}/identifications/v2')
  if (!operation) return []
  const pointer = responseOf(operation, '400')?.pointer ?? operation.pointer
  const schema = jsonOf(operation, '400')
  const shapes = shapesIn(view, schema)
  const lists = shapes.filter(({ types }) => types.has('array'))
  if (!hasChange(view.version, 'structured-errors')) {
    const message = 'before 2026-08-01 a refused identification is told in a string; the document has a list'
    return lists.length === 0 ? [] : [contradicts(message, pointer)]
  }
  const due = 'a refused identification is told in an array of objects; the document has none'
  if (lists.length === 0) {
    const isOther = shapes.length > 0 && shapes.every(({ types }) => types.size > 0)
    return [isOther ? contradicts(due, pointer) : lacks(due, pointer)]
  }
  const items = lists.flatMap((list) => list.items)
  if (items.length === 0)
    return [lacks('the document does not show the entries of a refused identification', pointer)]
  return items.flatMap((item) => entries(view, item, pointer))
}

/** Judges a list of terms items, where the document describes the body of 200. */
const termsItems = (view: DocumentView, operation: Operation, what: string): Difference[] => {
  const schema = jsonOf(operation, '200')
  const pointer = responseOf(operation, '200')?.pointer ?? operation.pointer
  const shapes = shapesIn(view, schema)
  const silent = `the document does not show the items of the ${what}`
  if (shapes.length === 0) return [lacks(silent, pointer)]
  const other = shapes.flatMap(({ types }) => Array.from(types)).find((type) => type !== 'array')
  if (other !== undefined)
    return [contradicts(`the ${what} are an array; the document has ${other}`, pointer)]
  const items = shapes.flatMap((shape) => shape.items)
  if (items.length === 0) return [lacks(silent, pointer)]
  return items.flatMap((item) => recordDifferences(view, 'TermsItem', item, pointer))
}

const country = (view: DocumentView, operation: Operation): Difference[] => {
  const parameter = operation.parameters.find(
    ({ name, in: location }) => location === 'query' && name === 'country',
  )
  const { pointer } = parameter ?? operation
  if (!parameter) return [contradicts('the document lacks the query parameter country', pointer)]
  const message = 'country is a required string of three letters; the document has it otherwise'
  const isWrong = shapesIn(view, parameter.schema).some(
    ({ types, keywords }) => (types.size > 0 && !types.has('string')) || !keepsText(keywords, 'DEU'),
  )
  return !parameter.required || isWrong ? [contradicts(message, pointer)] : []
}

const terms = (view: DocumentView): Difference[] => {
  const operation = operationIn(view, 'get', '/terms-and-conditions')
  return operation ? [...country(view, operation), ...termsItems(view, operation, 'terms')] : []
}

/**
 * Before 2026-08-01, the response with nothing outstanding is 409. A document without declared refusals is not judged.
 */
const conflict = (view: DocumentView, { responses, pointer }: Operation): Difference[] => {
  const statuses = Object.keys(responses)
  const covers = statuses.some((status) => /^(409|4xx|default)$/i.test(status))
  if (hasChange(view.version, 'structured-errors')) {
    const message =
      'with nothing outstanding required signings answer 200; the document lists 409 as earlier ones do'
    return responses['409'] ? [lacks(message, pointer)] : []
  }
  if (covers) return []
  const message = 'with nothing outstanding required signings answer 409; the document does not list that'
  return [
    statuses.some((status) => /^4\d\d$/.test(status))
      ? contradicts(message, pointer)
      : lacks(message, pointer),
  ]
}

const signings = (view: DocumentView): Difference[] => {
  const operation = operationIn(view, 'get', '/customers/{}/required-signings')
  if (!operation) return []
  const isFilled = shapesIn(view, jsonOf(operation, '200')).some(
    ({ keywords }) => (keywords.minItems ?? 0) > 0,
  )
  const message =
    'with nothing outstanding the list of required signings is empty; the document wants an item in it'
  return [
    ...termsItems(view, operation, 'required signings'),
    ...conflict(view, operation),
    ...(isFilled && hasChange(view.version, 'structured-errors')
      ? [contradicts(message, operation.pointer)]
      : []),
  ]
}

const flows = ['mint', 'redeem', 'onramp', 'offramp', 'swap']

/** Flows may be listed values or member names, because the specification does not show which. */
const flowsOf = (view: DocumentView, operation: Operation): Difference[] => {
  const { schemas } = view.surface
  const currencies = membersNamed('currencies', jsonOf(operation, '200'), schemas)
  const nodes = currencies.flatMap((schema) => [...nodesBelow(schema, schemas)])
  const words = nodes.flatMap((node): unknown[] =>
    Object.keys(node.properties ?? {}).concat(Array.from(listedValues(shapesIn(view, node)) ?? [], String)),
  )
  const named = new Set(words.map((word) => String(word).toLowerCase()))
  const lost = flows.filter((flow) => ![...named].some((word) => word.startsWith(flow)))
  const message = `currencies of the abilities show the flow ${lost.join(', ')}; the document does not`
  return currencies.length > 0 && lost.length > 0 ? [lacks(message, operation.pointer)] : []
}

const abilities = (view: DocumentView): Difference[] => {
  const operation = operationIn(view, 'get', '/customers/{}/abilities')
  if (!operation) return []
  return [
    ...recordDifferences(view, 'Abilities', jsonOf(operation, '200'), operation.pointer),
    ...flowsOf(view, operation),
  ]
}

const rails = ['Iban', 'AchWire', 'Swift']

/** The values of a name, or the tags of a discriminated record. */
const namesOf = (view: DocumentView, { properties, values, mapped }: Shape): readonly unknown[] => [
  ...(values ?? []),
  ...(mapped.get('type') ?? []),
  ...(properties.get('type') ?? []).flatMap((tag) => Array.from(listedValues(shapesIn(view, tag)) ?? [])),
]

/** The names that a document lists for members of deposit_rails; undefined where it lists none. */
export function documentedRails(view: DocumentView): ReadonlySet<unknown> | undefined {
  const autoramp = shapesIn(view, jsonOf(operationIn(view, 'get', '/autoramps/{}'), '200'))
  const lists = autoramp.flatMap(({ properties }) => properties.get('deposit_rails') ?? [])
  const members = lists.flatMap((list) => shapesIn(view, list)).flatMap(({ items }) => items)
  const kinds = members.flatMap((member) => shapesIn(view, member)).flatMap((shape) => namesOf(view, shape))
  return kinds.length === 0 ? undefined : new Set(kinds)
}

const autoramp = (view: DocumentView): Difference[] => {
  const operation = operationIn(view, 'get', '/autoramps/{}')
  if (!operation) return []
  const { pointer } = operation
  const lists = shapesIn(view, jsonOf(operation, '200')).flatMap(
    ({ properties }) => properties.get('deposit_rails') ?? [],
  )
  if (lists.length === 0) return [lacks('the document does not show deposit_rails of an autoramp', pointer)]
  const types = lists.flatMap((list) => shapesIn(view, list)).flatMap((shape) => Array.from(shape.types))
  const other = types.find((type) => type !== 'array')
  if (other !== undefined)
    return [contradicts(`deposit_rails are an array; the document has ${other}`, pointer)]
  const listed = documentedRails(view)
  return rails
    .filter((rail) => listed && !listed.has(rail))
    .map((rail) => lacks(`deposit_rails can have the member ${rail}; the document lacks it`, pointer))
}

/** The differences of a document in terms, required signings, abilities and autoramps. */
export function readDifferences(view: DocumentView): readonly Difference[] {
  return [...terms(view), ...signings(view), ...abilities(view), ...autoramp(view)]
}
