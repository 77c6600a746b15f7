import { isMissing, isOutage, isSuccess } from '../exchange/reading.js'
import type { JsonObject } from '../../document/index.js'
import type { ExploreRuleId } from '../model/document-rules.js'
import { broughtBack, idOf, isEmptied, isGivenAgain, isStill, isTakenOver, lastThing } from './outcomes.js'
import { isLeftOut, thingInList } from './lists.js'
import {
  faithfulMembers,
  isMarkedDeleted,
  isPending,
  isShared,
  keepsAddress,
  unrelatedMember,
  untouchedBy,
} from './related.js'
import { type Life, type Stage, type StepName, take, type Taken, type Target } from './steps.js'
import { listsOf } from './targets.js'
import { create, isDone, parentPath, violationOf } from './subject.js'

const mostActions = 30
const mostThings = 4

/** The expected state of a thing, from the responses to earlier steps. */
interface Model {
  /** The members that the client sets, with the values that the service stored. */
  readonly members: JsonObject
  readonly state: 'there' | 'deleted' | 'unknown'
}

/** The members that a thing returned as sent, and that nothing else changes. */
const taken = (sent: JsonObject, thing: JsonObject): JsonObject => {
  const names = faithfulMembers(sent, thing).filter((name) => !isShared(name, thing[name]))
  return Object.fromEntries(names.map((name) => [name, thing[name]]))
}

const leftBy = (members: JsonObject, { by, sent }: Taken): JsonObject => {
  const left = untouchedBy(sent, by.case.call.operation.method, Object.keys(members))
  return Object.fromEntries(left.map((name) => [name, members[name]]))
}

/** The flags of a thing, which its model lacks, because a service may change them by itself. */
const flagsOf = ({ taken: steps }: Life): JsonObject =>
  Object.fromEntries(
    steps
      .filter(({ step, by }) => step !== 'list' && isDone(by))
      .flatMap(({ sent, thing = {} }) => Object.entries(sent).concat(Object.entries(thing)))
      .filter(([, value]) => typeof value === 'boolean'),
  )

const modelOf = (life: readonly Taken[]): Model => {
  let [members, state, sent]: [JsonObject, Model['state'], JsonObject | undefined] = [{}, 'there', undefined]
  for (const one of life) {
    const { step, by, thing } = one
    if (step === 'read' && thing && sent) [members, sent] = [{ ...members, ...taken(sent, thing) }, undefined]
    if (step === 'create' || step === 'update') {
      if (by.exchange.response.status === 202 || isPending(thing)) state = 'unknown'
      // A failed change may have had a part of its effect.
      if (isOutage(by.exchange)) members = leftBy(members, one)
      if (!isDone(by)) continue
      members = { ...leftBy(members, one), ...(thing && taken(one.sent, thing)) }
      // Without a thing in the response, the next read shows the stored values.
      if (!thing) sent = one.sent
    }
    // A deletion that is only accepted (202) takes effect later, and one that failed may have taken effect.
    if (step === 'delete' && (isSuccess(by.exchange) || isOutage(by.exchange)))
      state = isDone(by) && !isPending(thing) ? 'deleted' : 'unknown'
    if (step === 'update deleted' && isDone(by)) state = 'unknown'
  }
  return { members, state }
}

const rules: Readonly<Partial<Record<StepName, ExploreRuleId>>> = {
  create: 'state/readable',
  update: 'state/updated',
  delete: 'state/gone',
  'update deleted': 'state/gone',
}

const ruleOf = (change: Taken | undefined): ExploreRuleId =>
  rules[change?.step ?? 'create'] ?? 'state/readable'

/** The random steps for each state of a thing; repeated ones are more likely. */
const actions: Readonly<Record<Model['state'], readonly StepName[]>> = {
  there: ['read', 'read', 'update', 'update', 'update', 'list', 'delete'],
  deleted: ['read', 'read', 'list', 'update deleted'],
  unknown: ['read'],
}

/** Creates, reads, changes, deletes and lists things of one kind in random order, and compares them with a model. */
class RandomWalk {
  readonly #stage: Stage
  readonly #lives: Life[] = []
  #state: number
  readonly #changes: Taken[] = []
  /** The number of changes when a thing was last seen in its expected state. */
  readonly #rightAt = new Map<Life, number>()

  constructor(stage: Stage) {
    this.#stage = stage
    this.#state = (stage.seed % 2_147_483_646) + 1
  }

  async run(): Promise<void> {
    const { walk, resource, resources } = this.#stage
    const [creation] = resource.creates
    const path = creation && resource.read && (await parentPath(walk, creation.path, resources))
    if (!creation || !path) return
    for (let count = 0; count < mostActions && walk.suspicions.length === 0; count++) {
      const life = this.#oneOf(this.#lives)
      const isFull = this.#lives.filter(({ taken }) => modelOf(taken).state === 'there').length >= mostThings
      if (!life || (!isFull && this.#draw() < 0.2)) {
        const subject = await create(walk, resource, creation, { path })
        if (!subject) return
        const one: Life = { ...this.#stage, subject, taken: [], target: {} }
        this.#lives.push(one)
        const made = await take(one, 'create')
        if (made) this.#changes.push(made)
      } else await this.#act(life, this.#oneOf(actions[modelOf(life.taken).state]) ?? 'read')
    }
  }

  /** Deterministic for a seed, so that a walk can be repeated. */
  #draw(): number {
    this.#state = (this.#state * 48_271) % 2_147_483_647
    return this.#state / 2_147_483_647
  }

  #oneOf<T>(all: readonly T[]): T | undefined {
    return all[Math.floor(this.#draw() * all.length)]
  }

  async #act(life: Life, step: StepName): Promise<void> {
    life.target = this.#targetOf(life, step)
    if (step === 'list') return this.#list(life)
    const { members } = modelOf(life.taken)
    const seen = await this.#read(life)
    if (step === 'read' || !seen || this.#stage.walk.suspicions.length > 0) return
    const done = await take(life, step)
    if (!done || !isDone(done.by)) return
    this.#changes.push(done)
    const after = await this.#read(life)
    const back = step === 'update deleted' && after && broughtBack(members, done, after)
    if (back) this.#suspect(life, after, `what was deleted is there again, with its old "${back}"`, done)
  }

  #targetOf({ resource: { put, patch }, subject }: Life, step: StepName): Target {
    const [list] = subject && step === 'list' ? listsOf(subject) : []
    if (list) return { list }
    const operation = this.#oneOf([put, patch].filter((one) => one !== undefined))
    const members = operation === put ? 'all' : (this.#oneOf(['all', 0, 1, 2] as const) ?? 'all')
    return operation && step === 'update' ? { update: { operation, members } } : {}
  }

  /** Reads a thing and compares it with its model. */
  async #read(life: Life): Promise<Taken | undefined> {
    const model = modelOf(life.taken)
    const look = (): Promise<Taken | undefined> => take(life, 'read', true)
    const differs = (seen: Taken | undefined): string | undefined => seen && this.#differs(life, model, seen)
    const blamed = this.#blamed(life)
    const seen = await this.#stage.walk.settle(await look(), (one) => differs(one) === undefined, look)
    if (!seen || isOutage(seen.by.exchange)) return undefined
    const says = differs(seen)
    this.#stage.walk.explorer.judged(ruleOf(blamed), seen.by)
    if (says !== undefined) this.#suspect(life, seen, says, blamed)
    else this.#rightAt.set(life, this.#changes.length)
    return seen
  }

  #differs(life: Life, { members, state }: Model, seen: Taken): string | undefined {
    if (state === 'unknown' || (state === 'deleted' && isGivenAgain(life))) return undefined
    if (state === 'deleted')
      return isStill(lastThing(life), seen, idOf(life), members)
        ? `what was deleted is ${isEmptied(seen) ? 'read as an object with nothing in it' : 'there again'}`
        : undefined
    const updated = life.taken.findLast(({ step }) => step === 'update')
    if (isMissing(seen.by.exchange))
      return keepsAddress(idOf(life), updated?.thing)
        ? 'a thing that was not deleted is no longer found'
        : undefined
    // A member that no read shows is not compared.
    const reads = life.taken.filter(({ step }) => step === 'read').concat(seen)
    const shown = new Set(reads.flatMap(({ thing = {} }) => Object.keys(thing)))
    const { thing } = seen
    const others = (): JsonObject[] =>
      this.#lives.filter((one) => one !== life).map((one) => modelOf(one.taken).members)
    const names = Object.keys(members).filter(
      (name) => shown.has(name) && !(thing && isTakenOver(name, members, thing, others)),
    )
    const other = thing && unrelatedMember(members, thing, names)
    return other === undefined
      ? undefined
      : `"${other}" is read with a different value than it was given last`
  }

  /** Checks that existing things are listed and deleted ones are not. */
  async #list(life: Life): Promise<void> {
    const look = (): Promise<Taken | undefined> => take(life, 'list', true)
    const differing = (seen: Taken | undefined): Life | undefined =>
      this.#lives.find((one) => {
        const { state, members } = modelOf(one.taken)
        const listed = seen?.visited && thingInList(seen.visited, idOf(one))
        if (state === 'deleted')
          return (
            listed && !isGivenAgain(one) && !isMarkedDeleted(lastThing(one), { ...lastThing(one), ...listed })
          )
        return (
          state === 'there' &&
          seen?.visited &&
          isLeftOut(seen.visited, { ...flagsOf(one), ...members }, idOf(one))
        )
      })
    const seen = await this.#stage.walk.settle(await look(), (one) => !differing(one), look)
    const wrong = differing(seen)
    if (!seen) return
    const isDeleted = wrong && modelOf(wrong.taken).state === 'deleted'
    const says = isDeleted ? 'a deleted thing is listed' : 'an existing thing is not listed'
    const rule = isDeleted ? 'state/gone' : 'state/listed'
    this.#stage.walk.explorer.judged(rule, seen.by)
    if (wrong) this.#suspect(wrong, seen, says, this.#blamed(wrong), rule)
  }

  /** The change that probably caused a deviation: of the thing itself, or else the last one that is not a creation. */
  #blamed(life: Life): Taken | undefined {
    const since = this.#changes.slice(this.#rightAt.get(life) ?? 0)
    const own = since.findLast((one) => life.taken.includes(one))
    return own ?? since.findLast(({ step }) => step !== 'create') ?? this.#changes.at(-1)
  }

  #suspect(life: Life, seen: Taken, says: string, by = seen, rule = ruleOf(by)): void {
    const steps = [...life.taken.filter(({ step }) => step in rules), by, seen]
    const broken = { kind: 'in a longer sequence', by, says: `after @ in a longer sequence ${says}`, steps }
    this.#stage.walk.suspicions.push(violationOf(rule, broken))
  }
}

/** Tests things of one kind in random order. @throws Stopped */
export async function walkAtRandom(stage: Stage): Promise<void> {
  await new RandomWalk(stage).run()
}
