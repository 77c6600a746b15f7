import { cached, once, parametersIn } from '../../document/index.js'
import { isOutage } from '../exchange/reading.js'
import type { Operation } from '../../runtime/surface.js'
import type { Case, Observed, ExploreViolations, ParameterValues } from '../model/case.js'
import type { Explorer } from '../model/explorer.js'
import { eachAtOnce, together } from '../model/workers.js'
import type { Pool } from '../pool/pool.js'
import { targetOf } from '../resources/paths.js'
import { listedOnly, type Resource, resourcesOf, singletonsOf } from '../resources/resources.js'
import { isPlain, valuesIn } from '../resources/names.js'
import {
  lawOfFilters,
  lawOfLimits,
  lawsOfLists,
  lawsOfOthers,
  lawsOfSingletons,
  lawsOfThings,
  type Law,
  lawsSideBySide,
} from './laws.js'
import { openLists, pageSize, readPage, visitAll } from './lists.js'
import { mayFilter } from './targets.js'
import { walkAtRandom } from './random-walk.js'
import { isRepeatable, type Life, type Stage, type StepName, take, type Taken } from './steps.js'
import {
  createAt,
  createdBefore,
  createSome,
  isDone,
  type ListOf,
  lookAt,
  parentPath,
  type Subject,
  subjectOf,
  type Verdict,
  violationOf,
} from './subject.js'
import { type Round, TurnOver, Walk } from './walk.js'

export interface StateOptions {
  /** The number of earlier rounds; bodies and order differ between rounds. */
  readonly round?: number
  /** Time limit in milliseconds; none when it is absent. */
  readonly forMs?: number
  /** The longest time until a change shows, in milliseconds: a read is repeated after growing shares of it. */
  readonly pauseMs: number
}

const pauseShares = [0.125, 0.375, 1, 2.5]
/** Races are intermittent, so they are tried several times. */
const secondLooks = 3
const leastTurnMs = 1500
const mostBeside = 4

const mustBeDone: ReadonlySet<StepName> = new Set<StepName>(['update', 'delete'])

const takeAll = async (life: Life, { steps }: Law): Promise<Taken[] | undefined> => {
  const taken: Taken[] = []
  for (const step of steps) {
    const one = await take(life, step)
    if (!one || (mustBeDone.has(step) && !isDone(one.by))) return undefined
    taken.push(one)
  }
  return taken
}

/** Judges a life by a law. The last step is repeated with growing waits, because changes may show late. */
const judge = async (life: Life, law: Law): Promise<void> => {
  const { walk } = life
  let taken = await takeAll(life, law)
  const last = law.steps.at(-1)
  if (!taken || !law.promise || !last) return
  const verdictOf = (steps: readonly Taken[] | undefined): Verdict =>
    (steps && law.promise?.(steps, life)) || undefined
  const isFine = (steps: Taken[] | undefined): boolean => typeof verdictOf(steps) !== 'object'
  const lookAgain = async (): Promise<Taken[] | undefined> => {
    const again = await take(life, last, true)
    return again && taken && [...taken.slice(0, -1), again]
  }
  if (isRepeatable(last)) taken = await walk.settle<Taken[] | undefined>(taken, isFine, lookAgain)
  const verdict = verdictOf(taken)
  const by = taken?.at(-1)?.by
  if (!taken || !by || verdict === 'open') return
  // During an outage nothing is found that breaks a promise, which does not show that it holds.
  if (!verdict && taken.some((one) => isOutage(one.by.exchange))) return
  walk.explorer.judged(law.rule, by)
  if (verdict) walk.suspicions.push(violationOf(law.rule, { steps: taken, ...verdict }))
}

const live = async (life: Life, laws: readonly Law[]): Promise<void> => {
  for (const law of laws) {
    if (law.needs && !life.resource[law.needs]) continue
    for (const target of (await law.each?.(life)) ?? [{}]) {
      life.target = target
      await judge(life, law)
    }
    if (law.isFoundation && life.walk.suspicions.length > 0) return
  }
}

const lifeOf = (stage: Stage, more: Partial<Life>): Life => ({ ...stage, taken: [], target: {}, ...more })

/** Tests a thing from creation to after deletion, beside another one that must not change. */
const liveThrough = async (stage: Stage): Promise<void> => {
  const { walk, resource, resources, round } = stage
  const operations = [...resource.creates.slice(0, 2), ...resource.createsAt]
  let isCreated = false
  for (const operation of operations) {
    const isAtOwnPath = resource.createsAt.includes(operation)
    const collection = isAtOwnPath ? operation.path.replace(/\/[^/]*\/?$/, '') : operation.path
    const path = await parentPath(walk, collection, resources)
    if (!path) continue
    const one = (): Promise<Subject | undefined> => createAt(walk, resource, operation, path)
    const [subject, other] = isAtOwnPath
      ? [await one(), await one()]
      : await createSome(walk, resource, operation, { path, count: 2, round })
    if (subject) await live(lifeOf(stage, { subject, other }), lawsOfThings)
    if (walk.suspicions.length > 0) return
    isCreated ||= subject !== undefined
  }
  const before = isCreated || !resource.remove ? undefined : await createdBefore(walk, resource)
  if (before) await live(lifeOf(stage, { subject: before }), lawsOfOthers)
}

/** A creation whose response has the id of a concurrent one, so that it created nothing of its own. */
const sameIdIn = (made: readonly Observed[], subjects: readonly Subject[]): Observed | undefined =>
  made.find((one) => {
    if (subjects.some((subject) => subject.made === one)) return false
    const ids = subjects.map(({ values }) => String(values.at(-1)).replace(/[^\w-]/g, '.'))
    const member = new RegExp(`"[^"]*(id|slug|key|code|name)"\\s*:\\s*"?(${ids.join('|')})"?[,}\\s]`, 'i')
    return ids.length > 0 && member.test(one.exchange.response.body)
  })

/** Tests concurrent creations and updates. */
const liveSideBySide = async (stage: Stage): Promise<void> => {
  const { walk, resource, resources } = stage
  const [operation] = resource.creates
  if (!operation || !walk.explorer.mayCreate) return
  const path = await parentPath(walk, operation.path, resources)
  if (!path) return
  const cases: Case[] = []
  for (let index = 0; index < mostBeside; index++) {
    const one = await walk.prepare(operation, { path, hold: true })
    if (one) cases.push(one)
  }
  // Equal creations may be merged into one.
  const areDistinct = new Set(cases.map(({ call }) => JSON.stringify(call.body?.value))).size === mostBeside
  const sent = await together(cases.map((one) => walk.send(one)))
  const made = sent.filter((one) => one !== undefined).filter(isDone)
  const subjects = made.map((one) => subjectOf(walk, resource, one)).filter((one) => one !== undefined)
  const subject = subjects.at(-1)
  const same = areDistinct && sameIdIn(made, subjects) ? made.map((one) => lookAt(resource, one)) : undefined
  if (subject)
    await live(lifeOf(stage, { subject, same, ...(areDistinct && { beside: subjects }) }), lawsSideBySide)
}

/** The path of a list, by default below a known thing; undefined where one of its parameters is unknown. */
const knownPath = (
  { pool }: Walk,
  operation: Operation,
  own?: ParameterValues,
): ParameterValues | undefined => {
  const path = own ?? pool.offered.pathsFor(operation)[0] ?? {}
  return parametersIn(operation.path).every((name) => path[name] !== undefined) ? path : undefined
}

/** Tests the lists of a kind of thing, filled for several pages and with distinct values for filters. */
const goThroughLists = async (stage: Stage): Promise<void> => {
  const { walk, resource, resources, round } = stage
  for (const operation of openLists(resource).slice(0, 3)) {
    const create = resource.creates.find((one) => one.path === operation.path) ?? resource.creates[0]
    const isOwn = create?.path === operation.path
    const own = isOwn ? await parentPath(walk, create.path, resources) : undefined
    const path = knownPath(walk, operation, own)
    if (!path) continue
    const list: ListOf = { resource, operation, path }
    const page =
      create && (own || parametersIn(create.path).length === 0) && (await readPage(walk, list, { query: {} }))
    const least = (pageSize(walk, list) ?? 1) * 2 + 1 - (page ? page.things.length : 0)
    // The first four creations differ in every flag and enumerated value.
    const count = page ? Math.max(least, operation.parameters.some(mayFilter) ? 4 : 0) : 0
    if (create && count > 0) await createSome(walk, resource, create, { path, count, round })
    await live(lifeOf(stage, { lists: [list] }), lawsOfLists)
  }
}

/** Tests filters and limits of things that are only listed. Their pages are not compared, because a log may grow. */
const filterLists = async (stage: Stage): Promise<void> => {
  const { walk, resource } = stage
  for (const operation of openLists(resource)) {
    const path = knownPath(walk, operation)
    if (path)
      await live(lifeOf(stage, { lists: [{ resource, operation, path }] }), [lawOfLimits, lawOfFilters])
  }
}

/** Tests a singleton that may be changed: below a created thing, or as the settings allow. */
const liveAsSingleton = async (stage: Stage): Promise<void> => {
  const { walk, resource, resources } = stage
  const path = resource.read && (await parentPath(walk, resource.read.path, resources))
  const values = path && Object.values(path)
  const first = values && resource.read && (await walk.call(resource.read, { path, smallest: true }))
  if (first && isDone(first))
    await live(lifeOf(stage, { subject: { resource, values, made: first } }), lawsOfSingletons)
}

/** The sequences, each with the share of the time at which it ends. */
const scenes: readonly {
  readonly run: (stage: Stage) => Promise<void>
  readonly until: number
  /** The kinds of things it is about. */
  readonly of: typeof resourcesOf
}[] = [
  { run: liveThrough, until: 0.45, of: resourcesOf },
  { run: goThroughLists, until: 0.65, of: resourcesOf },
  { run: filterLists, until: 0.68, of: listedOnly },
  { run: liveAsSingleton, until: 0.72, of: singletonsOf },
  { run: liveSideBySide, until: 0.85, of: resourcesOf },
  { run: walkAtRandom, until: 1, of: resourcesOf },
]

type Scene = (typeof scenes)[number]

/** Kinds of violations that every sequence of the same kind of thing would repeat. */
const unsound = /^(not readable|reads otherwise|reading changes) /

/** Kinds of violations, and those of the same operation that have the same cause. */
const implied: readonly (readonly [kind: string, others: readonly string[]])[] = [
  ['changes nothing ', ['not stored by ']],
  ['lost update beside ', ['not stored by ', 'changes nothing ']],
]

const isImplied = (cause: string, causes: ReadonlySet<string>): boolean =>
  implied.some(
    ([kind, others]) =>
      cause.startsWith(kind) && others.some((other) => causes.has(cause.replace(kind, other))),
  )

/** Knowledge from earlier rounds of one explorer. */
interface Knowledge {
  /** Known causes, which every round would find again. */
  readonly causes: Set<string>
  /** Item paths of kinds of things whose creation or reading is broken. */
  readonly unsound: Set<string>
  /** Item paths of kinds of things with any violation. */
  readonly broken: Set<string>
  readonly kinds: ReadonlyMap<Scene['of'], readonly Resource[]>
  count: number
}

/** A kind of thing with the parameter of which the pool learns whether it takes names or numbers. */
const asKnown = (one: Resource, { kinds }: Pool): Resource => {
  const known = kinds.at(one.itemPath)
  return known?.itemPath === one.itemPath ? { ...one, parameter: known.parameter } : one
}

const knowledgeOf = once(({ api: { operations, surface } }: Explorer) =>
  once((pool: Pool): Knowledge => {
    const kindsOf = (of: Scene['of']): readonly Resource[] =>
      of(operations, surface.schemas).map((one) => asKnown(one, pool))
    return {
      causes: new Set(),
      unsound: new Set(),
      broken: new Set(),
      kinds: new Map(scenes.map(({ of }) => [of, kindsOf(of)])),
      count: 0,
    }
  }),
)

/** Runs the sequences of all resources concurrently, then repeats suspected ones alone. */
class Sequences {
  constructor(
    readonly round: Round,
    readonly number: number,
    readonly known: Knowledge,
    readonly resources: readonly Resource[],
  ) {}

  async run(scene: Scene, order: readonly Resource[], until: number): Promise<void> {
    const { concurrency } = this.round.explorer.settings
    // A random walk would report ordered violations again in other words.
    const left = scene.run === walkAtRandom ? this.known.broken : this.known.unsound
    const open = order.filter((one) => !left.has(one.itemPath))
    const turnMs = Math.max(leastTurnMs, ((until - Date.now()) * 2 * concurrency) / Math.max(1, open.length))
    const suspected: (readonly [Resource, ExploreViolations])[] = []
    const suspect = async (one: Resource): Promise<void> => {
      const found = await this.#once(scene, one, Date.now() + turnMs)
      if (found.length > 0) suspected.push([one, found])
    }
    await eachAtOnce(open, concurrency, suspect, () => Date.now() >= until)
    await this.round.explorer.confirm(async () => {
      for (const [resource, found] of suspected)
        await this.#confirm(scene, resource, found, Math.max(until, Date.now()) + turnMs)
    })
    this.round.explorer.doubts.clear()
  }

  /** New suspicions from one sequence. */
  async #once({ run }: Scene, resource: Resource, until: number): Promise<ExploreViolations> {
    const { number: round, resources } = this
    const walk = new Walk(this.round, until)
    const seed = this.round.explorer.settings.seed + round * 7919 + resources.indexOf(resource)
    try {
      await run({ walk, resource, resources, round, seed })
    } catch (error) {
      if (!(error instanceof TurnOver)) throw error
    } finally {
      walk.release()
      for (const one of walk.suspicions) this.round.explorer.doubts.set(one.cause, one)
    }
    if (walk.suspicions.length === 0) return []
    const causes = new Set([...this.known.causes, ...walk.suspicions.map(({ cause }) => cause)])
    return walk.suspicions.filter(({ cause }) => !this.known.causes.has(cause) && !isImplied(cause, causes))
  }

  /** Reports only violations that repeat: other sequences may have changed things, and some services are slow. */
  async #confirm(scene: Scene, resource: Resource, found: ExploreViolations, until: number): Promise<void> {
    const left = new Set(found.map(({ cause }) => cause))
    for (let look = 0; look < secondLooks && left.size > 0; look++)
      for (const violation of await this.#once(scene, resource, until)) {
        const { cause } = violation
        if (!left.delete(cause)) continue
        this.known.causes.add(cause)
        this.known.broken.add(resource.itemPath)
        if (unsound.test(cause)) this.known.unsound.add(resource.itemPath)
        this.round.explorer.violate(violation)
      }
    for (const { cause } of found) this.round.explorer.doubts.delete(cause)
  }
}

const shuffled = (resources: readonly Resource[], random: () => number): readonly Resource[] =>
  resources
    .map((resource) => [random(), resource] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, resource]) => resource)

/**
 * Runs the sequences for each kind of thing, as far as the document's operations and the settings allow: from creation
 * to after deletion, concurrently, and through the pages and filters of lists. Call it with a growing round while there
 * is time. Created things that were not deleted stay in the pool.
 * @throws Stopped when the time is up, or the run was interrupted
 */
export async function exploreState(explorer: Explorer, pool: Pool, options: StateOptions): Promise<void> {
  const { round = 0, pauseMs, forMs = Infinity } = options
  const waits = pauseShares.map((share) => share * pauseMs)
  const known = knowledgeOf(explorer)(pool)
  const resources = known.kinds.get(resourcesOf) ?? []
  const inOrder = (all: readonly Resource[]): readonly Resource[] =>
    round === 0 ? all : shuffled(all, () => explorer.random())
  const shared = { explorer, pool, waits, count: () => ++known.count }
  const sequences = new Sequences(shared, round, known, resources)
  const began = Date.now()
  for (const scene of scenes) {
    await sequences.run(scene, inOrder(known.kinds.get(scene.of) ?? []), began + forMs * scene.until)
  }
}

const looksOf = once((_pool: Pool) => new Map<string, Promise<unknown>>())

/** Reads the lists of a collection before a creation, to know what existed before. @throws Stopped */
export async function lookBefore(explorer: Explorer, pool: Pool, { call }: Case): Promise<void> {
  if (call.operation.method !== 'post') return
  const known = looksOf(pool)
  const walk = new Walk({ explorer, pool, waits: [], count: () => 0 }, Infinity)
  for (const resource of pool.kinds.createdBy(call.operation))
    for (const operation of openLists(resource)) {
      const path = valuesIn(operation.path, call.operation.path, call.path)
      const names = Object.keys(path)
      // Everything below a created thing was created by the run.
      const isOurs = names.length > 0 && pool.isCreated(call)
      if (isOurs || !names.every((name) => isPlain(path[name]))) continue
      const key = targetOf(operation.path, path)
      const look = cached(known, key, () => visitAll(walk, { resource, operation, path }))
      // An interrupted read is repeated.
      look.catch(() => known.delete(key))
      await look
    }
}
