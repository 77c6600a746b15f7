import { type DeliveryFactory, otherSecret } from '../sending/delivery.js'
import { isAcknowledged, replyText } from '../../delivery/delivery.js'
import { type Sender, ifTime, type SentDelivery, TimeOver } from '../sending/sender.js'
import { deviating, type Deviation } from './deviation.js'
import {
  inCapitals,
  nameGroups,
  ofContainerTimes,
  underAllNames,
  underNames,
  underOtherNames,
} from './names.js'
import { ofDemands } from './demands.js'
import { ofClocks, ofDigests, ofManners, ofRequests, ofSecrets, ofTexts, ofTypes, ofValues } from './ways.js'

/** The ways to sign and send that are tried one by one, the likeliest first. */
export const deviations: readonly Deviation[] = [
  underOtherNames,
  inCapitals,
  ...ofValues,
  ...ofTexts.slice(0, 6),
  ...ofClocks.slice(0, 1),
  ...ofSecrets,
  ...ofTypes,
  underAllNames,
  ...ofContainerTimes,
  ...ofTexts.slice(6),
  ...ofDigests,
  ...ofManners,
  ...ofDemands,
  ...ofRequests,
  ...ofClocks.slice(1),
]

/** Deviations that one delivery has together. */
type Way = readonly Deviation[]

const described = (...parts: readonly string[]): Way =>
  parts.flatMap((part) => deviations.filter(({ description }) => description.includes(part)).slice(0, 1))

const standardPlan: Deviation['plan'] = {
  signed: ({ id, timestamp, body }) => `${id}.${timestamp}.${body}`,
  value: (digest) => `v1,${digest.toString('base64')}`,
}

const standard: Deviation = {
  mistake: 'standard-webhooks',
  aspect: 'value',
  description: 'signed as Standard Webhooks has it',
  plan: { ...standardPlan, key: (secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64') },
}

const standardAsText: Deviation = {
  ...standard,
  description: 'signed as Standard Webhooks has it, under the secret as text',
  plan: standardPlan,
}

/** The ways of other services. */
export const otherServices: readonly Way[] = [
  [standard],
  [standardAsText],
  [underOtherNames, standard],
  [underOtherNames, standardAsText],
  ...[
    described('body alone', '"sha256="'),
    described('body alone', 'has no "v1="'),
    described('body alone', 'is base64 without'),
    described('a dot between', 'as Stripe has it'),
    described('a dot between', 'has no "v1="'),
    described('as Slack has it, with "v0:"', '"v0="'),
    described('a dot between', '"sha256="'),
  ].map((way) => [underOtherNames].concat(way)),
]

/** All pairs of deviations that change different steps, those early in the list first. */
const pairsOf = (singles: Way): readonly Way[] =>
  singles.flatMap((one, index) =>
    singles.slice(0, index).flatMap((other) => (other.aspect === one.aspect ? [] : [[other, one]])),
  )

/** Deviations with the answer to them. */
export interface Answered {
  readonly way: Way
  readonly sent: SentDelivery
}

/** The result of trying deviating deliveries. */
interface Search {
  /** The fewest deviations of an accepted delivery. */
  readonly found?: Answered
  /** If none is accepted: a signature whose response differs from that to a forged one, so it was verified. */
  readonly verified?: Answered
  readonly tried: number
  /** There was no time for all of them. */
  readonly isCut: boolean
}

const atOnce = 16
const mostPairs = 600
const alike = 3

/** A delivery that differs from a valid one only in its signature. */
const isOtherSignature = ([one, ...more]: Way): boolean =>
  more.length === 0 && (one?.aspect === 'text' || one?.aspect === 'key')

const isOtherKey = ({ plan: { key } }: Deviation, secret: string): boolean =>
  key === undefined || !Buffer.from(key(secret)).equals(Buffer.from(secret))

/** Finds out which deviating deliveries a receiver accepts. */
export class Searcher {
  readonly #factory: DeliveryFactory
  readonly #sender: Sender
  readonly #untilMs: number
  readonly #signatures: Answered[] = []
  #tried = 0

  /** @param untilMs the time that must be left at the end */
  constructor(factory: DeliveryFactory, sender: Sender, untilMs: number) {
    this.#factory = factory
    this.#sender = sender
    this.#untilMs = untilMs
  }

  /** Tries single deviations, then combinations; the first accepted delivery names the mistakes. */
  async search(): Promise<Search> {
    const singles = deviations.filter((one) => isOtherKey(one, this.#factory.settings.secret))
    const ways = [...singles.map((one) => [one]), ...otherServices, ...pairsOf(singles).slice(0, mostPairs)]
    try {
      const taken = await this.#first(ways)
      const verified = taken ? undefined : await this.#verified()
      if (verified) return { verified, tried: this.#tried, isCut: false }
      if (taken === undefined) return { tried: this.#tried, isCut: false }
      const way = (await ifTime(this.#narrowed(taken.way))) ?? taken.way
      return { found: { way, sent: taken.sent }, tried: this.#tried, isCut: false }
    } catch (error) {
      if (error instanceof TimeOver) return { tried: this.#tried, isCut: true }
      throw error
    }
  }

  async #send(way: Way): Promise<SentDelivery> {
    if (this.#sender.leftMs < this.#untilMs) throw new TimeOver()
    this.#tried++
    return this.#sender.send(() => deviating(this.#factory, way))
  }

  /** A signature whose response always differs from those to forged ones. */
  async #verified(): Promise<Answered | undefined> {
    const refuse = async (): Promise<string> =>
      replyText((await this.#sender.send(() => this.#factory.delivery({ secret: otherSecret }))).reply)
    const refusal = await refuse()
    for (const one of this.#signatures.filter(({ sent }) => replyText(sent.reply) !== refusal)) {
      const [answers, refusals] = [new Set([replyText(one.sent.reply)]), new Set([refusal])]
      // A receiver that fails at random may respond alike to two by chance.
      for (let time = 1; time < alike; time += 1) {
        answers.add(replyText((await this.#send(one.way)).reply))
        refusals.add(await refuse())
      }
      if (answers.size === 1 && refusals.size === 1) return one
    }
    return undefined
  }

  async #first(ways: readonly Way[]): Promise<Answered | undefined> {
    for (let at = 0; at < ways.length; at += atOnce) {
      const sendOne = async (way: Way): Promise<Answered> => ({ way, sent: await this.#send(way) })
      const answers = await this.#sender.each(ways.slice(at, at + atOnce), sendOne)
      this.#signatures.push(...answers.filter(({ way }) => isOtherSignature(way)))
      // A receiver that accepts only some right signatures may accept one by chance.
      for (const one of answers.filter(({ sent }) => isAcknowledged(sent.reply)))
        if (isAcknowledged((await this.#send(one.way)).reply) && !(await this.#isPage(one.way))) return one
    }
    return undefined
  }

  /** Whether it is a page that answers, which GET shows to anyone. */
  async #isPage(way: Way): Promise<boolean> {
    if (!way.some(({ plan }) => plan.method === 'GET')) return false
    const forger = this.#factory.with({ secret: otherSecret })
    return isAcknowledged((await this.#sender.send(() => deviating(forger, way))).reply)
  }

  /** An accepted delivery without the names that the receiver does not read. */
  async #narrowed(way: Way): Promise<Way> {
    const rest = way.filter((one) => one !== underOtherNames && one.narrower === undefined)
    const narrower = way.flatMap((one) => one.narrower ?? [])
    if (narrower.length > 0) return (await this.#first(narrower.map((one) => rest.concat(one))))?.way ?? way
    return way.includes(underOtherNames) ? [...rest, await this.#headersRead(rest)] : way
  }

  /** Of the other names of headers those that are read: one of each header without whose names the event is refused. */
  async #headersRead(rest: Way): Promise<Deviation> {
    const isTakenUnder = async (names: readonly string[]): Promise<boolean> =>
      isAcknowledged((await this.#send([...rest, underNames(names)])).reply)
    const read: string[] = []
    for (const group of nameGroups) {
      const others = nameGroups.filter((one) => one !== group).flat()
      if (await isTakenUnder(others)) continue
      const alone = await this.#sender.each(group, async (name) => isTakenUnder([...others, name]))
      const first = group.find((_, index) => alone[index])
      read.push(...(first === undefined ? group : [first]))
    }
    return read.length === 0 ? underOtherNames : underNames(read)
  }
}
