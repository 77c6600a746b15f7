import { setMaxListeners } from 'node:events'
import { createHmac, randomUUID } from 'node:crypto'
import { type Chosen, firstOf } from '../services/choices.js'
import type { Described, Operations } from './document.js'

/** An event before serialization: its kind, its subject and its message. */
export interface Event {
  readonly kind: string
  readonly customer: string
  /** The cause of a change of the abilities. */
  readonly after?: 'signing' | 'approval' | 'provider'
  readonly message: Readonly<Record<string, unknown>>
}

/** Choices that the specification does not make for a service that sends. The first of each is the usual one. */
const choices = {
  digest: ['hex', 'HEX', 'base64'],
  secret: ['whsec_bm90IGEgcmVhbCBzZWNyZXQ='] as readonly string[],
  /** The key is the secret decoded from base64, as the convention has it. */
  decodes: [false, true],
  message: ['in data', 'beside data'],
  wraps: [false, true],
  /** The location of the customer's id in customer_fiat_abilities. */
  id: ['message', 'container', 'data'],
  type: ['type'] as readonly string[],
  /** Members and headers that nobody asked for. */
  extras: [false, true],
  /** The operations for webhooks. */
  operations: [
    'registering',
    'none',
    'changing',
    'replacing',
    'registering public ones',
  ] satisfies readonly Operations[],
  /** Routes and bodies of the controls: those of the public document, or others; it may move autoramps by itself. */
  controls: ['published', 'other', 'none of autoramps'],
  /** Whether the document describes what is sent. */
  described: [true, false, 'null pings'] satisfies readonly Described[],
  /** Sends everything at once, in any order; by default one event after the other. */
  parallel: [false, true],
  /** Milliseconds before each event. */
  pace: [0] as readonly number[],
  /** Milliseconds before each attempt. */
  queueMs: [0] as readonly number[],
  /** Milliseconds before the first retry. */
  backoff: [60] as readonly number[],
  /** Milliseconds that an endpoint has to answer. */
  answerMs: [2_500] as readonly number[],
  /** Which of four bank accounts goes straight to Registered; the others wait for their bank. */
  straight: [3, 1] as readonly number[],
  /** An autoramp shows the address that takes its coin rather than deposit rails. */
  depositAddress: [false, true],
  /** Whether a simulated transaction is there as soon as it is announced. */
  transactions: ['at once', 'in a moment'],
  /** A ping is about a customer. */
  pingNames: [true, false],
} as const

/** The choices of a service. */
export type Sending = Chosen<typeof choices>

export const usual = firstOf(choices)

/** A request as it is about to be sent. */
export interface Attempt {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Mistakes in the attempts after the first. */
export interface WrongRetry {
  /** Changes the event for the next attempt. */
  readonly event?: (event: Event) => Event
  /** Whether an answer brings another attempt; the text stands for none in time. */
  readonly on?: (answer: number | 'timeout') => boolean
  readonly followsRedirects?: true
  /** The most attempts of an event. */
  readonly most?: number
  /** Milliseconds before each retry, with jitter. */
  readonly every?: number
}

/** Mistakes of a service that sends. */
export interface WrongSending {
  /** Changes events before they are written: none, other or more of them. */
  readonly events?: (event: Event) => readonly Event[]
  /** Changes a container before it is signed. */
  readonly container?: (container: Container, event: Event) => unknown
  /** Changes a request after it was signed. */
  readonly attempt?: (attempt: Attempt, sending: Sending) => Attempt
  /** The age of the timestamp, in seconds. */
  readonly age?: number
  /** Writes the timestamp. */
  readonly timestamp?: (seconds: number) => string
  readonly retry?: WrongRetry
  /** Whether a webhook gets an event. */
  readonly gets?: (webhook: Webhook, topic: string) => boolean
  /** Whether a webhook gets the ping that was asked for. */
  readonly pings?: (webhook: Webhook) => boolean
  /** Milliseconds that it waits for an answer. */
  readonly answerMs?: number
  /** A webhook that was disabled is never enabled again, whatever is answered. */
  readonly staysDisabled?: true
  /** Transactions stay as they are, whatever their control answers. */
  readonly keepsTransactions?: true
  /** Lists webhooks with their secrets. */
  readonly showsSecrets?: true
  /** Changes a topic as it is listed. */
  readonly topic?: (topic: string) => string
  /** Publishes new terms before the abilities are read, which closes a rail; this is allowed. */
  readonly publishes?: true
  /** Whether it refuses to create another customer, given their number; this is allowed. */
  readonly refuses?: (customers: number) => boolean
}

export type Container = Readonly<Record<string, unknown>>

/** The targets of events. */
export interface Webhook {
  readonly id: string
  readonly url: string
  topics: readonly string[]
  enabled: boolean
}

export const topicOf = (kind: string): string =>
  kind.replaceAll(/(?:^|_)(\w)/g, (_, first: string) => first.toUpperCase())

const idOf = (event: Event, sending: Sending, place: Sending['id']): Container =>
  event.kind === 'customer_fiat_abilities' && sending.id === place ? { id: event.customer } : {}

const containerOf = (event: Event, sending: Sending): Container => {
  const { kind, customer, message: said } = event
  const members = { ...said, ...idOf(event, sending, 'message') }
  const message = sending.wraps ? { [topicOf(kind)]: members } : members
  const named = kind !== 'ping' || sending.pingNames
  const data = { ...(named && { customer_id: customer }), ...idOf(event, sending, 'data') }
  return {
    [sending.type]: kind,
    timestamp: new Date().toISOString(),
    ...idOf(event, sending, 'container'),
    ...(sending.extras && { api_version: '2026-08-01', trace: { hops: ['a', 1] } }),
    ...(sending.message === 'in data'
      ? { data: { ...data, message } }
      : { message, data: { ...data, at: 'now' } }),
  }
}

const keyOf = ({ secret, decodes }: Sending): Buffer =>
  decodes ? Buffer.from(secret.replace(/^whsec_/, ''), 'base64') : Buffer.from(secret)

/** The digest of some text under the secret, in the encoding of the service. */
export const digestOf = (signed: string, sending: Sending): string => {
  const digest = createHmac('sha256', keyOf(sending)).update(signed).digest()
  if (sending.digest === 'base64') return digest.toString('base64')
  const hex = digest.toString('hex')
  return sending.digest === 'hex' ? hex : hex.toUpperCase()
}

/** A request with an id and a time of its own. */
const attemptOf = (event: Event, sending: Sending, wrong: WrongSending): Attempt => {
  const container = containerOf(event, sending)
  const body = JSON.stringify(wrong.container ? wrong.container(container, event) : container)
  const timestamp = (wrong.timestamp ?? String)(Math.floor(Date.now() / 1000) - (wrong.age ?? 0))
  const attempt = {
    method: 'POST',
    headers: {
      'content-type': sending.extras ? 'application/json; charset=utf-8' : 'application/json',
      ...(sending.extras && { 'x-trace': 'abc', 'user-agent': 'a sender' }),
      'webhook-id': randomUUID(),
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1=${digestOf(timestamp + body, sending)}`,
    },
    body,
  }
  return wrong.attempt ? wrong.attempt(attempt, sending) : attempt
}

const mostAttempts = 4

const statusOf = async (url: string, attempt: Attempt, limitMs: number, follows: boolean) => {
  const signal = AbortSignal.timeout(limitMs)
  const redirect = follows ? 'follow' : 'manual'
  const answer = await fetch(url, { ...attempt, redirect, signal }).catch(() => undefined)
  await answer?.body?.cancel()
  return answer?.status ?? 'timeout'
}

/** A delay that differs by up to the given share. */
const jittered = (ms: number, share: number): number => ms * (1 + share * (2 * Math.random() - 1))

const pause = (ms: number, ended: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    ended.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Sends events to wherever webhooks lead. */
export class Sender {
  readonly webhooks: Webhook[] = []
  readonly #last = new Map<string, Promise<void>>()
  readonly #ended = new AbortController()

  constructor(
    readonly sending: Sending,
    readonly wrong: WrongSending,
  ) {
    // Each event has a timer, so there may be many listeners.
    setMaxListeners(0, this.#ended.signal)
  }

  /** Sends an event to the webhooks that get it, or to one alone. */
  send(event: Event, only?: string): void {
    const { wrong, sending } = this
    const topic = topicOf(event.kind)
    const gets = wrong.gets ?? (({ enabled, topics }: Webhook) => enabled && topics.includes(topic))
    const all = this.webhooks.filter((one) =>
      only === undefined ? gets(one, topic) : one.id === only && (wrong.pings?.(one) ?? true),
    )
    for (const { id, url } of all) {
      for (const [index, one] of (wrong.events ? wrong.events(event) : [event]).entries()) {
        const before = sending.parallel ? Promise.resolve() : this.#last.get(id)
        const post = async (): Promise<void> => {
          // An event in the same millisecond as the response might have been sent before it.
          if (index > 0) await pause(20, this.#ended.signal)
          if (sending.pace > 0 && !this.#ended.signal.aborted) await pause(sending.pace, this.#ended.signal)
          await this.#post(url, one)
        }
        this.#last.set(id, Promise.resolve(before).then(post))
      }
    }
  }

  /** Ends everything; events that were not sent yet are dropped. */
  async close(): Promise<void> {
    this.#ended.abort()
    await Promise.all(this.#last.values())
  }

  async #post(url: string, event: Event): Promise<void> {
    const { sending, wrong } = this
    const { retry = {}, answerMs = sending.answerMs } = wrong
    let said = event
    for (let count = 0; count < (retry.most ?? mostAttempts) && !this.#ended.signal.aborted; count++) {
      if (sending.queueMs > 0) await pause(sending.queueMs, this.#ended.signal)
      const attempt = attemptOf(said, sending, wrong)
      const status = await statusOf(url, attempt, answerMs, retry.followsRedirects === true)
      if (status === 200 || retry.on?.(status) === false) return
      // Jittered, as senders do. Constant delays get less, because a busy machine adds its own.
      const delay =
        retry.every === undefined ? jittered(sending.backoff * 2 ** count, 0.2) : jittered(retry.every, 0.05)
      await pause(delay, this.#ended.signal)
      said = retry.event?.(said) ?? said
    }
  }
}
