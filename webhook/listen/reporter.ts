import { type Paint, spelledOut } from '../../reporting/index.js'
import { contentOf } from '../examine/content.js'
import type { ForwardState } from './forward.js'
import type { KeptDelivery } from './log.js'
import { fileReason } from '../../diagnostics/index.js'
import { type Refusal, refusals } from './server.js'
import type { ListenContext, ListenOptions } from './options.js'

export interface DeliveryRecord {
  readonly number: number
  readonly time: string
  readonly type: string | undefined
  readonly messageType: string | undefined
  readonly customerId: string | undefined
  readonly messageId: string | undefined
  readonly webhookId: string | undefined
  readonly bytes: number
  readonly verdict: string
  /** The age of the timestamp on arrival, in seconds. */
  readonly age: number | undefined
  readonly answered: number
  /** Milliseconds from the head of the request to the response. */
  readonly ms: number
  readonly forward: ForwardState | undefined
  /** True for a kind that --events excludes. */
  readonly isIgnored: boolean
  /** Number of an earlier delivery of the same content. */
  readonly duplicateOf: number | undefined
  readonly problems: readonly string[]
  readonly isKept: boolean
}

const forwardText = ({ state, status, reason }: ForwardState): string =>
  state === 'delivered' ? `target ${status ?? ''}` : `not delivered: ${spelledOut(reason ?? '')}`

const verdictText = (verdict: string, paint: Paint): string => {
  if (verdict === 'valid') return paint.green('valid')
  return verdict === 'not verified' ? paint.yellow('not verified') : paint.red(`not valid: ${verdict}`)
}

const agoText = (age: number | undefined): string =>
  age === undefined ? '' : `signed ${Math.abs(Math.round(age))} s ${age < -0.5 ? 'ahead' : 'ago'}`

/** One delivery as a line of text, in UTC; problems with the document follow below. */
const deliveryText = (record: DeliveryRecord, paint: Paint): string => {
  const columns = [
    `#${record.number}`,
    record.time.slice(11, 23),
    paint.bold(spelledOut(record.type ?? 'no type', 60)),
    record.messageType ?? '',
    record.customerId === undefined ? '' : `customer ${spelledOut(record.customerId, 60)}`,
    verdictText(record.verdict, paint),
    agoText(record.age),
    `answered ${record.answered} in ${Math.round(record.ms)} ms`,
    record.forward ? forwardText(record.forward) : '',
    record.isIgnored ? 'no target for this kind' : '',
    record.duplicateOf === undefined ? '' : `same as #${record.duplicateOf}`,
    record.isKept ? '' : 'not kept',
  ]
  const problems = record.problems.map((problem) => `    ${paint.dim(spelledOut(problem, 300))}\n`)
  return `${columns.filter((column) => column !== '').join('  ')}\n${problems.join('')}`
}

/** An event of the listener as a JSON line. */
const eventJson = (event: string, members: object): string => `${JSON.stringify({ event, ...members })}\n`

/** One delivery as a JSON line. */
const deliveryJson = (record: DeliveryRecord): string => {
  const { verdict, ms, age, isIgnored: ignored, isKept: kept, ...rest } = record
  const rounded = (value: number): number => Math.round(value * 10) / 10
  const times = { ms: rounded(ms), age: age === undefined ? undefined : rounded(age) }
  return eventJson('delivery', { ...rest, verdict, ...times, ignored, kept })
}

/** A kept delivery as a line of text. */
export function keptText(kept: KeptDelivery): string {
  const { type, customerId } = contentOf(Buffer.from(kept.bodyBase64, 'base64'))
  const columns = [
    `#${kept.number}`,
    kept.receivedAt,
    spelledOut(type ?? 'no type', 60),
    spelledOut(customerId ?? '-', 60),
    spelledOut(kept.verdict),
    ...(kept.forward ? [forwardText(kept.forward)] : []),
  ]
  return `${columns.join('  ')}\n`
}

/** A delivery that was sent again, as a line of text or JSON. */
export function resentText(number: number, forward: ForwardState, format: 'text' | 'json'): string {
  if (format === 'json') return eventJson('resent', { number, ...forward })
  return `#${number}  sent again  ${forwardText(forward)}\n`
}

type Output = Pick<ListenContext, 'stdout' | 'stderr' | 'paint'>

/** Reports what the listener does: a line for each delivery on stdout, everything else on stderr. */
export class Reporter {
  readonly #context: Output
  readonly #format: ListenOptions['format']
  // Reports before the first line, which wait for it.
  #early: (() => void)[] | undefined = []
  #isKeeping = true
  /** Requests with a 2xx response, and all others. */
  #taken = 0
  #refused = 0
  #delivered = 0

  constructor(context: Output, { format }: Pick<ListenOptions, 'format'>) {
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
    const text = `-  ${time.slice(11, 23)}  refused with ${status}: ${reason}\n`
    this.#out(eventJson('refused', { time, reason: refusal, status }), text)
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
    const text = `Deliveries cannot be kept: ${reason}. They are still accepted and forwarded.`
    this.say('not-kept', text, { reason })
  }

  #out(json: string, text: string): void {
    this.#print(() => this.#context.stdout(this.#format === 'json' ? json : text))
  }

  #print(print: () => void): void {
    if (this.#early === undefined) print()
    else this.#early.push(print)
  }
}
