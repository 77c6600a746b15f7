import type { DeliveryFactory } from '../sending/delivery-factory.js'
import { isTaken } from '../sending/delivery.js'
import type { Sender, SentDelivery } from '../sending/sender.js'
import { TimeOver } from '../sending/time-over.js'
import { type Deviation, deviating } from './deviations/deviation.js'
import { deviations, otherServices, pairsOf } from './deviations/index.js'
import { underAllNames, underEachName } from './deviations/members.js'
import { otherNames, underNames, underOtherNames } from './deviations/names.js'

/** What was found when other deliveries than right ones were tried. */
export interface Search {
  /** The deviations of the delivery that was taken, as few as show it. */
  readonly found?: readonly Deviation[]
  readonly sent?: SentDelivery
  /** How many ways were tried. */
  readonly tried: number
  /** There was no time for all of them. */
  readonly isCut: boolean
}

type Try = readonly Deviation[]

const atOnce = 16
const mostPairs = 500

/** Asks a receiver what it takes in place of right deliveries. */
export class Searcher {
  readonly #factory: DeliveryFactory
  readonly #sender: Sender
  readonly #untilMs: number
  #tried = 0

  /** @param untilMs how much time has to be left in the end */
  constructor(factory: DeliveryFactory, sender: Sender, untilMs: number) {
    this.#factory = factory
    this.#sender = sender
    this.#untilMs = untilMs
  }

  /** Tries one thing that is wrong, then several; the first delivery that is taken names the mistakes. */
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

  /** The same with the one name, in place of many, that the receiver looks for. */
  async #narrowed(way: Try): Promise<Try> {
    try {
      let narrow = way
      if (way.includes(underOtherNames)) {
        const rest = way.filter((one) => one !== underOtherNames)
        narrow = [
          ...rest,
          underNames(await this.#fewest(otherNames, (names) => [...rest, underNames(names)])),
        ]
      }
      if (way.includes(underAllNames)) {
        const rest = narrow.filter((one) => one !== underAllNames)
        const each = await this.#first(underEachName.map((one) => rest.concat(one)))
        narrow = each?.way ?? narrow
      }
      return narrow
    } catch (error) {
      if (error instanceof TimeOver) return way
      throw error
    }
  }

  /** Takes out whatever is not needed: halves first, then smaller portions. */
  async #fewest(all: readonly string[], way: (names: readonly string[]) => Try): Promise<readonly string[]> {
    let left = all
    for (let size = Math.ceil(all.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
      for (let at = 0; at < left.length;) {
        const without = [...left.slice(0, at), ...left.slice(at + size)]
        if (left.length > 1 && (await this.#isTaken(way(without)))) left = without
        else at += size
      }
    }
    return left
  }
}

const differs = (key: string | Buffer, secret: string): boolean =>
  !Buffer.from(key).equals(Buffer.from(secret))
