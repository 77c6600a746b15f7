import { spelledOut } from '../../reporting/index.js'
import type { KeptDelivery, ForwardState } from './store/kept-delivery.js'
import type { Refusal } from './receive/body.js'
import { deliveryJson, deliveryText, eventJson, type DeliveryRecord } from './delivery-text.js'
import type { HandlerEvents } from './delivery-handler.js'
import type { ForwarderEvents } from './forward/forwarder.js'
import type { ListenContext, ListenOptions } from './options.js'

const refusals: Readonly<Record<Refusal, string>> = {
  'too-large': 'its body is larger than --limit',
  'too-slow': 'it was not there within --timeout',
  'too-busy': 'too much arrives at once',
  'broken-off': 'the sender broke it off',
  'wrong-method': 'it is no POST',
  'no-http': 'it is no HTTP',
  failed: 'rampart failed at it, which is a bug of rampart',
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** Reports what the listener does: a line for each delivery on stdout, and what is beside that on stderr. */
export class Reporter {
  readonly #context: Pick<ListenContext, 'stdout' | 'stderr' | 'paint'>
  readonly #isJson: boolean
  #isDown = false
  #unkept = 0
  refused = 0
  taken = 0
  lost = 0

  constructor(
    context: Pick<ListenContext, 'stdout' | 'stderr' | 'paint'>,
    { format }: Pick<ListenOptions, 'format'>,
  ) {
    this.#context = context
    this.#isJson = format === 'json'
  }

  /** Says something of the listener itself. */
  say(event: string, text: string, members: object = {}): void {
    if (this.#isJson) this.#context.stdout(eventJson(event, members))
    else this.#context.stderr(`${text}\n`)
  }

  /** Its methods as functions of their own. */
  events(): HandlerEvents & ForwarderEvents {
    return {
      delivery: (record) => this.delivery(record),
      forwarded: (number, forward, again) => this.forwarded(number, forward, again),
      down: (count, waitMs) => this.down(count, waitMs),
      notKept: (error) => this.notKept(error),
      undescribed: (number, error) => this.undescribed(number, error),
    }
  }

  delivery(record: DeliveryRecord): void {
    this.taken += 1
    this.#context.stdout(this.#isJson ? deliveryJson(record) : deliveryText(record, this.#context.paint))
  }

  refusal(refusal: Refusal, status: number): void {
    this.refused += 1
    const time = new Date().toISOString()
    if (this.#isJson) this.#context.stdout(eventJson('refused', { time, reason: refusal, status }))
    else this.#context.stdout(`-  ${time.slice(11, 23)}  refused with ${status}: ${refusals[refusal]}\n`)
  }

  forwarded(number: number, { state, status, reason }: ForwardState, again: boolean): void {
    if (state === 'answered' && !again) this.#isDown = false
    const outcome =
      state === 'answered' ? `target ${status ?? ''}` : `not forwarded: ${spelledOut(reason ?? '')}`
    const text = `#${number}  ${again ? 'sent again' : 'forwarded'}  ${outcome}\n`
    const members = { number, again, state, status, reason }
    this.#context.stdout(this.#isJson ? eventJson('forwarded', members) : text)
  }

  down(count: number, waitMs: number): void {
    if (this.#isDown) return
    this.#isDown = true
    const text = `The target is down; ${count} kept for it. It is tried again, first in ${seconds(waitMs)}, and then gets all of them in order.`
    this.say('down', text, { waiting: count })
  }

  lostWaiting({ number }: KeptDelivery): void {
    this.lost += 1
    this.say(
      'lost',
      `#${number} made way for later ones and was never forwarded; more are kept with --keep-last.`,
      {
        number,
      },
    )
  }

  undescribed(number: number, error: unknown): void {
    const reason = error instanceof Error ? error.message : 'no reason was given'
    this.say('untold', `#${number} was taken, and nothing can be said of it: ${spelledOut(reason)}`, {
      number,
      reason,
    })
  }

  notKept(error: unknown): void {
    this.#unkept += 1
    // Once says it; a full disk would say it with each delivery.
    if (this.#unkept > 1) return
    const reason = error instanceof Error ? error.message : 'no reason was given'
    this.say('not-kept', `Deliveries cannot be kept: ${reason}`, { reason })
  }
}
