import { hasChange } from '../../versions/index.js'
import type { Operation } from '../../runtime/surface.js'
import { listedValues, type Shape } from '../schema/document-shape.js'
import { membersNamed, nodesBelow } from './nested.js'
import { recordDifferences } from './stated.js'
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
