import { cached, parametersIn } from '../../document/index.js'
import type { Api, Call, Observed } from '../model/case.js'
import type { CreatedThing } from '../model/report.js'
import { deletionAt, itemPathOf, shapeOf, targetOf, valuesByName } from '../resources/paths.js'
import type { Resource } from '../resources/resources.js'
import { type Address, addressesIn } from './addresses.js'
import type { Kinds } from './kinds.js'

/** Something that the run created; the things of all its addresses share it. */
export type Creation = CreatedThing & { isDeleted: boolean; isMissed?: boolean }

export interface KnownThing {
  /** The path template, and the values of its parameters in order. */
  readonly itemPath: string
  readonly values: readonly unknown[]
  /** Its values if it is not found at these: with its name in place of its id. */
  other?: readonly unknown[] | undefined
  created?: Creation
  isDeleted: boolean
  /** A thing above it was deleted, and it was not seen since. */
  isBelowDeleted?: boolean
  /** When its last creation was answered; services reuse ids of deleted things. */
  createdAt?: number
  /** When its last update was answered. */
  updatedAt?: number
  /** A deletion succeeded while an update was in flight, or before a PATCH. */
  mayBeDeleted?: true
  /** Answers in a row that found nothing at its path. */
  misses?: number
  /** A sequence uses it, so no other case may change it. */
  isHeld: boolean
}

const mostPerShape = 200
const mostShapes = 1000
/** The most addresses kept of each shape; addresses take less memory than things. */
const mostAddresses = 20_000

/** A key for the values of a path, which may be texts in one response and numbers in another. */
export function keyOf(values: readonly unknown[]): string {
  return JSON.stringify(values.map(String))
}

/** The most ids that are looked for among the things of each kind. */
const mostIds = 5

/** The things with known addresses, by the shapes of their paths. */
export class KnownThings {
  readonly #byShape = new Map<string, Map<string, KnownThing>>()
  /** When a response first proved that an address exists. */
  readonly #shownAt = new Map<string, Map<string, number>>()

  get isEmpty(): boolean {
    return this.#byShape.size === 0
  }

  /** The things of a kind, by the template of their path. */
  of(itemPath: string): readonly KnownThing[] {
    return [...(this.#byShape.get(shapeOf(itemPath))?.values() ?? [])]
  }

  at({ itemPath, values }: Address): KnownThing | undefined {
    return this.#byShape.get(shapeOf(itemPath))?.get(keyOf(values))
  }

  /**
   * The kinds that nouns name; where they name none, those that have the most of the ids seen with them: `leadId`. Things
   * of many kinds have the same numbers.
   */
  kindsMeant(nouns: readonly string[], ids: readonly unknown[], kinds: Kinds): readonly Resource[] {
    const named = nouns.flatMap((noun) => kinds.named(noun))
    const known = ids.filter((id) => !Number.isFinite(Number(id))).slice(0, mostIds)
    if (named.length > 0 || known.length === 0) return named
    const keys = known.map((id) => keyOf([id]))
    const shapes = [...this.#byShape.keys()]
    const sizes = shapes.map((shape) => keys.filter((key) => this.#byShape.get(shape)?.has(key)).length)
    const most = Math.max(1, ...sizes)
    return shapes.flatMap((shape, index) => (sizes[index] === most ? (kinds.at(shape) ?? []) : []))
  }

  /** Finds or adds the thing at an address. When full, the oldest one is dropped, unless the run created it. */
  see({ itemPath, values }: Address): KnownThing {
    const known = this.at({ itemPath, values })
    if (known) {
      known.isBelowDeleted = false
      return known
    }
    const shape = shapeOf(itemPath)
    const thing: KnownThing = { itemPath, values, isDeleted: false, isHeld: false }
    const things = this.#byShape.get(shape) ?? new Map<string, KnownThing>()
    if (things.size > 0 || this.#byShape.size < mostShapes) this.#byShape.set(shape, things)
    things.set(keyOf(values), thing)
    const seen = things.size > mostPerShape ? [...things].filter(([, one]) => !one.created) : []
    if (seen.length > mostPerShape) things.delete(seen[0]?.[0] ?? '')
    return thing
  }

  /** Records a deletion; things below it are not offered until they are seen again. */
  forget(thing: KnownThing): void {
    thing.isDeleted = true
    if (thing.created) thing.created.isDeleted = true
    for (const one of this.#below(thing)) one.isBelowDeleted = true
  }

  #below({ itemPath, values }: KnownThing): readonly KnownThing[] {
    const isBelow = (one: KnownThing): boolean => keyOf(one.values.slice(0, values.length)) === keyOf(values)
    return [...this.#byShape.keys()]
      .filter((shape) => shape.startsWith(`${shapeOf(itemPath)}/`))
      .flatMap((shape) => this.of(shape).filter(isBelow))
  }

  /** Records that a thing, and what is below it, has another address now, at which it may be deleted. */
  move(thing: KnownThing, values: readonly unknown[]): void {
    const { created, createdAt } = thing
    const below = this.#below(thing).filter((one) => !isGone(one))
    delete thing.created
    this.forget(thing)
    this.#shownAt.get(shapeOf(thing.itemPath))?.delete(keyOf(thing.values))
    const moved = this.see({ itemPath: thing.itemPath, values })
    for (const one of below) this.move(one, [...values, ...one.values.slice(thing.values.length)])
    if (!created) return
    Object.assign(moved, { created, createdAt })
    Object.assign(created, addressed(moved, created.api))
  }

  /** Records that a list or read showed a thing. @param at Unix time in milliseconds of the whole response */
  show({ itemPath, values }: Address, at: number): void {
    const shown = cached(this.#shownAt, shapeOf(itemPath), () => new Map<string, number>())
    const key = keyOf(values)
    if (!shown.has(key) && shown.size < mostAddresses) shown.set(key, at)
  }

  /** Whether a list or read showed a thing of any kind with an id before a time. */
  wasShown(id: string, at: number): boolean {
    const key = keyOf([id])
    return [...this.#shownAt.values()].some((shown) => (shown.get(key) ?? Infinity) <= at)
  }

  /** Whether a thing existed before a time and was not created by the run. */
  wasThere(address: Address, at: number): boolean {
    const shownAt = this.#shownAt.get(shapeOf(address.itemPath))?.get(keyOf(address.values))
    return shownAt !== undefined && shownAt <= at && this.at(address)?.created === undefined
  }
}

/** Whether a thing was deleted, or something above it. */
export function isGone({ isDeleted, isBelowDeleted, created }: KnownThing): boolean {
  return isDeleted || isBelowDeleted === true || created?.isDeleted === true
}

/** After this many answers in a row that found nothing, a thing went with others: `DELETE /pets` deleted all. */
const mostMisses = 3

const isLost = ({ misses = 0 }: KnownThing): boolean => misses >= mostMisses

/**
 * Things that may be used: created ones first, the newest before all, without deleted and withheld ones. Those that
 * were not found come last.
 */
export function usable(things: readonly KnownThing[]): readonly KnownThing[] {
  const left = things.filter((one) => !isGone(one) && !one.isHeld)
  const created = left.filter((one) => one.created !== undefined).toReversed()
  const ordered = [...created, ...left.filter((one) => one.created === undefined)]
  return [...ordered.filter((one) => !isLost(one)), ...ordered.filter(isLost)]
}

/** The address of a thing, and the operation that deletes it. */
const addressed = (
  { itemPath, values }: KnownThing,
  api: Api,
): Pick<Creation, 'path' | 'pathValues' | 'deleteOperation'> => {
  const deleteOperation = deletionAt(api.surface.operations, itemPath)
  const path = deleteOperation ? itemPathOf(deleteOperation) : itemPath
  const pathValues = valuesByName(path, values)
  return { path: targetOf(path, pathValues), pathValues, ...(deleteOperation && { deleteOperation }) }
}

/** A thing that the run may have created, without its deletion: it may be that of somebody else. */
export function perhapsCreated(thing: KnownThing, by: Observed): CreatedThing {
  const { deleteOperation: _, ...address } = addressed(thing, by.api)
  return { api: by.api, by, ...address, isPerhaps: true, isDeleted: false }
}

/** Marks a thing as created by the run. */
export function asCreated(thing: KnownThing, by: Observed): Creation {
  const { api } = by
  thing.created = { api, by, ...addressed(thing, api), isDeleted: false }
  return thing.created
}

/**
 * A call about an existing thing, where the original one, or one above it, was deleted or lost since. A write is redirected
 * only to things that the run created, and a deletion is never redirected.
 */
export function currentCall(things: KnownThings, call: Call): Call {
  const { operation, target } = call
  const known = addressesIn(call).map((one) => things.at(one))
  const first = known.findIndex((one) => one && (isGone(one) || isLost(one)))
  if (first < 0 || operation.method === 'delete' || target !== undefined) return call
  for (const one of known.slice(first).toReversed()) {
    const [other] = one ? usable(things.of(one.itemPath)) : []
    if (!other || isLost(other) || (operation.method !== 'get' && !other.created)) continue
    const names = parametersIn(operation.path).slice(0, other.values.length)
    const path = Object.fromEntries(names.map((name, index) => [name, other.values[index]]))
    return { ...call, path: { ...call.path, ...path } }
  }
  return call
}
