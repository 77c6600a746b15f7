import { colorsFor } from '../../process/colors.js'
import type { CommandContext } from '../../process/context.js'
import { shown } from '../escape.js'
import type { KeptDelivery, KeptForward } from './kept.js'
import type { Refusal } from '../../../webhook/index.js'
import { deliveryJson, deliveryText, eventJson, type Told } from './lines.js'
import type { DeskTell } from './desk.js'
import type { OnwardTell } from './onward.js'
import type { ListenOptions } from './options.js'

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

/** Tells what the listener does: a line for each delivery on stdout, and what is beside that on stderr. */
export class Reporter {
  readonly #context: CommandContext
  readonly #isJson: boolean
  #isDown = false
  #unkept = 0
  refused = 0
  taken = 0
  lost = 0

  constructor(context: CommandContext, { format }: Pick<ListenOptions, 'format'>) {
    this.#context = context
    this.#isJson = format === 'json'
  }

  /** Says something of the listener itself. */
  say(event: string, text: string, members: object = {}): void {
    if (this.#isJson) this.#context.stdout(eventJson(event, members))
    else this.#context.stderr(`${text}\n`)
  }

  /** Its methods as functions of their own. */
  asTell(): DeskTell & OnwardTell {
    return {
      delivery: (told) => this.delivery(told),
      forwarded: (number, forward, again) => this.forwarded(number, forward, again),
      down: (count, waitMs) => this.down(count, waitMs),
      notKept: (error) => this.notKept(error),
      untold: (number, error) => this.untold(number, error),
    }
  }

  delivery(told: Told): void {
    this.taken += 1
    this.#context.stdout(
      this.#isJson ? deliveryJson(told) : deliveryText(told, colorsFor(this.#context.color)),
    )
  }

  refusal(refusal: Refusal, status: number): void {
    this.refused += 1
    const time = new Date().toISOString()
    if (this.#isJson) this.#context.stdout(eventJson('refused', { time, reason: refusal, status }))
    else this.#context.stdout(`-  ${time.slice(11, 23)}  refused with ${status}: ${refusals[refusal]}\n`)
  }

  forwarded(number: number, { state, status, reason }: KeptForward, again: boolean): void {
    if (state === 'answered' && !again) this.#isDown = false
    const outcome = state === 'answered' ? `target ${status ?? ''}` : `not forwarded: ${shown(reason ?? '')}`
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

  untold(number: number, error: unknown): void {
    const reason = error instanceof Error ? error.message : 'no reason was given'
    this.say('untold', `#${number} was taken, and nothing can be said of it: ${shown(reason)}`, {
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
