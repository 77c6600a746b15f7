import { setTimeout as delay } from 'node:timers/promises'
import { defined } from '../primitives/defined.js'
import type { SandboxLogger, Tables } from '../primitives/environment.js'
import type { EventRecord, WebhookRecord } from '../state/records.js'
import type { Store } from '../state/store.js'
import {
  AttemptLog,
  type AttemptRecord,
  type Trigger,
  createDurabilityBarrier,
  createWriteBuffer,
  openPendingEvents,
} from './attempts.js'
import { createDeliveryClient, type DeliveryDependencies } from './delivery-client.js'
import { Endpoint, type Outcome, type WaitAfter, longestWait, waitAfter } from './endpoint.js'

interface OutboxDependencies extends DeliveryDependencies, Tables {
  /** The underlying store, without the wrapper that notifies the outbox. */
  readonly store: Pick<Store, 'webhooks' | 'events'>
  /** Resolves when all changes are persisted; `undefined` if they are already. */
  readonly durable: () => Promise<void> | undefined
  readonly log: SandboxLogger | undefined
}

/** The state of deliveries to a webhook. */
export interface DeliveryState {
  /** The number of events that are not acknowledged yet. */
  readonly pending: number
  /** The number of pending events that failed; each is retried separately. */
  readonly retrying: number
  /** Failed attempts in a row. */
  readonly failures: number
  /** Whether nothing answers, so that one event at a time is attempted, at intervals. */
  readonly isPaused: boolean
  /** When the next attempt is due, by the sandbox clock. */
  readonly nextAt?: Date
  /** When the oldest pending event happened. */
  readonly waitingSince?: Date
}

const longestTimer = 2 ** 31 - 1
const lastMoment = 1000

/** The outcome of an attempt for its event: an incomplete response counts as none. */
const outcomeOf = ({ failure, status }: AttemptRecord): Outcome => {
  if (failure === undefined) return 'acknowledged'
  return status === undefined || status === 200 ? 'unanswered' : 'refused'
}

/**
 * Delivers every event to each of its webhooks at least once, in no particular order. Events name their webhooks, and
 * are persisted together with the change that caused them and with a record for each webhook that is owed them.
 * Progress that is lost in a crash causes a second delivery of its event, but never the loss of the first.
 */
export class Outbox {
  readonly attempts: AttemptLog
  readonly #dependencies: OutboxDependencies
  readonly #client
  readonly #writes
  readonly #barrier
  readonly #owed
  readonly #endpoints = new Map<string, Endpoint>()
  readonly #running = new Set<Promise<unknown>>()
  /** Callbacks for the next attempt to deliver an event, by its id. */
  readonly #waiting = new Map<string, (attempt: AttemptRecord) => void>()
  /** Counts the processes that used this state, so that attempts have new ids even if progress was lost. */
  readonly #run: number
  #isClosed = false

  constructor(parts: OutboxDependencies) {
    this.#dependencies = parts
    this.#client = createDeliveryClient(parts)
    this.#barrier = createDurabilityBarrier<() => void>(parts.durable, (pass) => pass())
    this.#writes = createWriteBuffer(() => this.#barrier.push())
    const attempts = parts.table<AttemptRecord>('attempts')
    this.attempts = new AttemptLog(attempts, this.#writes)
    for (const { partnerId, webhookId } of attempts.values())
      if (parts.store.webhooks.find(partnerId, webhookId) === undefined) this.attempts.forget(webhookId)
    const runs = parts.table<number>('runs')
    this.#run = (runs.get('delivery') ?? 0) + 1
    runs.set('delivery', this.#run)
    this.#owed = openPendingEvents(parts, parts.store, this.#writes)
    for (const { webhookId, partnerId, ...pending } of this.#owed.restored)
      this.#endpointOf({ id: webhookId, partnerId }).add(pending)
    for (const endpoint of this.#endpoints.values()) this.#barrier.hold(() => this.#start(endpoint))
  }

  /** Accepts a newly logged event, which is delivered once it is persisted. */
  take(event: EventRecord): void {
    for (const id of event.recipients ?? []) {
      const endpoint = this.#endpointOf({ id, partnerId: event.partnerId })
      const pending = this.#owed.add(endpoint, event)
      this.#barrier.hold(() => {
        endpoint.add(pending)
        if (event.webhookId === undefined) return this.#start(endpoint)
        // An event that a user sends to one webhook does not wait, not even for a pause.
        void this.#send(endpoint, event, event.type === 'ping' ? 'ping' : 'manual')
      })
    }
  }

  /** The next attempt to deliver an event, once it ended. */
  nextOf({ id }: EventRecord): Promise<AttemptRecord> {
    return new Promise((resolve) => this.#waiting.set(id, resolve))
  }

  /** Checks for due deliveries after the clock was moved. */
  wake(): void {
    const { now, options } = this.#dependencies
    const latest = now().getTime() + longestWait(options.backoff)
    for (const endpoint of this.#endpoints.values()) {
      endpoint.hastenBeyond(latest)
      this.#start(endpoint)
    }
  }

  /** Attempts delivery at once to a webhook that was changed. */
  changed({ id }: WebhookRecord): void {
    const endpoint = this.#endpoints.get(id)
    if (endpoint === undefined) return
    endpoint.resume()
    endpoint.hasten()
    this.#start(endpoint)
  }

  removed(webhookId: string): void {
    this.attempts.forget(webhookId)
    this.#client.forget(webhookId)
    this.#owed.forget(webhookId)
    clearTimeout(this.#endpoints.get(webhookId)?.timer)
    this.#endpoints.delete(webhookId)
  }

  /** Delivers an event again at once; `undefined` if the sandbox closes, or the webhook is deleted, meanwhile. */
  again(webhook: WebhookRecord, event: EventRecord): Promise<AttemptRecord | undefined> {
    return this.#send(this.#endpointOf(webhook), event, 'manual')
  }

  stateOf({ id }: WebhookRecord): DeliveryState {
    const endpoint = this.#endpoints.get(id)
    if (endpoint === undefined) return { pending: 0, retrying: 0, failures: 0, isPaused: false }
    const { waiting, failures, isPaused, dueAt = 0 } = endpoint
    const retrying = waiting.filter((one) => one.failures > 0).length
    const nextAt = dueAt === 0 ? undefined : new Date(dueAt)
    const times = defined({ nextAt, waitingSince: waiting[0]?.event.createdAt })
    return { pending: waiting.length, retrying, failures, isPaused, ...times }
  }

  /** Stops deliveries. Those in progress get a moment to finish, and are otherwise repeated after a restart. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const { timer } of this.#endpoints.values()) clearTimeout(timer)
    await Promise.race([Promise.allSettled(this.#running), delay(lastMoment, undefined, { ref: false })])
    await this.#client.close()
    await Promise.allSettled(this.#running)
    this.#writes.flush()
  }

  #endpointOf({ id, partnerId }: Pick<WebhookRecord, 'id' | 'partnerId'>): Endpoint {
    const endpoint = this.#endpoints.get(id) ?? new Endpoint(id, partnerId)
    this.#endpoints.set(id, endpoint)
    return endpoint
  }

  #webhookOf({ partnerId, webhookId }: Endpoint): WebhookRecord | undefined {
    return this.#dependencies.store.webhooks.find(partnerId, webhookId)
  }

  /** Whether a webhook gets its due events. */
  #isServed(endpoint: Endpoint): boolean {
    const webhook = this.#webhookOf(endpoint)
    if (this.#isClosed || webhook === undefined) return false
    return this.#dependencies.faults.serves(webhook.enabled, webhook)
  }

  /** Begins the attempts that are due, and sets a timer for the next one. Moving the clock wakes the outbox. */
  #start(endpoint: Endpoint): void {
    clearTimeout(endpoint.timer)
    if (!this.#isServed(endpoint)) return
    const now = this.#dependencies.now().getTime()
    for (let one = endpoint.next(now); one !== undefined; one = endpoint.next(now))
      void this.#send(endpoint, one.event, 'scheduled')
    const { dueAt, hasRoom } = endpoint
    // Without room the end of an attempt starts the next one.
    if (dueAt === undefined || !hasRoom) return
    endpoint.timer = setTimeout(() => this.#start(endpoint), Math.min(dueAt - now, longestTimer)).unref()
  }

  /** Makes an attempt now. A failure is logged here, so the caller need not await the promise. */
  #send(endpoint: Endpoint, event: EventRecord, trigger: Trigger): Promise<AttemptRecord | undefined> {
    endpoint.begin(event.id)
    const work = this.#attempt(endpoint, event, trigger).finally(() => endpoint.end(event.id))
    this.#running.add(work)
    work
      .then(() => this.#start(endpoint))
      .catch((error: unknown) => this.#dependencies.log?.error(`a delivery failed: ${String(error)}`))
      .finally(() => this.#running.delete(work))
    return work
  }

  async #attempt(
    endpoint: Endpoint,
    event: EventRecord,
    trigger: Trigger,
  ): Promise<AttemptRecord | undefined> {
    const webhook = this.#webhookOf(endpoint)
    if (webhook === undefined || this.#isClosed) return undefined
    const [id, place] = [this.#newId(endpoint, event), this.attempts.begin()]
    const delivery = { webhook, event, trigger, id, place }
    const attempt = await this.#client.deliver(delivery)
    // Attempts that failed because the sandbox closes are repeated after a restart; those of removed webhooks are
    // dropped.
    const current = this.#webhookOf(endpoint)
    if ((this.#isClosed && attempt.failure !== undefined) || current === undefined) return undefined
    const { counts, retries } = this.#dependencies.faults
    const { failure, ...acknowledged } = attempt
    const isRetried = failure !== undefined && retries(true, attempt)
    if (isRetried) this.#note(endpoint, attempt)
    // A failure at a former URL does not count for the present one, where the event is still due.
    const isSettled = isRetried ? current.url === webhook.url : counts(true, delivery)
    if (isSettled) this.#settle(endpoint, isRetried ? attempt : acknowledged)
    this.attempts.add(attempt)
    this.#waiting.get(event.id)?.(attempt)
    this.#waiting.delete(event.id)
    return attempt
  }

  #settle(endpoint: Endpoint, attempt: AttemptRecord): void {
    const { faults, now, options, random } = this.#dependencies
    const wait: WaitAfter = (failures, name) =>
      faults.backoff(waitAfter(options.backoff, failures, `${endpoint.webhookId}:${name}`, random))
    endpoint.settle(attempt.eventId, outcomeOf(attempt), now().getTime(), wait)
    this.#owed.mark(endpoint, attempt.eventId)
  }

  #newId(endpoint: Endpoint, event: EventRecord): string {
    endpoint.made += 1
    const { faults, random } = this.#dependencies
    const { webhookId, made } = endpoint
    return faults.attemptId(random.named(`delivery:${this.#run}:${webhookId}:${made}`), webhookId, event)
  }

  #note(endpoint: Endpoint, { at, failure = '' }: AttemptRecord): void {
    const webhook = this.#webhookOf(endpoint)
    if (webhook !== undefined)
      this.#dependencies.store.webhooks.save({ ...webhook, lastFailureAt: at, lastFailureReason: failure })
  }
}
