import { spelledOut } from '../../reporting/index.js'
import type { ForwardState } from './store/kept-delivery.js'
import type { Refusal } from './receive/body.js'
import { deliveryJson, deliveryText, eventJson, type DeliveryRecord } from './delivery-text.js'
import type { HandlerEvents } from './delivery-handler.js'
import type { NotTaken } from './forward/forward-queue.js'
import type { ForwarderEvents } from './forward/forwarder.js'
import { LineOrder } from './line-order.js'
import type { ListenContext, ListenOptions } from './options.js'

const refusals: Readonly<Record<Refusal, string>> = {
  'too-large': 'its body is larger than --limit',
  'too-slow': 'it was not there within --timeout',
  'too-busy': 'too much arrives at once',
  'headers-too-large': 'its headers are longer than 16 KiB',
  'broken-off': 'the sender broke it off',
  'wrong-method': 'it is no POST',
  'no-http': 'it is no HTTP',
  failed: 'rampart failed at it, which is a bug of rampart',
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

const reasonText = (error: unknown): string =>
  error instanceof Error ? error.message : 'no reason was given'

// Deliveries are numbered from 1.
const listening = 0

/** Reports what the listener does: a line for each delivery on stdout, everything else on stderr. */
export class Reporter implements HandlerEvents, ForwarderEvents {
  readonly #context: Pick<ListenContext, 'stdout' | 'stderr' | 'paint'>
  readonly #isJson: boolean
  readonly #order = new LineOrder()
  #unkept = 0
  #isFull = false
  /** Requests with a 2xx response, and all others. */
  taken = 0
  refused = 0
  delivered = 0
  givenUp = 0

  constructor(
    context: Pick<ListenContext, 'stdout' | 'stderr' | 'paint'>,
    { format }: Pick<ListenOptions, 'format'>,
  ) {
    this.#context = context
    this.#isJson = format === 'json'
    this.#order.expect(listening)
  }

  /** Prints the first line, before anything reported earlier. */
  begin(text: string, members: object): void {
    this.#print('listening', text, members)
    this.#order.begun(listening)
  }

  /** Reports something about the listener itself. */
  say(event: string, text: string, members: object = {}): void {
    this.#order.behind(listening, () => this.#print(event, text, members))
  }

  readonly expected = (number: number): void => this.#order.expect(number)

  readonly delivery = (record: DeliveryRecord): void => {
    if (record.answered < 300) this.taken += 1
    else this.refused += 1
    this.#out(this.#isJson ? deliveryJson(record) : deliveryText(record, this.#context.paint))
    this.#order.begun(record.number)
  }

  readonly refusal = (refusal: Refusal, status: number): void => {
    this.refused += 1
    const time = new Date().toISOString()
    if (this.#isJson) this.#out(eventJson('refused', { time, reason: refusal, status }))
    else this.#out(`-  ${time.slice(11, 23)}  refused with ${status}: ${refusals[refusal]}\n`)
  }

  readonly forwarded = (number: number, url: string, forward: ForwardState, again: boolean): void => {
    const { state, status, reason, attempts } = forward
    if (state === 'delivered') this.delivered += 1
    const outcome =
      state === 'delivered' ? `target ${status ?? ''}` : `not forwarded: ${spelledOut(reason ?? '')}`
    const after = attempts === undefined || attempts < 2 ? '' : `, attempt ${attempts}`
    const text = `#${number}  ${again ? 'sent again' : 'forwarded'}  ${outcome}${after}\n`
    const json = eventJson('forwarded', { number, target: url, again, state, status, reason, attempts })
    this.#order.behind(number, () => this.#out(this.#isJson ? json : text))
  }

  readonly notTaken = (number: number, url: string, about: NotTaken & { readonly reason: string }): void => {
    const { reason, attempts, ms, isAside } = about
    const others = isAside ? '; those behind it go on' : '; those behind it wait'
    const text = `#${number}  not forwarded yet: ${new URL(url).origin}: ${spelledOut(reason)}; attempt ${attempts + 1} in ${seconds(ms)}${others}`
    const members = { number, target: url, reason, attempts, inMs: Math.round(ms), aside: isAside }
    this.#order.behind(number, () => this.#print('retry', text, members))
  }

  /** Reports that the user gave up a delivery. */
  gaveUp(number: number): void {
    this.givenUp += 1
    const text = `#${number}  given up: it is not forwarded any more; "--resend ${number}" sends it all the same.`
    this.#order.behind(number, () => this.#print('given-up', text, { number }))
  }

  readonly undescribed = (number: number, error: unknown): void => {
    const reason = reasonText(error)
    const text = `#${number} was taken, and nothing can be said of it: ${spelledOut(reason)}`
    this.#print('untold', text, { number, reason })
    this.#order.begun(number)
  }

  readonly notKept = (error: unknown): void => {
    this.#unkept += 1
    // Reported once, because a full disk fails for each delivery.
    if (this.#unkept > 1) return
    const reason = reasonText(error)
    this.say('not-kept', `Deliveries cannot be kept: ${reason}; they are answered with 503.`, { reason })
  }

  readonly full = (): void => {
    if (this.#isFull) return
    this.#isFull = true
    const text = 'Too much waits for the target: deliveries are answered with 503 until it takes some.'
    this.say('full', text)
  }

  #out(text: string): void {
    this.#order.behind(listening, () => this.#context.stdout(text))
  }

  #print(event: string, text: string, members: object): void {
    if (this.#isJson) this.#context.stdout(eventJson(event, members))
    else this.#context.stderr(`${text}\n`)
  }
}
