import { isMissing } from '../exchange/reading.js'
import { isObject, type JsonObject, parametersIn } from '../../document/index.js'
import type { Operation } from '../../runtime/surface.js'
import { headerValue } from '../exchange/exchange.js'
import { rootOf } from '../requests/write-request.js'
import { together } from '../model/workers.js'
import { targetOfReference, valuesByName, valuesInTarget } from '../resources/paths.js'
import type { Resource } from '../resources/resources.js'
import { fitted, typesOf } from '../resources/names.js'
import { idsOf, keywordsOf, pageSize, pagingOf, readLargePage, readPage, visit, visitAll } from './lists.js'
import { isId } from './related.js'
import type { Filter, Link } from './targets.js'
import {
  callOn,
  create,
  isDone,
  type ListOf,
  type Look,
  lookAt,
  read,
  type Subject,
  type Visited,
} from './subject.js'
import { addressIn, changedMembers, removedMember, requiredMembers, variationOf } from './bodies.js'
import { conditionOf, type Walk } from './walk.js'

/** The subject of a law, where there are several. */
export interface Target {
  readonly list?: ListOf
  readonly link?: Link
  readonly filter?: Filter
  readonly update?: Update
}

/** An update of all members, of one by number, of one to null, back to the first read, or to what is required. */
export interface Update {
  readonly operation: Operation
  readonly members: 'all' | 'old' | 'required' | 'null' | number
}

export interface Taken extends Look {
  readonly step: StepName
  readonly target: Target
}

/** The inputs of the sequences of one kind of thing. */
export interface Stage {
  readonly walk: Walk
  readonly resource: Resource
  readonly resources: readonly Resource[]
  /** The number of earlier rounds; bodies differ between rounds. */
  readonly round: number
  /** Unchanged when a sequence is repeated. */
  readonly seed: number
}

/** The steps of one thing, or of the lists of one kind, so far. */
export interface Life extends Stage {
  /** The thing; absent where only lists are tested. */
  readonly subject?: Subject
  /** Another thing, which must not change. */
  readonly other?: Subject | undefined
  /** Things that were created concurrently. */
  readonly beside?: readonly Subject[]
  /** Concurrent creations of which two returned the same id. */
  readonly same?: readonly Look[] | undefined
  /** The lists; by default those that may contain the thing. */
  readonly lists?: readonly ListOf[]
  readonly taken: Taken[]
  target: Target
}

type Take = (life: Life) => Promise<Look | undefined>

const on =
  (take: (life: Life, subject: Subject) => Promise<Look | undefined>): Take =>
  async (life) =>
    life.subject && take(life, life.subject)

const sideBySide = async (looks: readonly Promise<Look | undefined>[]): Promise<Look | undefined> => {
  const beside = (await together(looks)).filter((one) => one !== undefined)
  const last = beside.at(-1)
  return last && { ...last, beside }
}

const pagesOf = (visited: Visited): Look | undefined => {
  const by = visited.pages.at(-1)?.by
  return by && { by, sent: {}, visited }
}

const list =
  (look: (walk: Walk, list: ListOf) => Promise<Visited>): Take =>
  async ({ walk, target }) =>
    target.list && pagesOf(await look(walk, target.list))

const listInPages: Take = async ({ walk, target, taken }) => {
  const all = taken.findLast((one) => one.step === 'list' && one.target.list === target.list)
  const count = new Set(all?.visited?.pages.flatMap(idsOf)).size
  return target.list && pagesOf(await visit(walk, target.list, pageSize(walk, target.list, count)))
}

const listFarBehind: Take = async ({ walk, target }) => {
  const { page, offset } = target.list ? pagingOf(target.list.operation, walk.schemas) : {}
  const far = page ?? offset
  if (!target.list || !far) return undefined
  const { maximum = 9999 } = keywordsOf(far, walk.schemas)
  const found = await readPage(walk, target.list, { query: { [far.name]: Math.min(9999, maximum) } })
  return found && pagesOf({ pages: [found], isWhole: false })
}

const filterBy =
  (index: number): Take =>
  async ({ walk, target: { list, filter } }) => {
    const value = filter?.values[index]
    if (!list || !filter || value === undefined) return undefined
    const { name, schema } = filter.parameter
    const sent = typesOf(schema, walk.schemas).includes('array')
      ? [value]
      : fitted(value, schema, walk.schemas)
    const page = sent === undefined ? undefined : await readLargePage(walk, list, { [name]: sent })
    return page && pagesOf({ pages: [page], isWhole: false })
  }

/** Follows the Location header of a creation, if it matches a path of the document; others may be web pages. */
const followLocation = on(async ({ walk }, { made, resource, values }) => {
  const { response, request } = made.exchange
  const location = response.status === 201 ? headerValue(response.headers, 'location') : undefined
  const { read: operation } = resource
  const root = operation && rootOf(walk.explorer.api, operation)
  const target = location && targetOfReference(location, request.url, root)
  if (!target || !operation || !valuesInTarget(operation.path, target)) return undefined
  const path = valuesByName(operation.path, values)
  const by = await walk.call(operation, { path, target, smallest: true })
  return by && lookAt(resource, by)
})

const followLink: Take = async ({ walk, resource, target: { link } }) => {
  const by = link?.target && link.values && (await walk.call(link.target, { ...link.values, smallest: true }))
  return by && lookAt(resource, by)
}

/** The members of an update; undefined where it would change nothing, or the address. */
const membersOfUpdate = (
  life: Life,
  { operation, members }: Update,
  before: JsonObject,
): JsonObject | undefined => {
  const { walk, resource, taken, subject } = life
  const form = walk.formOf(operation, resource.nouns[0])
  const values = subject?.values ?? []
  if (members === 'all') return changedMembers(walk, form, operation, before, values)
  if (members === 'required') return requiredMembers(form, before)
  if (members === 'null') return removedMember(form, walk.schemas, before)
  const first = taken.find(({ thing }) => thing)?.thing ?? before
  const old = Object.fromEntries(
    form.members.flatMap(([name]) => (Object.hasOwn(first, name) ? [[name, first[name]]] : [])),
  )
  if (members === 'old') return old
  const address = addressIn(form, before, values)
  const varied = variationOf(form, walk.schemas, walk.count(), first)
  const name = Object.keys(varied).filter((one) => !isId(one) && !Object.hasOwn(address, one))[members]
  const isWhole = operation.method === 'put'
  return name === undefined ? undefined : { ...(isWhole && old), [name]: varied[name] }
}

const update = on(async (life, subject) => {
  const { operation, members } = life.target.update ?? {}
  // If an update of all members was refused, single members are not tried.
  const isRefused = life.taken.some(
    (one) => one.step === 'update' && one.target.update?.operation === operation && !isDone(one.by),
  )
  const before = isRefused ? undefined : life.taken.findLast(({ step }) => step === 'read')
  const bodyMembers =
    life.target.update && before?.thing && membersOfUpdate(life, life.target.update, before.thing)
  if (!operation || !bodyMembers) return undefined
  const isPut = operation.method === 'put'
  const isPartial = members === 'required' || members === 'null' || (!isPut && typeof members === 'number')
  const isExact = (isPut && members !== 'all') || members === 'null'
  const asking = {
    bodyMembers,
    etag: before?.etag,
    ...(isPartial && { smallest: true }),
    ...(isExact && { exact: true as const }),
  }
  return callOn(life.walk, subject, operation, asking)
})

/** Sends an update of all members with a wrong value. */
const updateWrongly = on(async (life, subject) => {
  const { walk, target, round, taken } = life
  const before = taken.findLast(({ step }) => step === 'read')
  const bodyMembers = target.update && before?.thing && membersOfUpdate(life, target.update, before.thing)
  if (!target.update || !bodyMembers) return undefined
  return callOn(walk, subject, target.update.operation, { bodyMembers, etag: before.etag, wrong: round })
})

/** Repeats an update with the ETag from before the last one, where the operation declares that it refuses that. */
const updateOutdated = on(async (life, subject) => {
  const { operation } = life.target.update ?? {}
  const [old, now] = life.taken.filter(({ step }) => step === 'read').slice(-2)
  const isGuarded = operation && ['409', '412'].some((status) => Object.hasOwn(operation.responses, status))
  if (!isGuarded || !now?.thing || !old?.etag || !now.etag || old.etag === now.etag) return undefined
  if (!conditionOf(operation)) return undefined
  const bodyMembers = membersOfUpdate(life, { operation, members: 'all' }, now.thing)
  return bodyMembers && callOn(life.walk, subject, operation, { bodyMembers, etag: old.etag })
})

const updateBeside = on(async ({ walk, resource, taken }, subject) => {
  const operation = resource.put ?? resource.patch
  const { thing, etag } = taken.findLast(({ step }) => step === 'read') ?? {}
  if (!thing || !operation) return undefined
  const form = walk.formOf(operation, resource.nouns[0])
  const bodies = [1, 2].map(() => changedMembers(walk, form, operation, thing, subject.values))
  return sideBySide(bodies.map((bodyMembers) => callOn(walk, subject, operation, { bodyMembers, etag })))
})

/** Creates one thing of each kind below a thing; below another one if there is one, because it may prevent deletion. */
const createBelow = on(async ({ walk, resources, resource: { below }, other }, subject) => {
  const { values } = other ?? subject
  const isBelow = (one: Operation): boolean =>
    below.includes(one) && parametersIn(one.path).length === values.length
  const kinds = resources.flatMap((kind) => kind.creates.filter(isBelow).map((one) => [kind, one] as const))
  for (const [kind, one] of kinds.slice(0, 3))
    await create(walk, kind, one, { path: valuesByName(one.path, values) })
  return kinds.length > 0 ? lookAt(subject.resource, subject.made) : undefined
})

/** Repeats a creation. The service may refuse it; checks judge that it does not fail. */
const createAgain = on(async ({ walk }, { made }) => {
  if (!walk.explorer.mayCreate || !isObject(made.case.call.body?.value)) return undefined
  const again = { ...made.case }
  walk.pool.creations.hold(again)
  await walk.send(again)
  return undefined
})

/** Calls lists and actions of a deleted thing; checks judge that they do not fail. */
const useBelow = on(async ({ walk, resource: { below } }, subject) => {
  const direct = below.filter(({ path }) => parametersIn(path).length === subject.values.length)
  for (const one of direct.slice(0, 4)) await callOn(walk, subject, one, { smallest: true })
  return undefined
})

const deleteIt = on(async ({ walk, resource: { remove }, taken }, subject) => {
  const before = taken.findLast(({ step }) => step === 'read')
  if (!before?.thing || !remove) return undefined
  const look = await callOn(walk, subject, remove, { smallest: true, etag: before.etag })
  if (look && isDone(look.by) && subject.created) walk.pool.creations.markDeleted(subject.created)
  return look
})

const deleteOther: Take = async ({ walk, resource: { remove }, other }) => {
  const look = other && remove && (await callOn(walk, other, remove, { smallest: true }))
  if (look && isDone(look.by) && other.created) walk.pool.creations.markDeleted(other.created)
  return look
}

/** Updates a thing that is no longer found. */
const updateDeleted = on(async ({ walk, resource: { patch, nouns }, taken }, subject) => {
  const seen = taken.findLast(({ step }) => step === 'read')
  if (!patch || !seen || !isMissing(seen.by.exchange)) return undefined
  const varied = variationOf(walk.formOf(patch, nouns[0]), walk.schemas, walk.count())
  const bodyMembers = Object.fromEntries(Object.entries(varied).slice(0, 1))
  return callOn(walk, subject, patch, { smallest: true, bodyMembers })
})

/** The steps of laws. Each returns undefined where its request cannot be made. */
const steps = {
  create: on(async (_, { resource, made }) => lookAt(resource, made)),
  'create below': createBelow,
  'create again': createAgain,
  read: on(({ walk }, subject) => read(walk, subject)),
  'read once more': on(({ walk }, subject) => read(walk, subject)),
  'read side by side': on(({ walk }, subject) => sideBySide([1, 2, 3].map(() => read(walk, subject)))),
  'create other': async ({ other }) => other && lookAt(other.resource, other.made),
  'read other': async ({ walk, other }) => other && read(walk, other),
  'read other once more': async ({ walk, other }) => other && read(walk, other),
  'read those beside': ({ walk, beside = [] }) => sideBySide(beside.map((one) => read(walk, one))),
  'follow Location': followLocation,
  'declare link': async ({ target: { link } }) => link && { by: link.source, sent: {} },
  'follow link': followLink,
  list: list(visitAll),
  'list in pages': listInPages,
  'list once more': list(visitAll),
  'list far behind': listFarBehind,
  'filter by one': filterBy(0),
  'filter by another': filterBy(1),
  update,
  'update wrongly': updateWrongly,
  'update outdated': updateOutdated,
  'update side by side': updateBeside,
  delete: deleteIt,
  'delete other': deleteOther,
  'delete again': on(
    async ({ walk, resource: { remove } }, one) => remove && callOn(walk, one, remove, { smallest: true }),
  ),
  'update deleted': updateDeleted,
  'use below deleted': useBelow,
} satisfies Readonly<Record<string, Take>>

export type StepName = keyof typeof steps

const isWriting = (step: StepName): boolean => /^(update|delete|use|create (below|again)$)/.test(step)
const once: ReadonlySet<StepName> = new Set<StepName>(['create', 'create other', 'read other', 'delete'])
const isFresh = (step: StepName): boolean => /^update( outdated|$)|side by side$/.test(step)

/** Whether a step may be repeated while waiting for late changes: it only reads, and a repetition shows no less. */
export function isRepeatable(step: StepName): boolean {
  return !isWriting(step) && !isFresh(step) && step !== 'create' && step !== 'declare link'
}

/** Takes a step where possible, or returns its result if nothing changed. @throws Stopped @throws TurnOver */
export async function take(life: Life, step: StepName, again = false): Promise<Taken | undefined> {
  const { taken, target } = life
  const written = taken.findLastIndex((one) => isWriting(one.step))
  const isSame = (one: Taken): boolean =>
    one.step === step &&
    one.target.list === target.list &&
    one.target.filter === target.filter &&
    one.target.link === target.link
  const known = once.has(step)
    ? taken.find((one) => one.step === step)
    : taken.slice(written + 1).findLast(isSame)
  if (known && !again && !isFresh(step)) return known
  const found = await steps[step](life)
  if (!found) return undefined
  const look = { ...found, step, target }
  taken.push(look)
  return look
}
