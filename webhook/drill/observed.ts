import { NotAnswered, post, jsonIn, type Delivery, isAcknowledged } from '../delivery/delivery.js'
import { setTimeout as wait } from 'node:timers/promises'
import { RampartError } from '../../diagnostics/index.js'
import { isObject } from '../../document/index.js'
import { type DeliveryChoice, type DeliveryFactory, otherSecret } from './sending/delivery.js'
import { type Sender, type SentDelivery, ifTime } from './sending/sender.js'
import type { WebhookEvent } from '../events/events.js'
import { otherStatus, withMessage } from './rules/events.js'
import { type GroupRule, type Outcome, outcomeFrom, violation, type Violation } from './rules/rule.js'

const usualMs = 3000

const countIn = (text: string): number | undefined => {
  const value = jsonIn(text)
  const count = isObject(value) ? value['count'] : value
  return Number.isSafeInteger(count) && Number(count) >= 0 ? Number(count) : undefined
}

const unusable = (what: string): RampartError =>
  new RampartError('DRILL_HOOK_UNUSABLE', { message: `the hook ${what}` })

/** The receiver's hook, which reports the number of processed events: a number, or `{"count": n}`. */
const hookAt = (url: URL, signal: AbortSignal) => {
  const asked = { method: 'GET', headers: [['accept', 'application/json']] as const, body: Buffer.alloc(0) }
  /** The number of events processed so far. @throws RampartError DRILL_HOOK_UNUSABLE, or the reason of the signal. */
  const count = async (): Promise<number> => {
    const answer = await post(asked, { url, timeoutMs: usualMs, signal }).catch((error: unknown) => {
      signal.throwIfAborted()
      const isLate = error instanceof NotAnswered && error.failure === 'timeout'
      throw unusable(isLate ? `sent no response within ${usualMs / 1000} s` : 'could not be reached')
    })
    if (answer.status !== 200)
      throw unusable(`answered ${answer.status}; 200 was expected; redirects are not followed`)
    const found = countIn(answer.body.toString('utf8'))
    if (found === undefined) throw unusable('answered neither a whole number nor {"count": n}')
    return found
  }

  /** The number of further processed events, once it reached the expected one and stays constant, or the time is over. */
  const more = async (before: number, expected: number, quietMs: number, mostMs: number): Promise<number> => {
    const began = performance.now()
    let [last, since] = [await count(), performance.now()]
    for (;;) {
      const now = performance.now()
      const isEnough = last - before >= expected && now - since >= quietMs
      if (isEnough || now - began >= mostMs) return last - before
      await wait(25, undefined, { signal })
      const next = await count()
      if (next !== last) [last, since] = [next, performance.now()]
    }
  }
  return { count, more }
}

interface Watched {
  readonly sent: readonly SentDelivery[]
  readonly taken: number
  readonly acted: number
}

type Watchable = Omit<DeliveryChoice, 'event'> & { readonly event: WebhookEvent }

const mostActMs = 3000
const leastQuietMs = 150

class Watcher {
  readonly factory: DeliveryFactory
  readonly #sender: Sender
  readonly #hook: ReturnType<typeof hookAt>
  readonly #mostMs: number
  /** The time that the receiver takes to process an acknowledged event. */
  #actsMs: number

  /** @param mostMs the longest time to process an event */
  constructor(factory: DeliveryFactory, sender: Sender, url: URL, mostMs = mostActMs) {
    this.factory = factory
    this.#sender = sender
    this.#hook = hookAt(url, sender.options.signal)
    this.#mostMs = mostMs
    this.#actsMs = mostMs / 4
  }

  /**
   * Sends deliveries sequentially or concurrently, waits until the expected number was processed, and then a while
   * longer, because processing may follow the acknowledgement. @throws TimeOver, RampartError DRILL_HOOK_UNUSABLE.
   */
  async watch(deliveries: readonly Watchable[], expected: number, isAtOnce = false): Promise<Watched> {
    const before = await this.#hook.count()
    const sent: SentDelivery[] = []
    const send = async (one: Watchable): Promise<void> => {
      const { event, ...choice } = one
      const make = (): Delivery => this.factory.delivery({ ...choice, body: JSON.stringify(event) })
      // After a server error a delivery is repeated, as by the service.
      sent.push(await (isAtOnce ? this.#sender.send(make, { isAtOnce }) : this.#sender.settle(make)))
    }
    if (isAtOnce) await Promise.all(deliveries.map(send))
    else for (const one of deliveries) await send(one)
    const began = performance.now()
    const quietMs = Math.max(leastQuietMs, 2 * this.#actsMs)
    const mostMs = Math.min(this.#mostMs, this.#sender.leftMs)
    const acted = await this.#hook.more(before, expected, quietMs, mostMs)
    if (expected > 0 && acted >= expected) {
      this.#actsMs = Math.min(this.#actsMs, Math.max(0, performance.now() - began - quietMs))
    }
    return { sent, taken: sent.filter(({ reply }) => isAcknowledged(reply)).length, acted }
  }
}

/** Kinds with an id and a status of their own come first. */
const preferred = ['transaction_status', 'identification_status', 'register_autoramp_status', 'transaction']
const atOnce = 20

const acted = (count: number): string => (count === 1 ? 'acted upon once' : `acted upon ${count} times`)

const tooMany = (key: string, what: string, { sent, acted: count }: Watched, due: number): Violation[] => {
  const message = `${what} was ${acted(count)} instead of ${due === 0 ? 'never' : 'once'}`
  return count <= due ? [] : [violation(key, message, sent.at(-1))]
}

const tooFew = (key: string, what: string, { sent, taken, acted: count }: Watched, due: number) => {
  const own = sent.some(({ isRepeated }) => isRepeated) ? 'after-error' : key
  const message = `${what}: all were acknowledged, and ${count} of ${due} acted upon`
  return taken < sent.length || count >= due ? [] : [violation(own, message, sent.at(-1))]
}

/** A kind of event that the receiver processes, or the violation of one that processes none. */
const kindActedUpon = async (watcher: Watcher): Promise<string | Violation> => {
  const { kinds } = watcher.factory.settings
  const others = kinds.filter((kind) => kind !== 'ping')
  const known = preferred.filter((kind) => kinds.includes(kind))
  const [likeliest = 'ping', ...rest] = [...new Set([...known, ...others])]
  const make = (kind: string): Watchable => ({ event: watcher.factory.event(kind) })
  const first = make(likeliest)
  if ((await watcher.watch([first], 1)).acted > 0) return likeliest
  const firsts = [first, ...rest.map(make)]
  if ((await watcher.watch(firsts.slice(1), 1)).acted > 0) {
    let among = rest
    // By halves, because each kind that is not processed costs a wait.
    while (among.length > 1) {
      const half = among.slice(0, Math.ceil(among.length / 2))
      const isAmong = (await watcher.watch(half.map(make), 1)).acted > 0
      among = isAmong ? half : among.slice(half.length)
    }
    return among[0] ?? likeliest
  }
  const retries = await watcher.watch(firsts, 1)
  const swallowed = 'events were acknowledged and not acted upon, and retries of them were'
  if (retries.acted > 0) return violation('first', swallowed, retries.sent[0])
  return violation('never', 'valid events of every kind were acknowledged, and the hook counted none of them')
}

/** The same event repeated: under another id, in a container with another time, and concurrently. */
const judgeActedOnce = async (watcher: Watcher, kind: string): Promise<Outcome> => {
  const { factory } = watcher
  const event = factory.event(kind)
  // With another event between, for a receiver that remembers only the last one.
  const three = await watcher.watch([{ event }, { event: factory.event(kind) }, { event }], 2)
  const again = { ...three, acted: three.acted - 1 }
  if (again.acted > 1) {
    const [id, same, between] = [factory.newId(), factory.event(kind), { event: factory.event(kind) }]
    const sameId = await watcher.watch([{ event: same, id }, between, { event: same, id }], 2)
    const key = sameId.acted === 2 ? 'by-id' : 'retry'
    return outcomeFrom(tooMany(key, 'an event that came again under another webhook-id', again, 1))
  }
  const later = { ...factory.event(kind), timestamp: new Date(Date.now() - 5000).toISOString() }
  const newer = { ...later, timestamp: new Date().toISOString() }
  const inTime = await watcher.watch([{ event: later }, { event: newer }], 1)
  const times = (count: number, make: () => WebhookEvent): Watchable[] =>
    Array.from({ length: count }, () => ({ event: make() }))
  const copy = factory.event(kind)
  const copies = times(5, () => copy)
  const together = await watcher.watch(copies, 1, true)
  const others = times(atOnce, () => factory.event(kind))
  await watcher.watch(others, atOnce, true)
  const late = await watcher.watch([{ event }], 0)
  return outcomeFrom([
    ...tooMany('other-time', 'an event that came again in a container of another time', inTime, 1),
    ...tooMany('forgotten', `an event that came again after ${atOnce} others`, late, 0),
    ...tooMany('at-once', 'an event that came five times at once', together, 1),
  ])
}

/** Different events that are easily mistaken for duplicates. */
const judgeActedUpon = async (watcher: Watcher, kind: string): Promise<Outcome> => {
  const { factory } = watcher
  const fresh = (): Watchable => ({ event: factory.event(kind) })
  const others = await watcher.watch([fresh(), fresh(), fresh()], 3)
  const lost = tooFew('type', `three events of kind ${kind} about three customers`, others, 3)
  if (lost.length > 0) return outcomeFrom(lost)
  const customerId = factory.settings.customerId ?? factory.newId()
  const ofOne = (): Watchable => ({ event: factory.event(kind, { customerId }) })
  const same = await watcher.watch([ofOne(), ofOne(), ofOne()], 3)
  const common = factory.event(kind)
  const ofOther = { ...common, data: { ...common.data, customer_id: factory.newId() } }
  const isAny = factory.settings.customerId === undefined
  const customers = isAny ? await watcher.watch([{ event: common }, { event: ofOther }], 2) : undefined
  const change = otherStatus[kind]
  const first = factory.event(kind)
  const pair = change && [{ event: first }, { event: withMessage(first, change) }]
  const statuses = pair && (await watcher.watch(pair, 2))
  const many = await watcher.watch(Array.from({ length: atOnce }, fresh), atOnce, true)
  const extended = withMessage(factory.event(kind), { rampart_drill: 'new' })
  const newer = await watcher.watch([{ event: extended }], 1)
  return outcomeFrom([
    ...tooFew('customer', 'three events about one customer', same, 3),
    ...(statuses ? tooFew('status', 'two statuses of the same object', statuses, 2) : []),
    ...(customers ? tooFew('message', 'the same message about two customers', customers, 2) : []),
    ...tooFew('at-once', `${atOnce} events at once`, many, atOnce),
    ...tooFew('new-field', 'an event with an unknown field', newer, 1),
  ])
}

const judgeRefusedUnacted = async (watcher: Watcher, kind: string): Promise<Outcome> => {
  const { factory } = watcher
  const event = (): WebhookEvent => factory.event(kind)
  const changed = 'an event that was changed after it was signed'
  const wrong: readonly (readonly [string, string, Watchable])[] = [
    ['forged', 'an event signed with another secret', { event: event(), secret: otherSecret }],
    ['unsigned', 'an event without a signature', { event: event(), signature: () => [] }],
    ['tampered', changed, { event: event(), signed: { body: factory.text(kind) } }],
    ['stale', 'an event that was signed a year ago', { event: event(), timestamp: -365 * 86_400 }],
  ]
  const violations: Violation[] = []
  for (const [key, what, delivery] of wrong) {
    const seen = await watcher.watch([delivery], 0)
    // Other rules judge deliveries that were acknowledged.
    if (seen.taken === 0) violations.push(...tooMany(key, `${what}, which was refused,`, seen, 0))
  }
  return outcomeFrom(violations)
}

/** A forged delivery must not be remembered: later ones with the same id or content are processed. */
const judgeUnpoisoned = async (watcher: Watcher, kind: string): Promise<Outcome> => {
  const { factory } = watcher
  const [id, first, second] = [factory.newId(), factory.event(kind), factory.event(kind)]
  const secret = otherSecret
  const forged = { event: first, id, secret }
  const sameId = await watcher.watch([forged, { event: first, id }], 1)
  const content = await watcher.watch([{ event: second, secret }, { event: second }], 1)
  const poisoned = (key: string, what: string, { sent, acted: count }: Watched): Violation[] => {
    const message = `a valid event after a forged one ${what} was not acted upon`
    return count >= 1 ? [] : [violation(key, message, sent.at(-1))]
  }
  return outcomeFrom([
    ...poisoned('content', 'of the same content', content),
    ...poisoned('id', 'with the same webhook-id and content', sameId),
  ])
}

const judges: Readonly<Record<string, (watcher: Watcher, kind: string) => Promise<Outcome>>> = {
  'receiver/acted-upon': judgeActedUpon,
  'receiver/acted-once': judgeActedOnce,
  'receiver/refused-unacted': judgeRefusedUnacted,
  'receiver/unpoisoned': judgeUnpoisoned,
}

const reason =
  'no response shows it; --observe URL does, where the receiver says how many events it has acted upon'
const unseen: Outcome = { state: 'not-applicable', reason }

/** Judges what only the receiver's hook reveals; rules without time have no outcome. @throws RampartError DRILL_HOOK_UNUSABLE. */
export async function judgeObserved(
  rules: readonly GroupRule[],
  { hook: url, actMs }: { readonly hook?: URL; readonly actMs?: number },
  factory: DeliveryFactory,
  sender: Sender,
): Promise<Readonly<Record<string, Outcome>>> {
  if (url === undefined) return Object.fromEntries(rules.map(({ id }) => [id, unseen]))
  const watcher = new Watcher(factory, sender, url, actMs)
  const outcomes: Record<string, Outcome> = {}
  const kind = await ifTime(kindActedUpon(watcher))
  if (kind === undefined) return outcomes
  for (const { id } of rules) {
    const judge = judges[id]
    if (typeof kind === 'string' && judge) {
      const outcome = await ifTime(judge(watcher, kind))
      if (outcome) outcomes[id] = outcome
    } else if (typeof kind !== 'string' && id === 'receiver/acted-upon')
      outcomes[id] = { state: 'failed', violations: [kind] }
    else outcomes[id] = { state: 'not-applicable', reason: 'no event is acted upon at its first attempt' }
  }
  return outcomes
}
