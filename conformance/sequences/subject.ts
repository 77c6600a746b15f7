import { type JsonObject, once, parametersIn } from '../../document/index.js'
import { isMissing, isSuccess } from '../exchange/reading.js'
import type { Operation } from '../../runtime/surface.js'
import { headerValue } from '../exchange/exchange.js'
import { type ParameterValues, type Observed, type ExploreViolation, nameOf } from '../model/case.js'
import { type ExploreRuleId, exploreRules } from '../model/document-rules.js'
import type { CreatedThing } from '../model/report.js'
import { pathUpTo, shapeOf, slashed, valuesByName } from '../resources/paths.js'
import { heldIn, idInPathOf } from '../pool/addresses.js'
import { usable } from '../pool/known-things.js'
import type { Resource } from '../resources/resources.js'
import { referredBy, fitted, identityIn, isPlain, type PlainValue } from '../resources/names.js'
import { flatMembers, unrelatedMember } from './related.js'
import { type BodyForm, flatMembersIn, variationOf } from './bodies.js'
import type { Asking, Walk } from './walk.js'

export interface Subject {
  readonly resource: Resource
  /** Absent where it existed before. */
  readonly created?: CreatedThing
  /** The values of its path, in order. */
  readonly values: readonly unknown[]
  /** The request that created it, or for a singleton the first read. */
  readonly made: Observed
}

/** A list of one kind of thing, with its path values. */
export interface ListOf {
  readonly resource: Resource
  readonly operation: Operation
  readonly path: ParameterValues
}

/** One page of a list: things by id, in order. */
export interface Page {
  readonly by: Observed
  readonly things: readonly (readonly [id: string, thing: JsonObject])[]
}

/** The pages of a list that were read. */
export interface Visited {
  readonly pages: readonly Page[]
  /** There is no page after the last one. */
  readonly isWhole: boolean
}

/** One request of a sequence, with the thing in its response. */
export interface Look {
  readonly by: Observed
  readonly sent: JsonObject
  /** The members of the thing in the response, nested ones by path. */
  readonly thing?: JsonObject
  readonly id?: string
  readonly etag?: string | undefined
  /** Concurrent requests, of which it is the last. */
  readonly beside?: readonly Look[]
  /** The pages of a list, of which it is the last request. */
  readonly visited?: Visited
}

export interface Broken {
  /** Equal for violations of one cause, together with the name of the operation. */
  readonly kind: string
  /** The request whose operation breaks it. */
  readonly by: Look
  /** One sentence; `@` stands for the operation. */
  readonly says: string
  readonly pointer?: string | undefined
  /** Replaces the steps of the law as evidence. */
  readonly steps?: readonly Look[]
}

/** A broken promise; without `steps`, those of the law are the evidence. */
export function broken(kind: string, by: Look, says: string, steps?: readonly Look[]): Broken {
  return { kind, by, says, ...(steps && { steps }) }
}

/** Undefined where a promise holds, 'open' where nothing can be concluded. */
export type Verdict = Broken | 'open' | undefined

/** The operation of a request as in the document. */
export function nameIn({ by }: Pick<Look, 'by'>): string {
  return nameOf(by.case.call.operation)
}

const mostSteps = 12

/** A violation of a rule, with the requests that show it. */
export function violationOf(
  rule: ExploreRuleId,
  { kind, by, says, pointer, steps = [] }: Broken,
): ExploreViolation {
  const shown = [...new Set(steps.map((one) => one.by))]
  return {
    rule,
    message: says.replace('@', nameIn(by)),
    ...(pointer !== undefined && { pointer }),
    expected: exploreRules[rule].statement,
    cause: `${kind} ${nameIn(by)}`,
    steps: [...shown.slice(0, 1), ...shown.slice(1).slice(1 - mostSteps)],
  }
}

/** Whether a request succeeded; 202 is excluded, because its effect comes later. */
export function isDone({ exchange }: Observed): boolean {
  return isSuccess(exchange) && exchange.response.status !== 202
}

/** The content of a response about a thing. */
export function lookAt(resource: Resource, by: Observed): Look {
  const { nouns } = resource
  const { response } = by.exchange
  const sent = flatMembersIn(by.case.call.body?.value, nouns[0] ?? '')
  const held = isSuccess(by.exchange) ? heldIn(resource, by, 'thing') : undefined
  const [thing] = !held || held.isList ? [] : held.things
  if (!thing) return { by, sent }
  const id = idInPathOf(thing, resource, by)
  const etag = headerValue(response.headers, 'etag')
  return { by, sent, thing: flatMembers(thing), etag, ...(id !== undefined && { id: String(id) }) }
}

/** Reads a thing; undefined where the document has no GET for it. @throws Stopped */
export async function read(walk: Walk, { resource, values }: Subject): Promise<Look | undefined> {
  const { read: operation } = resource
  if (!operation) return undefined
  const by = await walk.call(operation, { path: valuesByName(operation.path, values), smallest: true })
  return by && lookAt(resource, by)
}

/** Calls an operation on a thing, or on something below it. @throws Stopped */
export async function callOn(
  walk: Walk,
  { resource, values }: Subject,
  operation: Operation,
  asking: Asking,
): Promise<Look | undefined> {
  const path = valuesByName(operation.path, values)
  const by = await walk.call(operation, { path, noun: resource.nouns[0], ...asking })
  return by && lookAt(resource, by)
}

const isAt = (path: string, { itemPath }: Resource): boolean =>
  slashed(path.replace(/\/$/, '')).split('/').length === shapeOf(itemPath).split('/').length

/** The subject of a thing that a response created. */
export function subjectOf(walk: Walk, resource: Resource, made: Observed): Subject | undefined {
  const created = walk.pool.creations.of(made).find(({ path = '' }) => isAt(path, resource))
  if (!created || !isDone(made)) return undefined
  return { resource, created, values: Object.values(created.pathValues), made }
}

/** Creates a thing by POST; undefined where that is refused, happens later, or returns no id. @throws Stopped */
export async function create(
  walk: Walk,
  resource: Resource,
  operation: Operation,
  asking: Asking,
): Promise<Subject | undefined> {
  if (!walk.explorer.mayCreate) return undefined
  const made = await walk.call(operation, { noun: resource.nouns[0], ...asking, hold: true })
  return made && subjectOf(walk, resource, made)
}

/** The most things that are read to find one that is as it was created. */
const mostRead = 8

/**
 * A thing that the run created, but not by a sequence, which may be unable to: an order comes of a signed quote. It is
 * as it was created by a new read of it, because what was cancelled since stays as it is when it is deleted.
 * @throws Stopped
 */
export async function createdBefore(walk: Walk, resource: Resource): Promise<Subject | undefined> {
  for (const { created, values } of usable(walk.pool.things.of(resource.itemPath)).slice(0, mostRead)) {
    if (!created || !isDone(created.by)) continue
    const subject = { resource, created, values, made: created.by }
    const [made, seen] = [lookAt(resource, created.by).thing, (await read(walk, subject))?.thing]
    const isAlike = made && seen && unrelatedMember(made, seen, Object.keys(made)) === undefined
    if (isAlike) return subject
  }
  return undefined
}

/** Replaces references in a body by ids of other things, because a thing may exist only once for each. */
const otherReferences = ({ pool }: Walk, { members }: BodyForm, count: number): JsonObject => {
  const chosen = members.map(([name, schema]) => {
    const isReference = referredBy(name.split('.').at(-1) ?? '') !== undefined
    const values = isReference ? pool.offered.memberValues(name, schema) : []
    return [name, values[count % values.length]] as const
  })
  return Object.fromEntries(chosen.filter(([, value]) => value !== undefined))
}

/** Attempts beyond the expected refusals. */
const moreAttempts = 4

/** Creates things by one operation, retrying after refusals. @param round varies bodies @throws Stopped */
export async function createSome(
  walk: Walk,
  resource: Resource,
  operation: Operation,
  { path, count, round }: { readonly path: ParameterValues; readonly count: number; readonly round: number },
): Promise<Subject[]> {
  const created: Subject[] = []
  const form = walk.formOf(operation, resource.nouns[0])
  for (let attempt = 0; attempt < count + moreAttempts && created.length < count; attempt++) {
    const refused = attempt - created.length
    const isSmallest = refused < 2 && (attempt + round) % 3 === 1
    // Distinct members make filters testable. After a refusal none are set, and other references, in turn.
    const bodyMembers =
      refused === 0
        ? variationOf(form, walk.schemas, attempt, {}, true)
        : refused % 2 === 0
          ? otherReferences(walk, form, attempt + round)
          : {}
    const asking = isSmallest ? { smallest: true } : { bodyMembers }
    const subject = await create(walk, resource, operation, { ...asking, path })
    if (subject) created.push(subject)
  }
  return created
}

/** An unused id for a path parameter; undefined where its schema leaves no choice. */
const freshId = ({ explorer, schemas, count }: Walk, { parameter }: Resource): PlainValue | undefined => {
  const random = (): number => explorer.random()
  const uuid = 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replaceAll('x', () =>
    Math.floor(random() * 16).toString(16),
  )
  const choices = [`rampart-${count()}-${uuid.slice(0, 6)}`, uuid, 1_000_000 + Math.floor(random() * 1e6)]
  return choices.map((one) => fitted(one, parameter.schema, schemas)).find((one) => one !== undefined)
}

/** Creates a thing at its own path, where a read finds nothing. @throws Stopped */
export async function createAt(
  walk: Walk,
  resource: Resource,
  operation: Operation,
  parents: ParameterValues,
): Promise<Subject | undefined> {
  const { read: reading, parameter, nouns } = resource
  const id = freshId(walk, resource)
  const above = parametersIn(operation.path).slice(0, -1)
  const values = [...above.map((name) => parents[name]), id]
  if (!reading || !walk.explorer.mayCreate || !values.every(isPlain)) return undefined
  const before = await walk.call(reading, { path: valuesByName(reading.path, values), smallest: true })
  if (!before || !isMissing(before.exchange)) return undefined
  const form = walk.formOf(operation, nouns[0])
  const members = Object.fromEntries(form.members.map(([name]) => [name, id]))
  const own = identityIn(members, parameter, nouns, walk.schemas)
  const bodyMembers = {
    ...variationOf(form, walk.schemas, walk.count()),
    ...(own && { [own.member]: id }),
  }
  const path = valuesByName(operation.path, values)
  const made = await walk.call(operation, { path, bodyMembers, noun: nouns[0], hold: true })
  return made && subjectOf(walk, resource, made)
}

const deepestParents = 3

const byShape = once((resources: readonly Resource[]): ReadonlyMap<string, Resource> => {
  const all = resources.toReversed()
  return new Map(all.map((one) => [shapeOf(one.itemPath), one]))
})

/** Path values for a creation: of a withheld parent made for it, or else of a known one. @throws Stopped */
export async function parentPath(
  walk: Walk,
  path: string,
  resources: readonly Resource[],
  depth = 0,
): Promise<ParameterValues | undefined> {
  const last = parametersIn(path).at(-1)
  if (last === undefined) return {}
  const shape = shapeOf(pathUpTo(path, last))
  const parent = byShape(resources).get(shape)
  for (const one of parent && depth < deepestParents ? parent.creates : []) {
    const above = await parentPath(walk, one.path, resources, depth + 1)
    const made = above && parent && (await create(walk, parent, one, { path: above }))
    if (made) return valuesByName(path, made.values)
  }
  return walk.pool.offered.pathsFor({ path })[0]
}
