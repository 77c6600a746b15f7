import type { EventRecord, WebhookRecord } from '../state/records.js'
import { type AttemptLog, createAttemptLog } from './attempt-log.js'
import type { AttemptRecord, StoredAttempt, Trigger } from './attempts.js'
import { longestWait, waitAfter } from './backoff.js'
import { createDeliveryClient } from './delivery-client.js'
import { createFeed } from './feed.js'
import type { DeliveryQueue, Outcome, WaitAfter } from './queue.js'
import { openQueues } from './queues.js'
import { withDueSecret } from './secrets.js'
import { createWriteBuffer } from './write-buffer.js'
import {
  type Outbox,
  type OutboxDependencies,
  type OwedEvent,
  type QueueState,
  stateOfQueue,
} from './outbox.js'
import { createDurabilityBarrier } from './durability-barrier.js'
import { soon } from './last-moment.js'

const longestTimer = 2 ** 31 - 1

/** The outcome of an attempt for its event: an incomplete response counts as none. */
const outcomeOf = ({ failure, status }: AttemptRecord): Outcome => {
  if (failure === undefined) return 'acknowledged'
  return status === undefined || status === 200 ? 'unanswered' : 'refused'
}

class DeliveryOutbox implements Outbox {
  readonly feed = createFeed<StoredAttempt>()
  readonly attempts: AttemptLog
  readonly #dependencies: OutboxDependencies
  readonly #client
  readonly #writes
  readonly #barrier
  readonly #queues
  readonly #running = new Set<Promise<unknown>>()
  #isClosed = false

  constructor(parts: OutboxDependencies) {
    this.#dependencies = parts
    this.#client = createDeliveryClient(parts)
    this.#barrier = createDurabilityBarrier<() => void>(parts.durable, (pass) => pass())
    this.#writes = createWriteBuffer(() => this.#barrier.push())
    const attempts = parts.table<StoredAttempt>('attempts')
    this.attempts = createAttemptLog(attempts.values(), {
      keep: (slot, attempt) => this.#writes.put(attempts, slot, attempt),
      forget: (slot) => this.#writes.remove(attempts, slot),
    })
    this.#queues = openQueues({ ...parts, writes: this.#writes })
    for (const webhookId of this.#queues.strays) this.removed(webhookId)
    for (const [queue, events] of this.#queues.owed()) for (const event of events) this.#enqueue(queue, event)
    for (const queue of this.#queues.all()) this.#barrier.hold(() => this.#start(queue))
  }

  take(event: EventRecord): void {
    for (const id of event.recipients ?? []) {
      const queue = this.#queues.of({ id, partnerId: event.partnerId })
      if (event.type === 'ping') this.#barrier.hold(() => this.#express(queue, event))
      else this.#enqueue(queue, event)
    }
  }

  wake(): void {
    const { now, options } = this.#dependencies
    const latest = now().getTime() + longestWait(options.backoff)
    for (const queue of this.#queues.all()) {
      // The clock was moved back, so that these times are too far in the future.
      if ((queue.record.nextAt ?? 0) > latest) queue.hasten()
      queue.aside.hasten(({ nextAt }) => nextAt > latest)
      this.#signer(queue)
      this.#start(queue)
    }
  }

  changed({ id }: WebhookRecord): void {
    const queue = this.#queues.find(id)
    if (queue === undefined) return
    queue.hasten()
    queue.aside.hasten(() => true)
    this.#start(queue)
  }

  removed(webhookId: string): void {
    this.attempts.forget(webhookId)
    this.#client.forget(webhookId)
    this.#queues.remove(webhookId)
  }

  retry({ id }: WebhookRecord, eventIds: ReadonlySet<string>): number {
    const queue = this.#queues.find(id)
    const owed = [...eventIds].filter((eventId) => queue?.isOwed(eventId) === true)
    if (queue === undefined || owed.length === 0) return 0
    for (const eventId of owed) queue.byHand.add(eventId)
    queue.hasten()
    queue.aside.hasten(({ eventId }) => eventIds.has(eventId))
    this.#start(queue)
    return owed.length
  }

  async again(webhook: WebhookRecord, event: EventRecord): Promise<StoredAttempt | undefined> {
    const queue = this.#queues.of(webhook)
    const work = this.#attempt(queue, event, 'manual', (attempt) => {
      if (outcomeOf(attempt) === 'acknowledged') queue.acknowledge(event.id)
    })
    this.#watch(work)
    const attempt = await work
    this.#start(queue)
    return attempt
  }

  stateOf({ id }: WebhookRecord): QueueState {
    return stateOfQueue(this.#queues.find(id))
  }

  owed({ id }: WebhookRecord, eventId: string): OwedEvent | undefined {
    const queue = this.#queues.find(id)
    if (queue?.isOwed(eventId) !== true) return undefined
    const aside = queue.aside.find(eventId)
    if (aside === undefined) return {}
    const { failures: refusals, nextAt } = aside
    return nextAt === 0 ? { refusals } : { refusals, nextAt: new Date(nextAt) }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const { timer } of this.#queues.all()) clearTimeout(timer)
    await soon(this.#running)
    await this.#client.close()
    await Promise.allSettled(this.#running)
    this.#writes.flush()
  }

  #enqueue(queue: DeliveryQueue, event: EventRecord): void {
    this.#barrier.hold(() => {
      queue.add(event)
      this.#start(queue)
    })
  }

  /** Attempts a ping at once, ahead of pending events; if it fails, it is queued like others. */
  #express(queue: DeliveryQueue, event: EventRecord): void {
    queue.express.add(event.id)
    queue.add(event)
    const work = this.#attempt(queue, event, 'ping', (attempt) => {
      if (outcomeOf(attempt) === 'acknowledged') queue.acknowledge(event.id)
      else queue.postpone(this.#dependencies.now().getTime(), this.#waitFor(queue))
    })
    this.#watch(
      work.finally(() => {
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
    const { now } = this.#dependencies
    try {
      for (let event = this.#next(queue); event !== undefined; event = this.#next(queue)) {
        const taken = event
        const trigger = queue.byHand.delete(taken.id) ? 'manual' : 'scheduled'
        await this.#attempt(queue, taken, trigger, (attempt) =>
          queue.settle(taken, outcomeOf(attempt), now().getTime(), this.#waitFor(queue)),
        )
      }
    } finally {
      queue.busy = false
    }
    this.#arm(queue)
  }

  #waitFor({ record: { webhookId } }: DeliveryQueue): WaitAfter {
    const { options, random } = this.#dependencies
    return (failures, eventId) => waitAfter(options.backoff, failures, `${webhookId}:${eventId}`, random)
  }

  #webhookOf({ record: { partnerId, webhookId } }: DeliveryQueue): WebhookRecord | undefined {
    return this.#dependencies.store.webhooks.find(partnerId, webhookId)
  }

  /** The webhook of a queue, with the secret that signs at this time. */
  #signer(queue: DeliveryQueue): WebhookRecord | undefined {
    const webhook = this.#webhookOf(queue)
    if (webhook === undefined) return undefined
    const { now, store } = this.#dependencies
    const signer = withDueSecret(webhook, now())
    if (signer !== webhook) store.webhooks.save(signer)
    return signer
  }

  /** The event to attempt now, if there is one. */
  #next(queue: DeliveryQueue): EventRecord | undefined {
    const { now, faults } = this.#dependencies
    const webhook = this.#webhookOf(queue)
    if (this.#isClosed || webhook === undefined) return undefined
    return webhook.enabled || faults.isOff('webhooks/disabled') ? queue.next(now().getTime()) : undefined
  }

  /** Sets a timer for the next attempt. Moving the clock wakes the outbox. */
  #arm(queue: DeliveryQueue): void {
    clearTimeout(queue.timer)
    const { dueAt } = queue
    if (this.#isClosed || dueAt === undefined) return
    const wait = dueAt - this.#dependencies.now().getTime()
    if (wait > 0) queue.timer = setTimeout(() => this.#start(queue), Math.min(wait, longestTimer)).unref()
    // It just became due, or waits for something that restarts the queue when it ends.
    else if (this.#next(queue) !== undefined) this.#start(queue)
  }

  /** Makes an attempt; `settle` is called with its outcome, unless a fault suppresses it. */
  async #attempt(
    queue: DeliveryQueue,
    event: EventRecord,
    trigger: Trigger,
    settle: (attempt: AttemptRecord) => void,
  ): Promise<StoredAttempt | undefined> {
    const webhook = this.#signer(queue)
    if (webhook === undefined || this.#isClosed) return undefined
    const [id, place] = [this.#newId(queue, event), this.attempts.begin()]
    const delivery = { webhook, event, trigger, id, place }
    const attempt = await this.#client.deliver(delivery)
    // Attempts that failed because the sandbox closes are repeated after a restart; those of removed webhooks are
    // dropped.
    if ((this.#isClosed && attempt.failure !== undefined) || this.#webhookOf(queue) === undefined)
      return undefined
    const { counts, retries } = this.#dependencies.faults
    const { failure, ...acknowledged } = attempt
    const isRetried = failure !== undefined && retries(true, attempt)
    if (isRetried) this.#note(queue, attempt)
    if (isRetried || counts(true, delivery)) settle(isRetried ? attempt : acknowledged)
    this.#queues.mark(queue)
    const kept = this.attempts.add(attempt)
    this.feed.announce(kept)
    return kept
  }

  #newId(queue: DeliveryQueue, event: EventRecord): string {
    queue.made += 1
    const which = this.#dependencies.faults.isOff('webhooks/retry-id') ? event.id : queue.made
    return this.#dependencies.random.named(
      `delivery:${this.#queues.run()}:${queue.record.webhookId}:${which}`,
    )
  }

  #note(queue: DeliveryQueue, { at, failure = '' }: AttemptRecord): void {
    const webhook = this.#webhookOf(queue)
    if (webhook !== undefined)
      this.#dependencies.store.webhooks.save({ ...webhook, lastFailureAt: at, lastFailureReason: failure })
  }
}

/**
 * Opens the outbox of a state. Events name their webhooks, and are persisted together with the change that caused
 * them; the progress of each webhook is persisted too. Progress that is lost in a crash causes a second delivery of
 * its event, but never the loss of the first.
 */
export function openOutbox(parts: OutboxDependencies): Outbox {
  return new DeliveryOutbox(parts)
}
