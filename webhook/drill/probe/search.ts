import type { DeliveryFactory } from '../sending/delivery-factory.js'
import { isTaken } from '../sending/delivery.js'
import { type Sender, type SentDelivery, TimeOver } from '../sending/sender.js'
import { type Deviation, deviating } from './deviations/deviation.js'
import { deviations, otherServices, pairsOf } from './deviations/index.js'
import { underAllNames, underEachName } from './deviations/members.js'
import { nameGroups, underNames, underOtherNames } from './deviations/names.js'
import { fewestNames } from './fewest-names.js'

/** The result of trying deviating deliveries. */
export interface Search {
  /** The fewest deviations of an accepted delivery. */
  readonly found?: readonly Deviation[]
  readonly sent?: SentDelivery
  /** The number of deviations and combinations tried. */
  readonly tried: number
  /** There was no time for all of them. */
  readonly isCut: boolean
}

type Try = readonly Deviation[]

const atOnce = 16
const mostPairs = 500

/** Finds out which deviating deliveries a receiver accepts. */
export class Searcher {
  readonly #factory: DeliveryFactory
  readonly #sender: Sender
  readonly #untilMs: number
  #tried = 0

  /** @param untilMs the time that must be left at the end */
  constructor(factory: DeliveryFactory, sender: Sender, untilMs: number) {
    this.#factory = factory
    this.#sender = sender
    this.#untilMs = untilMs
  }

  /** Tries single deviations, then combinations; the first accepted delivery names the mistakes. */
  async search(): Promise<Search> {
    try {
      const { secret } = this.#factory.settings
      const singles = deviations.filter(
        ({ plan: { key } }) => key === undefined || differs(key(secret), secret),
      )
      const ways: readonly Try[] = [
        ...singles.map((one) => [one]),
        ...otherServices,
        ...pairsOf(singles).slice(0, mostPairs),
      ]
      const taken = await this.#first(ways)
      if (taken === undefined) return { tried: this.#tried, isCut: false }
      return { found: await this.#narrowed(taken.way), sent: taken.sent, tried: this.#tried, isCut: false }
    } catch (error) {
      if (error instanceof TimeOver) return { tried: this.#tried, isCut: true }
      throw error
    }
  }

  async #send(way: Try): Promise<SentDelivery> {
    if (this.#sender.leftMs < this.#untilMs) throw new TimeOver()
    this.#tried++
    return this.#sender.send(() => deviating(this.#factory, way))
  }

  async #first(ways: readonly Try[]): Promise<{ way: Try; sent: SentDelivery } | undefined> {
    for (let at = 0; at < ways.length; at += atOnce) {
      const answers = await this.#sender.each(ways.slice(at, at + atOnce), async (way) => ({
        way,
        sent: await this.#send(way),
      }))
      const taken = answers.find(({ sent }) => isTaken(sent.reply))
      if (taken) return taken
    }
    return undefined
  }

  async #isTaken(way: Try): Promise<boolean> {
    return isTaken((await this.#send(way)).reply)
  }

  /** Reduces the names of an accepted delivery to those that the receiver reads, if there is time. */
  async #narrowed(way: Try): Promise<Try> {
    let narrow = way
    try {
      if (way.includes(underOtherNames)) {
        const rest = way.filter((one) => one !== underOtherNames)
        const isTaken = async (names: readonly string[]): Promise<boolean> =>
          this.#isTaken([...rest, underNames(names)])
        const each = this.#sender.each.bind(this.#sender)
        narrow = [...rest, underNames(await fewestNames(nameGroups, isTaken, each))]
      }
      if (way.includes(underAllNames)) {
        const rest = narrow.filter((one) => one !== underAllNames)
        narrow = (await this.#first(underEachName.map((one) => rest.concat(one))))?.way ?? narrow
      }
    } catch (error) {
      if (!(error instanceof TimeOver)) throw error
    }
    return narrow
  }
}

const differs = (key: string | Buffer, secret: string): boolean =>
  !Buffer.from(key).equals(Buffer.from(secret))
