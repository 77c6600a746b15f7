import type { JsonObject } from '../../document/index.js'
import type { Operation } from '../../runtime/surface.js'
import type { Observed } from '../model/observed.js'
import { changedBy, isId, keepsAddress, lostBy, resetBy, type Update } from './changes.js'
import { areRelated, faithfulMembers, unrelatedMembers } from './related.js'
import {
  isDone,
  isMissing,
  nameOf,
  pathOf,
  read,
  type Seen,
  sentBy,
  type Subject,
  thingIn,
} from './subject.js'
import { addressMembers, variationOf } from './variation.js'
import type { Walk } from './walk.js'

/** Members that updates of one operation changed, and those that they left as they were. */
interface Tally {
  readonly taken: Set<string>
  readonly ignored: Set<string>
  steps: readonly Observed[]
}

/** Updates of one thing, and what they do to it and to another that they are not about. */
export class Updates {
  readonly #walk: Walk
  readonly #subject: Subject
  readonly #bystander: Subject | undefined
  readonly #tallies = new Map<Operation, Tally>()
  /** What the thing was given last, member by member. */
  #sent: JsonObject

  constructor(walk: Walk, subject: Subject, bystander: Subject | undefined) {
    this.#walk = walk
    this.#subject = subject
    this.#bystander = bystander
    this.#sent = subject.sent
  }

  /** Changes a thing by all of the operations that do, whole and member by member. @throws Stopped */
  async run(): Promise<void> {
    const { put, patch } = this.#subject.resource
    const other = this.#bystander && (await read(this.#walk, this.#bystander))
    for (const operation of [put, patch].filter((one) => one !== undefined)) {
      const whole = await this.#update(operation, undefined, false)
      if (!whole || operation === put) continue
      const members = Object.entries(whole.sent).filter(([name]) => !isId(name))
      for (const [name] of members.slice(0, 3)) await this.#updateOne(operation, name)
    }
    for (const [operation, tally] of this.#tallies) this.#judgeTally(operation, tally)
    if (other?.thing && this.#tallies.size > 0) await this.#judgeBystander(other)
  }

  /** Changes one member alone. */
  async #updateOne(operation: Operation, name: string): Promise<void> {
    if (this.#variation(operation)[name] !== undefined) await this.#update(operation, name, true)
  }

  #variation(operation: Operation): JsonObject {
    return variationOf(operation, this.#walk.explorer.api.surface.schemas, this.#walk.count())
  }

  /** What a thing is to be given: all members, or one of them. By what it is found stays as it is. */
  #bodyFor(operation: Operation, thing: JsonObject, only: string | undefined): JsonObject | undefined {
    const { schemas } = this.#walk.explorer.api.surface
    const address = addressMembers(operation, schemas, thing, this.#subject.values)
    const varied = this.#variation(operation)
    if (only === undefined) return { ...varied, ...address }
    return Object.hasOwn(address, only) ? undefined : { [only]: varied[only] }
  }

  async #update(
    operation: Operation,
    only: string | undefined,
    smallest: boolean,
  ): Promise<Update | undefined> {
    const walk = this.#walk
    const subject = this.#subject
    const before = await read(walk, subject)
    if (!before?.thing) return undefined
    const path = pathOf(operation, subject.values)
    const body = this.#bodyFor(operation, before.thing, only)
    if (!body) return undefined
    const asking = { path, body, smallest, created: true, etag: before.etag } as const
    const by = await walk.call(operation, asking)
    if (!by || !isDone(by)) return undefined
    const update = {
      operation,
      before: { ...before, thing: before.thing },
      by,
      sent: sentBy(subject.resource, by),
    }
    await this.#judge(update)
    this.#sent = { ...this.#sent, ...update.sent }
    return update
  }

  async #judge(update: Update): Promise<void> {
    const look = (): Promise<Seen | undefined> => read(this.#walk, this.#subject)
    const first = await look()
    if (!first) return
    const isFine = (seen: Seen | undefined): boolean => !seen || this.#defectOf(update, seen) === undefined
    const after = (await this.#walk.settle<Seen | undefined>(first, isFine, look)) ?? first
    this.#walk.judged('state/updated', after.by)
    const defect = this.#defectOf(update, after)
    const name = nameOf(update.operation)
    if (defect)
      this.#walk.suspect({
        rule: 'state/updated',
        message: `after ${name} ${defect.says}`,
        expected: 'What was changed is read with its new value, and everything else with its old one.',
        cause: `${defect.kind} ${name}`,
        steps: [this.#subject.made, update.before.by, update.by, after.by],
      })
    else if (after.thing) this.#count(update, after)
  }

  #defectOf(update: Update, { by, thing }: Seen): { kind: string; says: string } | undefined {
    const { resource } = this.#subject
    if (isMissing(by))
      return keepsAddress(this.#subject.values.at(-1), thingIn(resource, update.by))
        ? { kind: 'lost by', says: 'the thing is no longer found' }
        : undefined
    if (!thing) return undefined
    const [lost] = lostBy(update, thingIn(resource, update.by) ?? {}, thing)
    if (lost !== undefined)
      return { kind: 'not stored by', says: `"${lost}" is read with another value than the answer showed` }
    if (update.operation.method !== 'patch') return undefined
    const [reset] = resetBy(update, faithfulMembers(this.#sent, update.before.thing), thing)
    return reset === undefined
      ? undefined
      : { kind: 'resets others', says: `"${reset}" has lost its value, though it was not sent` }
  }

  #count(update: Update, { by, thing = {} }: Seen): void {
    const tally = this.#tallies.get(update.operation) ?? { taken: new Set(), ignored: new Set(), steps: [] }
    this.#tallies.set(update.operation, tally)
    for (const name of changedBy(update)) {
      if (!areRelated(thing[name], update.before.thing[name])) tally.taken.add(name)
      else if (!areRelated(thing[name], update.sent[name])) tally.ignored.add(name)
    }
    if (tally.ignored.size > 0) tally.steps = [this.#subject.made, update.before.by, update.by, by]
  }

  /** An update that changes nothing at all is lost; one that leaves a single member alone may have its reasons. */
  #judgeTally(operation: Operation, { taken, ignored, steps }: Tally): void {
    if (taken.size > 0 || ignored.size < 2) return
    const name = nameOf(operation)
    this.#walk.suspect({
      rule: 'state/updated',
      message: `${name} is answered with success, and changes nothing`,
      expected: 'What was sent is read back, or the request is refused.',
      cause: `changes nothing ${name}`,
      steps,
    })
  }

  async #judgeBystander(before: Seen): Promise<void> {
    const bystander = this.#bystander
    const after = bystander && (await read(this.#walk, bystander))
    if (!after || !before.thing) return
    const names = faithfulMembers(bystander.sent, before.thing)
    const [changed] = after.thing ? unrelatedMembers(before.thing, after.thing, names) : []
    const operation = [...this.#tallies.keys()].map(nameOf)[0] ?? ''
    if (changed === undefined && !isMissing(after.by)) return
    this.#walk.suspect({
      rule: 'state/updated',
      message: `updating one thing by ${operation} changes another`,
      expected: 'An update is about one thing alone.',
      cause: `changes others ${operation}`,
      steps: [bystander.made, before.by, ...this.#stepsOfAll(), after.by],
    })
  }

  #stepsOfAll(): readonly Observed[] {
    return [...this.#tallies.values()].flatMap(({ steps }) => steps).slice(0, 8)
  }
}
