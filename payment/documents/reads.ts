import { hasChange, versionOf } from '../../versions/index.js'
import type { JsonSchema, Operation } from '../../runtime/surface.js'
import type { VersionUnderTest } from '../../conformance/session/version-under-test.js'
import { listedValues, membersNamed, nodesBelow, type Shape } from '../schema/document-shape.js'
import { flows } from '../tables/enumerations.js'
import { submissionKinds } from '../tables/submissions.js'
import { describedOperations, sampleUuid, takes } from './headers.js'
import { narrow } from './stated.js'
import {
  contradicts,
  type Differences,
  type DocumentView,
  jsonOf,
  type Judge,
  lacks,
  listedIn,
  shapesIn,
  submissionBody,
  tagsIn,
} from './view.js'

// Before 2026-08-01, the response with nothing outstanding is 409. A document without declared refusals is not judged.
const conflict = function* ({ responses, pointer }: Operation): Differences {
  const statuses = Object.keys(responses)
  if (statuses.some((status) => /^(409|4xx|default)$/i.test(status))) return
  const message = 'with nothing outstanding required signings are 409; the document does not list it'
  const listsRefusals = statuses.some((status) => /^4\d\d$/.test(status))
  yield listsRefusals ? contradicts(message, pointer) : lacks(message, pointer)
}

const signings = function* (view: DocumentView): Differences {
  const operation = view.operations.find('get', '/customers/{}/required-signings')
  if (!operation) return
  if (!hasChange(view.version, 'empty-signings-list')) yield* conflict(operation)
  else if (operation.responses['409']) {
    const due = 'with nothing outstanding required signings are 200; the document lists 409'
    yield lacks(`${due} as earlier ones do`, operation.pointer)
  }
}

// Flows may be listed values or member names, because the specification does not show which.
const abilities = function* (view: DocumentView): Differences {
  const operation = view.operations.find('get', '/customers/{}/abilities')
  const { schemas } = view.surface
  const currencies = membersNamed('currencies', jsonOf(operation, '200'), schemas)
  const nodes = currencies.flatMap((schema) => [...nodesBelow(schema, schemas)])
  const words = nodes.flatMap((node): unknown[] =>
    Object.keys(node.properties ?? {}).concat(Array.from(listedValues(shapesIn(view, node)) ?? [], String)),
  )
  const named = new Set(words.map((word) => String(word).toLowerCase()))
  const lost = flows.filter((flow) => ![...named].some((word) => word.startsWith(flow)))
  const message = `currencies of the abilities show the flow ${lost.join(', ')}; the document does not`
  if (currencies.length > 0 && lost.length > 0) yield lacks(message, operation?.pointer)
}

const rails = ['Iban', 'AchWire', 'Swift']

/** The values of a member of a rail that lists one of the known rails, whatever the member is called. */
const namesIn = (view: DocumentView, rail: JsonSchema): readonly unknown[] =>
  shapesIn(view, rail)
    .flatMap(({ properties }) => Array.from(properties.values()))
    .map((schemas) => schemas.flatMap((one) => listedIn(view, one)))
    .filter((listed) => rails.some((one) => listed.includes(one)))
    .flat()

/** The names that a document lists for members of deposit_rails; undefined where it lists none. */
const documentedRails = (view: DocumentView): ReadonlySet<unknown> | undefined => {
  const names = shapesIn(view, jsonOf(view.operations.find('get', '/autoramps/{}'), '200'))
    .flatMap(({ properties }) => properties.get('deposit_rails') ?? [])
    .flatMap((list) => shapesIn(view, list))
    .flatMap(({ items }) => items)
    .flatMap((member) => [tagsIn(view, member, 'type'), namesIn(view, member)].flat())
  return names.length === 0 ? undefined : new Set(names)
}

const autoramp = function* (view: DocumentView): Differences {
  const listed = documentedRails(view)
  const pointer = view.operations.find('get', '/autoramps/{}')?.pointer
  for (const rail of rails)
    if (listed && !listed.has(rail))
      yield lacks(`deposit_rails can have the member ${rail}; the document lacks it`, pointer)
}

/** Judges the FedNow member of deposit_rails, which depends on the version. */
export const railJudge: Judge = (view) => {
  const listed = documentedRails(view)
  if (!listed) return undefined
  const isDue = hasChange(view.version, 'fednow-rail')
  const since = versionOf('fednow-rail')
  const message = isDue
    ? `deposit_rails can have a FedNow member from ${since} on; the document lists none`
    : `the document lists a FedNow member of deposit_rails, which was added in ${since}`
  const pointer = view.operations.find('get', '/autoramps/{}')?.pointer
  return listed.has('FedNow') === isDue ? [] : [contradicts(message, pointer)]
}

const terms = function* (view: DocumentView): Differences {
  const operation = view.operations.find('get', '/terms-and-conditions')
  if (!operation) return
  const country = operation.parameters.find(({ name }) => name === 'country')
  const message = 'country is a required query parameter; the document has it otherwise'
  if (!country?.required || country.in !== 'query')
    yield contradicts(message, country?.pointer ?? operation.pointer)
  if (country) yield* narrow(view, country)
}

// Customers have UUIDs, as the quote states.
const ids = function* (view: DocumentView): Differences {
  for (const operation of describedOperations(view)) {
    const id = operation.parameters.find((one) => one.in === 'path')
    const isOfCustomer = view.operations.relativePath(operation).startsWith('/customers/{')
    if (isOfCustomer && id && !takes(view, id, sampleUuid))
      yield contradicts('the id of a customer is a UUID; the document does not let it', id.pointer)
  }
}

// Other rules judge the quote, and the headers of all requests.
const judgedElsewhere = /^(country|x-api-version|x-sub-partner-id|idempotency-key|x-api-key)$/i

const further = function* (view: DocumentView): Differences {
  for (const { method, path, parameters } of describedOperations(view)) {
    if (method !== 'get' || path.endsWith('/autoramps/quote')) continue
    for (const { name, in: where, required, pointer } of parameters)
      if (required && where !== 'path' && !judgedElsewhere.test(name))
        yield lacks(`GET ${path} is shown without ${name}; the document requires it`, pointer)
  }
}

const detailsOf = (view: VersionUnderTest): readonly Shape[] =>
  membersNamed('business_details', submissionBody(view), view.surface.schemas)
    .flatMap((member) => shapesIn(view, member))
    .filter(({ properties }) => properties.has('business_model_description'))

const before = ({ versions }: DocumentView): VersionUnderTest | undefined =>
  [...versions.values()].findLast(({ version }) => !hasChange(version, 'industry-required'))

// A document may have one schema for all versions, and leave missing members to the response. It is judged if it
// introduces the industry with the version that requires it.
const industry = function* (view: DocumentView, pointer: string | undefined): Differences {
  const earlier = before(view)
  const isNew = earlier && detailsOf(earlier).every(({ properties }) => !properties.has('industry'))
  const message = 'industry of business_details is required; the document has it optional'
  for (const { properties, required } of detailsOf(view))
    if (!required.has('industry') && properties.has('industry'))
      yield isNew && required.size > 0 ? contradicts(message, pointer) : lacks(message, pointer)
}

// A list of a single kind, or of other things, is not meant to be complete.
const kinds = function* (view: DocumentView, pointer: string | undefined): Differences {
  const tags = new Set(tagsIn(view, submissionBody(view)))
  const lost = submissionKinds.filter((kind) => !tags.has(kind))
  if (lost.length > 2) return
  for (const kind of lost)
    yield contradicts(`an identification can be of kind ${kind}; the document lacks it`, pointer)
  for (const tag of tags)
    if (!submissionKinds.some((kind) => kind === tag))
      yield lacks(`an identification has no kind ${String(tag)}; the document lists it`, pointer)
}

const submissions = function* (view: DocumentView): Differences {
  const operation = view.operations.find('post', '/customers/{}/identifications/v2')
  const pointer = operation?.requestBody?.pointer ?? operation?.pointer
  if (hasChange(view.version, 'industry-required')) yield* industry(view, pointer)
  yield* kinds(view, pointer)
}

/**
 * @yields the differences of a document in reads and submissions that no schema shows
 */
export function* readDifferences(view: DocumentView): Differences {
  for (const judge of [submissions, terms, signings, abilities, autoramp, ids, further]) yield* judge(view)
}
