import { type ChangeName, hasChange } from '../../versions/index.js'
import type { JsonSchema, Method } from '../../runtime/surface.js'
import type { JsonObject } from '../../document/index.js'
import { membersAt } from '../schema/document-shape.js'
import { orNull, present, ref } from '../stated/document.js'
import { type EnumerationName, valuesOf } from '../tables/enumerations.js'
import { messageFacts, messageOfKind } from '../tables/messages.js'
import { type SubmissionField, submissionFields } from '../tables/submissions.js'
import { apiOperations, describedOperations } from './headers.js'
import { messagesOf } from './messages.js'
import {
  branchesOf,
  type DocumentView,
  jsonIn,
  jsonOf,
  type Picked,
  responseOf,
  shapesIn,
  submissionBody,
  successOf,
} from './view.js'

type Picker = (view: DocumentView) => readonly Picked[]

/** A schema of documents, and what the specification states of it. */
export interface StatedSchema {
  /** In words, as messages name it. */
  readonly name: string
  /** The judge of its differences: by default that of the statements. */
  readonly group?: 'enumerations' | 'quote errors'
  /** The stated schema, which for a record is a reference; undefined in versions where nothing is stated. */
  readonly states: (version: string) => JsonObject | undefined
  readonly pick: Picker
  /** True for a schema of requests. */
  readonly isSent?: true
  /** True in operations that the specification does not describe, where a contradiction counts as an omission. */
  readonly isElsewhere?: true
}

const quote = '/autoramps/quote'
const submissions = '/customers/{}/identifications/v2'

/** The schemas at a pointer; if there are none, a mark that the document shows none. */
const shown = (schemas: readonly JsonSchema[], pointer: string): readonly Picked[] =>
  (schemas.length === 0 ? [undefined] : schemas).map((schema) => ({ schema, pointer }))

const bodyOf =
  (method: Method, template: string, status = '200'): Picker =>
  (view) => {
    const operation = view.operations.find(method, template)
    const { pointer } = (operation && responseOf(operation, status)) ?? operation ?? {}
    return pointer === undefined ? [] : [{ schema: jsonOf(operation, status), pointer }]
  }

/** The items of lists; none where the document has something else than a list. */
const itemsOf =
  (pick: Picker): Picker =>
  (view) =>
    pick(view).flatMap(({ schema, pointer }) => {
      const shapes = shapesIn(view, schema)
      const isOther = shapes.some(({ types }) => types.size > 0 && !types.has('array'))
      const items = shapes.flatMap((shape) => shape.items)
      return isOther ? [] : shown(items, pointer)
    })

/** The version error is recognized by its unique members. */
const isVersionError = (view: DocumentView, branch: JsonSchema): boolean =>
  shapesIn(view, branch).some(
    ({ properties }) => properties.has('supported') || (properties.has('error') && properties.has('reason')),
  )

const branchesIn = (view: DocumentView, { schema }: Picked): readonly JsonSchema[] =>
  schema === undefined ? [] : branchesOf(view, schema)

const refusals = bodyOf('post', submissions, '400')

/**
 * The bodies of refused identifications: lists or else whatever there is, but the version error only alone. Before
 * structured errors only lists, because a document may describe the string beside its JSON.
 */
const refused: Picker = (view) =>
  refusals(view).flatMap((body) => {
    const all = branchesIn(view, body)
    const own = all.filter((branch) => !isVersionError(view, branch))
    const branches = own.length > 0 ? own : all
    const lists = branches.filter((one) => shapesIn(view, one).some(({ types }) => types.has('array')))
    if (!hasChange(view.version, 'structured-errors'))
      return lists.map((schema) => ({ schema, pointer: body.pointer }))
    return shown(lists.length > 0 ? lists : branches, body.pointer)
  })

/** Errors of the operations that the specification describes, of others, or of the quote. */
const errors =
  (status: string, of: 'described' | 'others' | 'quote'): Picker =>
  (view) => {
    const described = describedOperations(view)
    const known = new Set(described.map((operation) => responseOf(operation, status)?.pointer))
    return apiOperations(view).flatMap((operation) => {
      const response = responseOf(operation, status)
      const isQuote = operation === view.operations.find('get', quote)
      const kind = isQuote ? 'quote' : described.includes(operation) ? 'described' : 'others'
      // Most operations share the components of their errors.
      const isOwn = kind === of && (of !== 'others' || !known.has(response?.pointer))
      return response && isOwn ? [{ schema: jsonIn(response), pointer: response.pointer }] : []
    })
  }

const versionErrors =
  (of: 'described' | 'others'): Picker =>
  (view) => {
    const bodies = errors('400', of)(view)
    return bodies.flatMap((body) =>
      branchesIn(view, body)
        .filter((branch) => isVersionError(view, branch))
        .map((schema) => ({ schema, pointer: body.pointer })),
    )
  }

const membersOf =
  (pick: Picker, ...names: readonly string[]): Picker =>
  (view) =>
    pick(view).flatMap(({ schema, pointer }) =>
      shapesIn(view, schema)
        .flatMap(({ properties }) => names.flatMap((name) => properties.get(name) ?? []))
        .map((member) => ({ schema: member, pointer })),
    )

const success =
  (method: Method, template: string): Picker =>
  (view) => {
    const operation = view.operations.find(method, template)
    return operation ? [{ schema: successOf(operation), pointer: operation.pointer }] : []
  }

/** Statuses of an identification as one schema, because branches of a union may each list a part of the values. */
const statuses: Picker = (view) => {
  const found = membersOf(success('post', submissions), 'status')(view)
  const [first, second] = found
  return first && second
    ? [{ schema: { anyOf: found.map(({ schema = true }) => schema) }, pointer: first.pointer }]
    : found
}

const deepest = 6

/** The leaves of a schema that list values; a list may be a union of constants. */
const leavesOf = (view: DocumentView, schema: JsonSchema, depth = 0): readonly JsonSchema[] => {
  const shapes = shapesIn(view, schema)
  const members = shapes.flatMap(({ properties }) => [...properties.values()].flat())
  const inner = depth > deepest ? [] : members.flatMap((one) => leavesOf(view, one, depth + 1))
  return shapes.some(({ values }) => (values?.size ?? 0) > 0) ? [schema, ...inner] : inner
}

/** The leaves of either direction that list a rail status, because the names of rails are not shown. */
const rails =
  (pick: Picker): Picker =>
  (view) => {
    const due: ReadonlySet<unknown> = new Set(valuesOf('Rail status', view.version))
    const isRail = (leaf: JsonSchema): boolean =>
      shapesIn(view, leaf).some(({ values = new Set() }) => [...values].some((value) => due.has(value)))
    const directions = membersOf(pick, 'fiat_deposit', 'fiat_payout')(view)
    return directions.flatMap(({ schema = true, pointer }) =>
      leavesOf(view, schema)
        .filter(isRail)
        .map((leaf) => ({ schema: leaf, pointer })),
    )
  }

const autoramp = bodyOf('get', '/autoramps/{}')
const depositRails: Picker = (view) =>
  autoramp(view).flatMap((body) => {
    const lists = membersOf(() => [body], 'deposit_rails')(view)
    return lists.length === 0 ? shown([], body.pointer) : lists
  })

const submitted =
  (path: readonly string[]): Picker =>
  (view) => {
    const operation = view.operations.find('post', submissions)
    const pointer = operation?.requestBody?.pointer ?? operation?.pointer ?? ''
    return membersAt(path, submissionBody(view), view.surface.schemas).map((schema) => ({ schema, pointer }))
  }

/** Fields of submissions; they may be absent from earlier documents, and from one that shows no members. */
const field =
  (path: readonly string[]): Picker =>
  (view) => {
    const isShown = shapesIn(view, submissionBody(view)).some(({ properties }) => properties.size > 0)
    const found = isShown ? submitted(path)(view) : []
    const isDue = isShown && hasChange(view.version, 'structured-errors')
    const { pointer = '' } = view.operations.find('post', submissions)?.requestBody ?? {}
    return isDue && found.length === 0 ? shown([], pointer) : found
  }

/** The details of a business; other members of the name hold something else. */
const details: Picker = (view) =>
  submitted(['business_details'])(view).filter(({ schema }) =>
    shapesIn(view, schema).some(({ properties }) => properties.has('business_model_description')),
  )

const fieldSchema =
  ({ type, values, min, isDeprecated }: SubmissionField): StatedSchema['states'] =>
  (version) => {
    const listed = values && { enum: values, 'x-extensible': true }
    const minLength = hasChange(version, 'structured-errors') ? min : undefined
    const deprecated = hasChange(version, 'industry-required') ? isDeprecated : undefined
    const own = type === 'array' ? { items: { ...listed } } : listed
    return present({ type, ...own, minLength, deprecated })
  }

const from = (change: ChangeName, schema: JsonObject) => (version: string) =>
  hasChange(version, change) ? schema : undefined
const listed = (name: EnumerationName) => (version: string) =>
  orNull({ type: 'string', enum: valuesOf(name, version) })

const stated = (
  name: string,
  states: JsonObject | StatedSchema['states'],
  pick: Picker,
  more: Partial<StatedSchema> = {},
): StatedSchema => ({ name, states: typeof states === 'function' ? states : () => states, pick, ...more })

const terms = bodyOf('get', '/terms-and-conditions')
const countries: Picker = ({ operations }) => {
  const { parameters = [] } = operations.find('get', '/terms-and-conditions') ?? {}
  const named = parameters.filter(({ name }) => name === 'country')
  return named.map(({ schema = true, pointer }) => ({ schema, pointer }))
}
const signings = bodyOf('get', '/customers/{}/required-signings')
const abilities = '/customers/{}/abilities'
const list = orNull({ type: 'array' })

const listOfSignings: StatedSchema['states'] = (version) =>
  hasChange(version, 'empty-signings-list') ? { ...list, minItems: 0 } : list

const refusal: StatedSchema['states'] = (version) => ({
  type: hasChange(version, 'structured-errors') ? 'array' : 'string',
})

// The deprecated member is superseded by the industry, so it must not be required.
const detailsSchema: StatedSchema['states'] = (version) => ({
  properties: hasChange(version, 'industry-required')
    ? { industry_type: {} }
    : { industry: {}, industry_type: { 'x-named': true } },
})

const isElsewhere = true
const isSent = true
const group = 'enumerations'

/** The schemas of documents of which the specification states something, besides the quote. */
export const statedSchemas: readonly StatedSchema[] = [
  stated('country of the terms', { type: 'string' }, countries, { isSent }),
  stated('the terms', list, terms),
  stated('the items of the terms', ref('TermsItem'), itemsOf(terms)),
  stated('the required signings', listOfSignings, signings),
  stated('the items of the required signings', ref('TermsItem'), itemsOf(signings)),
  stated('the abilities', ref('Abilities'), bodyOf('get', abilities)),
  stated('deposit_rails of an autoramp', list, depositRails),
  stated('a refused identification', refusal, refused),
  stated(
    'the entries of a refused identification',
    from('structured-errors', ref('IdentificationError')),
    itemsOf(refused),
  ),
  stated('the version error', ref('VersionError'), versionErrors('described')),
  stated('the version error elsewhere', ref('VersionError'), versionErrors('others'), { isElsewhere }),
  stated('the ApiError of 500', ref('ApiError'), errors('500', 'described')),
  stated('the ApiError of 500 elsewhere', ref('ApiError'), errors('500', 'others'), { isElsewhere }),
  stated('the ApiError of a quote', ref('ApiError'), errors('500', 'quote'), { group: 'quote errors' }),
  stated('the status of an identification', listed('Identification status'), statuses, { group }),
  stated('a rail of the abilities', listed('Rail status'), rails(success('get', abilities)), { group }),
  ...messageFacts.flatMap((facts) => {
    const pick: Picker = (view) => messagesOf(view, facts)
    const name = messageOfKind[facts.kind]
    return [
      stated(name, ref(facts.record), pick),
      stated(`a rail of ${name}`, listed('Rail status'), rails(pick)),
    ]
  }),
  ...submissionFields.map((one) => {
    const name = `${one.path.join('.')} of an identification`
    return stated(name, fieldSchema(one), field(one.path), { isSent })
  }),
  stated('business_details of an identification', detailsSchema, details, { isSent }),
  stated(
    'birth_place of an identification',
    from('birth-place-state', { properties: { state: {} } }),
    submitted(['birth_place']),
    { isSent },
  ),
]
