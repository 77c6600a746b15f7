import type { EventRecord, WebhookRecord } from '../state/records.js'
import { type AttemptLog, createAttemptLog } from './attempt-log.js'
import type { AttemptRecord, StoredAttempt, Trigger } from './attempts.js'
import { longestWait, waitAfter } from './backoff.js'
import { createDeliveryClient } from './delivery-client.js'
import { createFeed } from './feed.js'
import { DeliveryQueue, type QueueRecord, newQueue } from './queue.js'
import { withDueSecret } from './secrets.js'
import { createWriteBuffer } from './write-buffer.js'
import type { QueueState, Outbox, OutboxDependencies } from './outbox.js'
import { undeliveredOf } from './undelivered.js'
import { createDurabilityBarrier } from './durability-barrier.js'

const lastMoment = 1000
const longestTimer = 2 ** 31 - 1

/** Resolves when the work is done, or the last moment has passed. */
const soon = async (work: Iterable<Promise<unknown>>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, lastMoment)
  })
  await Promise.race([Promise.allSettled(work), passed])
  clearTimeout(timer)
}

class DeliveryOutbox implements Outbox {
  readonly feed = createFeed<StoredAttempt>()
  readonly attempts: AttemptLog
  readonly #dependencies: OutboxDependencies
  readonly #client
  readonly #writes
  readonly #barrier
  readonly #queues = new Map<string, DeliveryQueue>()
  readonly #queueTable
  readonly #running = new Set<Promise<unknown>>()
  /** Counts the processes that delivered from this state: no attempt has the id of one whose mark was lost. */
  #run = 0
  #isClosed = false

  constructor(parts: OutboxDependencies) {
    this.#dependencies = parts
    this.#client = createDeliveryClient(parts)
    this.#barrier = createDurabilityBarrier<() => void>(parts.durable, (pass) => pass())
    this.#writes = createWriteBuffer(() => this.#barrier.push())
    this.#queueTable = parts.table<QueueRecord>('lanes')
    const attempts = parts.table<StoredAttempt>('attempts')
    this.attempts = createAttemptLog(attempts.values(), {
      keep: (slot, attempt) => this.#writes.put(attempts, slot, attempt),
      forget: (slot) => this.#writes.remove(attempts, slot),
    })
    for (const record of this.#queueTable.values())
      if (parts.store.webhooks.find(record.partnerId, record.webhookId) === undefined)
        this.removed(record.webhookId)
      else this.#open(record)
    for (const [queue, events] of undeliveredOf(parts.store.events, this.#queues))
      for (const event of events) this.#enqueue(queue, event)
  }

  take(event: EventRecord): void {
    for (const id of event.recipients ?? []) {
      const queue = this.#queueOf({ id, partnerId: event.partnerId })
      if (event.type === 'ping') this.#barrier.hold(() => this.#express(queue, event))
      else this.#enqueue(queue, event)
    }
  }

  wake(): void {
    const { now, options } = this.#dependencies
    const latest = now().getTime() + longestWait(options.backoff)
    for (const queue of this.#queues.values()) {
      const { nextAt = 0 } = queue.record
      // The clock went back behind the attempt that set this time.
      if (nextAt > latest) this.#due(queue)
      this.#signer(queue)
      this.#start(queue)
    }
  }

  changed({ id }: WebhookRecord): void {
    const queue = this.#queues.get(id)
    if (queue === undefined) return
    this.#due(queue)
    this.#start(queue)
  }

  removed(webhookId: string): void {
    const queue = this.#queues.get(webhookId)
    this.attempts.forget(webhookId)
    this.#client.forget(webhookId)
    this.#writes.remove(this.#queueTable, webhookId)
    if (queue === undefined) return
    clearTimeout(queue.timer)
    this.#queues.delete(webhookId)
  }

  retry({ id }: WebhookRecord, eventIds: ReadonlySet<string>): number {
    const queue = this.#queues.get(id)
    const owed = [...eventIds].filter((eventId) => queue?.isOwed(eventId) === true)
    if (queue === undefined || owed.length === 0) return 0
    for (const eventId of owed) queue.byHand.add(eventId)
    this.#due(queue)
    this.#start(queue)
    return owed.length
  }

  async again(webhook: WebhookRecord, event: EventRecord): Promise<StoredAttempt | undefined> {
    const queue = this.#queueOf(webhook)
    const work = this.#attempt(queue, event, 'manual')
    this.#watch(work)
    const attempt = await work
    this.#start(queue)
    return attempt
  }

  stateOf({ id }: WebhookRecord): QueueState {
    const queue = this.#queues.get(id)
    const { failures = 0, nextAt } = queue?.record ?? {}
    const waitingSince = queue?.head?.createdAt
    return {
      pending: queue?.pending ?? 0,
      failures,
      ...(waitingSince === undefined ? {} : { waitingSince }),
      ...(nextAt === undefined ? {} : { nextAt: new Date(nextAt) }),
    }
  }

  isOwed({ id }: WebhookRecord, eventId: string): boolean {
    return this.#queues.get(id)?.isOwed(eventId) ?? false
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const { timer } of this.#queues.values()) clearTimeout(timer)
    await soon(this.#running)
    await this.#client.close()
    await Promise.allSettled(this.#running)
    this.#writes.flush()
  }

  #open(record: QueueRecord): DeliveryQueue {
    if (this.#run === 0) this.#begin()
    const queue = new DeliveryQueue(record)
    this.#queues.set(record.webhookId, queue)
    return queue
  }

  #begin(): void {
    const runs = this.#dependencies.table<number>('runs')
    this.#run = (runs.get('delivery') ?? 0) + 1
    runs.set('delivery', this.#run)
  }

  #queueOf(webhook: Pick<WebhookRecord, 'id' | 'partnerId'>): DeliveryQueue {
    const known = this.#queues.get(webhook.id)
    if (known !== undefined) return known
    const record = newQueue(webhook)
    // At once and not with the marks: it has to be there with the first event that it is owed.
    this.#queueTable.set(webhook.id, record)
    return this.#open(record)
  }

  #enqueue(queue: DeliveryQueue, event: EventRecord): void {
    this.#barrier.hold(() => {
      queue.add(event)
      this.#start(queue)
    })
  }

  /** Tries a ping at once, past all that waits; where it fails it is one of them. */
  #express(queue: DeliveryQueue, event: EventRecord): void {
    queue.express.add(event.id)
    queue.add(event)
    this.#watch(
      this.#attempt(queue, event, 'ping').finally(() => {
        queue.express.delete(event.id)
        this.#start(queue)
      }),
    )
  }

  #watch(work: Promise<unknown>): void {
    this.#running.add(work)
    work
      .catch((error: unknown) => this.#dependencies.log?.error(`a delivery failed: ${String(error)}`))
      .finally(() => this.#running.delete(work))
  }

  #start(queue: DeliveryQueue): void {
    if (queue.busy || this.#isClosed) return
    queue.busy = true
    this.#watch(this.#work(queue))
  }

  async #work(queue: DeliveryQueue): Promise<void> {
    try {
      for (let event = this.#next(queue); event !== undefined; event = this.#next(queue))
        await this.#attempt(queue, event, queue.byHand.delete(event.id) ? 'manual' : 'scheduled')
    } finally {
      queue.busy = false
    }
    this.#arm(queue)
  }

  #webhookOf({ record: { partnerId, webhookId } }: DeliveryQueue): WebhookRecord | undefined {
    return this.#dependencies.store.webhooks.find(partnerId, webhookId)
  }

  /** The webhook of a queue, with the secret that signs by now. */
  #signer(queue: DeliveryQueue): WebhookRecord | undefined {
    const webhook = this.#webhookOf(queue)
    if (webhook === undefined) return undefined
    const { now, store } = this.#dependencies
    const signer = withDueSecret(webhook, now())
    if (signer !== webhook) store.webhooks.save(signer)
    return signer
  }

  /** The event that is to be tried now, if there is one. */
  #next(queue: DeliveryQueue): EventRecord | undefined {
    const { head, record } = queue
    if (this.#isClosed || head === undefined || queue.express.has(head.id)) return undefined
    if ((record.nextAt ?? 0) > this.#dependencies.now().getTime()) return undefined
    const webhook = this.#webhookOf(queue)
    const isTaken = webhook?.enabled ?? false
    return webhook !== undefined && (isTaken || this.#dependencies.faults.isOff('webhooks/disabled'))
      ? head
      : undefined
  }

  /** Comes back when the next attempt is due. A clock that is moved meanwhile wakes the outbox. */
  #arm(queue: DeliveryQueue): void {
    clearTimeout(queue.timer)
    const { nextAt } = queue.record
    if (this.#isClosed || queue.head === undefined || nextAt === undefined) return
    const wait = Math.max(nextAt - this.#dependencies.now().getTime(), 1)
    queue.timer = setTimeout(() => this.#start(queue), Math.min(wait, longestTimer)).unref()
  }

  async #attempt(
    queue: DeliveryQueue,
    event: EventRecord,
    trigger: Trigger,
  ): Promise<StoredAttempt | undefined> {
    const webhook = this.#signer(queue)
    if (webhook === undefined || this.#isClosed) return undefined
    const [id, place] = [this.#newId(queue, event), this.attempts.begin()]
    const delivery = { webhook, event, trigger, id, place }
    const attempt = await this.#client.deliver(delivery)
    // An attempt that failed because the sandbox ends is made again; a webhook that was removed has none.
    if ((this.#isClosed && attempt.failure !== undefined) || this.#webhookOf(queue) === undefined)
      return undefined
    const { counts, retries } = this.#dependencies.faults
    const isRetried = attempt.failure !== undefined && retries(true, attempt)
    if (isRetried) this.#failed(queue, attempt)
    else if (counts(true, delivery)) queue.acknowledge(event.id)
    this.#writes.put(this.#queueTable, webhook.id, queue.record)
    const kept = this.attempts.add(attempt)
    this.feed.announce(kept)
    return kept
  }

  #newId(queue: DeliveryQueue, event: EventRecord): string {
    queue.made += 1
    const which = this.#dependencies.faults.isOff('webhooks/retry-id') ? event.id : queue.made
    return this.#dependencies.random.named(`delivery:${this.#run}:${queue.record.webhookId}:${which}`)
  }

  #failed(queue: DeliveryQueue, { webhookId, eventId, trigger, at, failure = '' }: AttemptRecord): void {
    const { options, random, now, store } = this.#dependencies
    if (trigger !== 'manual') {
      const failures = queue.record.failures + 1
      const wait = waitAfter(options.backoff, failures, `${webhookId}:${eventId}`, random)
      queue.record = { ...queue.record, failures, nextAt: now().getTime() + wait }
    }
    const webhook = this.#webhookOf(queue)
    if (webhook !== undefined)
      store.webhooks.save({ ...webhook, lastFailureAt: at, lastFailureReason: failure })
  }

  #due(queue: DeliveryQueue): void {
    const { nextAt: _due, ...record } = queue.record
    queue.record = record
  }
}

/**
 * Opens the outbox of a state. Events name the webhooks that they are for, and are kept together with the change that
 * caused them; of each webhook it is kept how far it has come. A mark that is lost in a crash costs a second delivery
 * of its event, never the first.
 */
export function openOutbox(parts: OutboxDependencies): Outbox {
  return new DeliveryOutbox(parts)
}
