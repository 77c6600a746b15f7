import { entriesOf, once } from '../../document/index.js'
import type { Call, Observed } from '../model/case.js'
import { isPlain, nameKey } from '../resources/names.js'
import type { Resource } from '../resources/resources.js'
import { heldIn } from './addresses.js'
import { unique } from './references.js'
import { membersIn } from './values.js'

/** The first response of a list, and a kind of thing that it shows. */
export interface FirstList {
  readonly resource: Resource
  readonly list: Observed
}

const thingsOf = once(({ resource, list }: FirstList) => heldIn(resource, list, 'list').things)

/** Names of members whose values others may need, such as the code of a currency, and which tell things apart. */
const telling = /(^| )(code|iban)$/

const tellsApart = (name: string): boolean => [unique, telling].some((one) => one.test(nameKey(name)))

/** Whether a body has a text that tells a thing of a list apart: `POST /coupons/redeem` with its `code`. */
const namesThing = (first: FirstList, { body }: Call): boolean => {
  const texts = entriesOf(body?.value).filter(([name, value]) => value !== '' && tellsApart(name))
  return texts.some(([name, value]) => thingsOf(first).some((thing) => thing[name] === value))
}

/** Switches that often only one thing of a kind has; others, such as `done`, many may have. */
const ofOne = /(^| )(current|active|selected|featured|live|latest|pinned|published)$/

/** Actions that make a thing the one of its kind. */
const takingPlace = /^(?:activate|select|choose|use|switch|publish|start|launch|feature|pin)(?: |$)/

const ofPositions = /(^| )(position|pos|rank|order|index|ordinal|sequence|priority)$/

/** The switches that are on for one thing of a list alone, and the highest number of members that number its things. */
const placesIn = once((first: FirstList) => {
  const things = thingsOf(first)
  const marks = new Set<string>()
  const positions = new Map<string, number>()
  for (const name of Object.keys(things[0] ?? {})) {
    const [key, values] = [nameKey(name), things.map((one) => one[name])]
    const isTaken = values.includes(false) && values.filter((one) => one === true).length === 1
    if (ofOne.test(key) && isTaken) marks.add(key)
    const numbers = values.filter((one) => typeof one === 'number')
    const areDistinct = numbers.length > 1 && new Set(numbers).size === numbers.length
    if (ofPositions.test(key) && areDistinct) positions.set(key, Math.max(...numbers))
  }
  return { marks, positions }
})

const offValues: ReadonlySet<unknown> = new Set([false, null, 0, '', 'false', '0'])

/** Whether a write to a thing may take the place that a list shows another one to have: `{ active: true, position: 1 }`. */
const takesPlace = (first: FirstList, { operation: { path }, body }: Call): boolean => {
  const { marks, positions } = placesIn(first)
  if (marks.size + positions.size === 0) return false
  const [action = ''] = path.split(/[/:]/).slice(-1)
  if (marks.size > 0 && (takingPlace.test(nameKey(action)) || marks.has(nameKey(action)))) return true
  const isTaking = (key: string, value: unknown): boolean => {
    const highest = positions.get(key)
    // Some services read null as 0.
    const isPosition =
      highest !== undefined && (value === null || isPlain(value)) && value !== '' && Number(value) <= highest
    return isPosition || (marks.has(key) && !offValues.has(value))
  }
  return [...membersIn(body?.value, '')].some(({ name, value }) => isTaking(nameKey(name), value))
}

/** The contents of lists before the run wrote anything, which belong to others. */
export class FirstLists {
  readonly #lists = new Map<string, FirstList>()
  /** Unix time in milliseconds of the first request that may have changed something. */
  #writtenAt = Infinity
  #readingMs = 0

  /** Keeps what a list shows first, until something is written. */
  see(first: FirstList): void {
    if (this.isWritten) return
    const key = `${first.list.exchange.request.url} ${first.resource.itemPath}`
    if (!this.#lists.has(key)) this.#lists.set(key, first)
  }

  /** Records when a request was sent that may have changed something. */
  write(at: number): void {
    if (at >= this.#writtenAt) return
    this.#writtenAt = at
    // Summed here, because every request of a run asks for it.
    this.#readingMs = this.all.reduce((sum, { list }) => sum + list.durationMs, 0)
  }

  /** Whether a request was sent that may have changed something. */
  get isWritten(): boolean {
    return this.#writtenAt < Infinity
  }

  get all(): readonly FirstList[] {
    return [...this.#lists.values()].filter(
      ({ list: { exchange, durationMs } }) => exchange.sentAt + durationMs < this.#writtenAt,
    )
  }

  /** The time for reading all of them once more, one after the other, in milliseconds; 0 until something is written. */
  get readingMs(): number {
    return this.#readingMs
  }

  #of(kinds: readonly Resource[]): readonly FirstList[] {
    return this.all.filter(({ resource }) => kinds.includes(resource))
  }

  /** Whether a call names by a text what a list of some kinds showed. */
  areNamed(kinds: readonly Resource[], call: Call): boolean {
    return this.#of(kinds).some((first) => namesThing(first, call))
  }

  /** Whether a call may take the place of what a list of some kinds showed. */
  areReplaced(kinds: readonly Resource[], call: Call): boolean {
    return this.#of(kinds).some((first) => takesPlace(first, call))
  }
}
