import type { EventRecord, WebhookRecord } from '../state/records.js'
import {
  type AttemptLog,
  type AttemptRecord,
  createAttemptLog,
  type KeptAttempt,
  type Trigger,
} from './attempts.js'
import { longestWait, waitAfter } from './backoff.js'
import { createCourier } from './delivery-client.js'
import { createFeed } from './feed.js'
import { Lane, type LaneRecord, newLane } from './queue.js'
import { createMarks } from './write-buffer.js'
import type { LaneState, Outbox, OutboxParts } from './outbox.js'
import { owedOf } from './undelivered.js'
import { createRelease } from './durability-barrier.js'

const LAST_MOMENT = 1000
const LONGEST_TIMER = 2 ** 31 - 1

/** Resolves when the work is done, or the last moment has passed. */
const soon = async (work: Iterable<Promise<unknown>>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LAST_MOMENT)
  })
  await Promise.race([Promise.allSettled(work), passed])
  clearTimeout(timer)
}

class Deliveries implements Outbox {
  readonly feed = createFeed<KeptAttempt>()
  readonly attempts: AttemptLog
  readonly #parts: OutboxParts
  readonly #courier
  readonly #marks
  readonly #release
  readonly #lanes = new Map<string, Lane>()
  readonly #laneTable
  readonly #running = new Set<Promise<unknown>>()
  /** Counts the processes that delivered from this state: no attempt has the id of one whose mark was lost. */
  #run = 0
  #isClosed = false

  constructor(parts: OutboxParts) {
    this.#parts = parts
    this.#courier = createCourier(parts)
    this.#release = createRelease<() => void>(parts.durable, (pass) => pass())
    this.#marks = createMarks(() => this.#release.push())
    this.#laneTable = parts.table<LaneRecord>('lanes')
    const attempts = parts.table<KeptAttempt>('attempts')
    this.attempts = createAttemptLog(attempts.values(), (slot, attempt) =>
      this.#marks.put(attempts, slot, attempt),
    )
    for (const record of this.#laneTable.values()) this.#open(record)
    for (const [lane, events] of owedOf(parts.store.events, this.#lanes))
      for (const event of events) this.#enqueue(lane, event)
  }

  take(event: EventRecord): void {
    for (const id of event.recipients ?? []) {
      const lane = this.#laneOf({ id, partnerId: event.partnerId })
      if (event.type === 'ping') this.#release.hold(() => this.#express(lane, event))
      else this.#enqueue(lane, event)
    }
  }

  wake(): void {
    const { now, options } = this.#parts
    const latest = now().getTime() + longestWait(options.backoff)
    for (const lane of this.#lanes.values()) {
      const { nextAt = 0 } = lane.record
      // The clock went back behind the attempt that set this time.
      if (nextAt > latest) this.#due(lane)
      this.#start(lane)
    }
  }

  changed({ id }: WebhookRecord): void {
    const lane = this.#lanes.get(id)
    if (lane === undefined) return
    this.#due(lane)
    this.#start(lane)
  }

  async again(webhook: WebhookRecord, event: EventRecord): Promise<KeptAttempt | undefined> {
    const lane = this.#laneOf(webhook)
    const work = this.#attempt(lane, event, 'manual')
    this.#watch(work)
    const attempt = await work
    this.#start(lane)
    return attempt
  }

  stateOf({ id }: WebhookRecord): LaneState {
    const lane = this.#lanes.get(id)
    const { failures = 0, nextAt } = lane?.record ?? {}
    return {
      pending: lane?.pending ?? 0,
      failures,
      ...(nextAt === undefined ? {} : { nextAt: new Date(nextAt) }),
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const { timer } of this.#lanes.values()) clearTimeout(timer)
    await soon(this.#running)
    await this.#courier.close()
    await Promise.allSettled(this.#running)
    this.#marks.flush()
  }

  #open(record: LaneRecord): Lane {
    if (this.#run === 0) this.#begin()
    const lane = new Lane(record)
    this.#lanes.set(record.webhookId, lane)
    return lane
  }

  #begin(): void {
    const runs = this.#parts.table<number>('runs')
    this.#run = (runs.get('delivery') ?? 0) + 1
    runs.set('delivery', this.#run)
  }

  #laneOf(webhook: Pick<WebhookRecord, 'id' | 'partnerId'>): Lane {
    const known = this.#lanes.get(webhook.id)
    if (known !== undefined) return known
    const record = newLane(webhook)
    // At once and not with the marks: it has to be there with the first event that it is owed.
    this.#laneTable.set(webhook.id, record)
    return this.#open(record)
  }

  #enqueue(lane: Lane, event: EventRecord): void {
    this.#release.hold(() => {
      lane.add(event)
      this.#start(lane)
    })
  }

  /** Tries a ping at once, past all that waits; where it fails it is one of them. */
  #express(lane: Lane, event: EventRecord): void {
    lane.express.add(event.id)
    lane.add(event)
    this.#watch(
      this.#attempt(lane, event, 'ping').finally(() => {
        lane.express.delete(event.id)
        this.#start(lane)
      }),
    )
  }

  #watch(work: Promise<unknown>): void {
    this.#running.add(work)
    work
      .catch((error: unknown) => this.#parts.log?.error(`a delivery failed: ${String(error)}`))
      .finally(() => this.#running.delete(work))
  }

  #start(lane: Lane): void {
    if (lane.busy || this.#isClosed) return
    lane.busy = true
    this.#watch(this.#work(lane))
  }

  async #work(lane: Lane): Promise<void> {
    try {
      for (let event = this.#next(lane); event !== undefined; event = this.#next(lane))
        await this.#attempt(lane, event, 'scheduled')
    } finally {
      lane.busy = false
    }
    this.#arm(lane)
  }

  #webhookOf({ record: { partnerId, webhookId } }: Lane): WebhookRecord | undefined {
    return this.#parts.store.webhooks.find(partnerId, webhookId)
  }

  /** The event that is to be tried now, if there is one. */
  #next(lane: Lane): EventRecord | undefined {
    const { head, record } = lane
    if (this.#isClosed || head === undefined || lane.express.has(head.id)) return undefined
    if ((record.nextAt ?? 0) > this.#parts.now().getTime()) return undefined
    const isSilent = this.#webhookOf(lane)?.enabled !== true && !this.#parts.spoil.isOff('webhooks/disabled')
    return isSilent ? undefined : head
  }

  /** Comes back when the next attempt is due. A clock that is moved meanwhile wakes the outbox. */
  #arm(lane: Lane): void {
    clearTimeout(lane.timer)
    const { nextAt } = lane.record
    if (this.#isClosed || lane.head === undefined || nextAt === undefined) return
    const wait = Math.max(nextAt - this.#parts.now().getTime(), 1)
    lane.timer = setTimeout(() => this.#start(lane), Math.min(wait, LONGEST_TIMER)).unref()
  }

  async #attempt(lane: Lane, event: EventRecord, trigger: Trigger): Promise<KeptAttempt | undefined> {
    const webhook = this.#webhookOf(lane)
    if (webhook === undefined || this.#isClosed) return undefined
    const errand = { webhook, event, trigger, id: this.#newId(lane, event) }
    const attempt = await this.#courier.deliver(errand)
    // What failed because the sandbox ends is made again.
    if (this.#isClosed && attempt.failure !== undefined) return undefined
    const { counts, retries } = this.#parts.spoil
    const isRetried = attempt.failure !== undefined && retries(true, attempt)
    if (isRetried) this.#failed(lane, attempt)
    else if (counts(true, errand)) lane.acknowledge(event.id)
    this.#marks.put(this.#laneTable, webhook.id, lane.record)
    const kept = this.attempts.add(attempt)
    this.feed.announce(kept)
    return kept
  }

  #newId(lane: Lane, event: EventRecord): string {
    lane.made += 1
    const which = this.#parts.spoil.isOff('webhooks/retry-id') ? event.id : lane.made
    return this.#parts.chance.named(`delivery:${this.#run}:${lane.record.webhookId}:${which}`)
  }

  #failed(lane: Lane, { webhookId, eventId, trigger, at, failure = '' }: AttemptRecord): void {
    const { options, chance, now, store } = this.#parts
    if (trigger !== 'manual') {
      const failures = lane.record.failures + 1
      const wait = waitAfter(options.backoff, failures, `${webhookId}:${eventId}`, chance)
      lane.record = { ...lane.record, failures, nextAt: now().getTime() + wait }
    }
    const webhook = this.#webhookOf(lane)
    if (webhook !== undefined)
      store.webhooks.save({ ...webhook, lastFailureAt: at, lastFailureReason: failure })
  }

  #due(lane: Lane): void {
    const { nextAt: _due, ...record } = lane.record
    lane.record = record
  }
}

/**
 * Opens the outbox of a state. Events name the webhooks that they are for, and are kept together with the change that
 * caused them; of each webhook it is kept how far it has come. A mark that is lost in a crash costs a second delivery
 * of its event, never the first.
 */
export const openOutbox = (parts: OutboxParts): Outbox => new Deliveries(parts)
