import { fileReason } from '../../diagnostics/index.js'
import { spelledOut } from '../../reporting/index.js'
import { type Refusal, refusals } from './body.js'
import type { ForwardState } from './forward.js'
import type { ListenContext, ListenOptions } from './options.js'
import { deliveryJson, type DeliveryRecord, deliveryText, eventJson, resentText } from './text.js'

/** Reports what the listener does: a line for each delivery on stdout, everything else on stderr. */
export class Reporter {
  readonly #context: Pick<ListenContext, 'stdout' | 'stderr' | 'paint'>
  readonly #format: ListenOptions['format']
  // Reports before the first line, which wait for it.
  #early: (() => void)[] | undefined = []
  #isKeeping = true
  /** Requests with a 2xx response, and all others. */
  #taken = 0
  #refused = 0
  #delivered = 0

  constructor(
    context: Pick<ListenContext, 'stdout' | 'stderr' | 'paint'>,
    { format }: Pick<ListenOptions, 'format'>,
  ) {
    this.#context = context
    this.#format = format
  }

  /** Prints the first line, before anything reported earlier. */
  begin(text: string, members: object): void {
    const early = this.#early ?? []
    this.#early = undefined
    this.say('listening', text, members)
    for (const print of early) print()
  }

  /** Prints the last line: the numbers of deliveries by result. */
  end(): void {
    const [taken, refused, delivered] = [this.#taken, this.#refused, this.#delivered]
    const parts = [
      `${taken} taken`,
      ...(refused > 0 ? [`${refused} refused`] : []),
      ...(delivered > 0 ? [`${delivered} forwarded`] : []),
    ]
    this.say('stopped', `Stopped: ${parts.join(', ')}.`, { taken, refused, delivered })
  }

  /** Reports something about the listener itself. */
  say(event: string, text: string, members: object = {}): void {
    const { stdout, stderr } = this.#context
    this.#print(() => (this.#format === 'json' ? stdout(eventJson(event, members)) : stderr(`${text}\n`)))
  }

  readonly delivery = (record: DeliveryRecord): void => {
    if (record.answered < 300) this.#taken += 1
    else this.#refused += 1
    if (record.forward?.state === 'delivered') this.#delivered += 1
    this.#out(deliveryJson(record), deliveryText(record, this.#context.paint))
  }

  readonly refusal = (refusal: Refusal): void => {
    const [status, reason] = refusals[refusal]
    this.#refused += 1
    const time = new Date().toISOString()
    this.#out(
      eventJson('refused', { time, reason: refusal, status }),
      `-  ${time.slice(11, 23)}  refused with ${status}: ${reason}\n`,
    )
  }

  resent(number: number, forward: ForwardState): void {
    this.#out(resentText(number, forward, 'json'), resentText(number, forward, 'text'))
  }

  readonly undescribed = (number: number, error: unknown): void => {
    const reason = fileReason(error)
    const text = `#${number} was accepted, but could not be examined: ${spelledOut(reason)}`
    this.say('untold', text, { number, reason })
  }

  readonly notKept = (error: unknown): void => {
    // Reported once, because a full disk fails for each delivery.
    if (!this.#isKeeping) return
    this.#isKeeping = false
    const reason = fileReason(error)
    this.say('not-kept', `Deliveries cannot be kept: ${reason}. They are still accepted and forwarded.`, {
      reason,
    })
  }

  #out(json: string, text: string): void {
    this.#print(() => this.#context.stdout(this.#format === 'json' ? json : text))
  }

  #print(print: () => void): void {
    if (this.#early === undefined) print()
    else this.#early.push(print)
  }
}
