import { createHash } from 'node:crypto'
import type { WebhookDocument } from '../events/documents.js'
import { eventOf, type EventChoice, type WebhookEvent } from '../events/events.js'
import { type DigestEncoding, sign, timestampOf } from '../delivery/sign.js'
import type { Delivery, Fields, Framing } from './delivery.js'

/** How every id begins that a drill makes up, so that what it leaves behind is found again. */
export const drillMark = 'd4111d4e'

/** What a delivery may have in place of what a right one has. */
export interface Choice {
  /** The body as it is posted; a fresh valid event without it. */
  readonly body?: string | Buffer
  /** The text of webhook-timestamp, or how many seconds after now it is; null leaves the header out. */
  readonly timestamp?: string | number | null
  /** What the signature is made over, in place of what is posted. */
  readonly signed?: { readonly timestamp?: string; readonly body?: string | Buffer }
  readonly secret?: string
  readonly encoding?: DigestEncoding
  /** Makes the value, or the values, of webhook-signature out of the right one. */
  readonly signature?: (right: string) => string | readonly string[]
  readonly contentType?: string
  readonly headers?: (fields: Fields) => Fields
  readonly framing?: Framing
  readonly method?: string
}

/** What a bench makes its deliveries of. */
export interface BenchSetting {
  readonly document: WebhookDocument
  /** The kinds that are sent, the first of them wherever the kind does not matter. */
  readonly kinds: readonly string[]
  readonly secret: string
  readonly encoding: DigestEncoding
  readonly seed: number
  readonly toolVersion: string
  readonly customerId?: string
  /** In seconds, when the receiver's window is known. */
  readonly tolerance?: number
  readonly now?: () => number
}

/** A letter of latin1 for each byte: what stands so in a header is these bytes on the wire. */
const asHeader = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

const bytesOf = (body: string | Buffer): Buffer => (typeof body === 'string' ? Buffer.from(body) : body)

/** Makes deliveries: right ones, and wrong ones that differ from them in one thing. */
export class Bench {
  readonly setting: BenchSetting
  #made = 0

  constructor(setting: BenchSetting) {
    this.setting = setting
  }

  /** A bench for another version or other kinds, whose ids go on where these end. */
  with(change: Partial<BenchSetting>): Bench {
    const other = new Bench({ ...this.setting, ...change })
    other.newId = this.newId
    return other
  }

  /** A UUID of version 4 that is found by its beginning, and comes again with the same seed. */
  newId = (): string => {
    const hex = createHash('sha256')
      .update(`${this.setting.seed}/${this.#made++}`)
      .digest('hex')
    return `${drillMark}-${hex.slice(0, 4)}-4${hex.slice(4, 7)}-8${hex.slice(7, 10)}-${hex.slice(10, 22)}`
  }

  /** Unix seconds as webhook-timestamp has them, so many seconds after now. */
  timestamp(after = 0): string {
    return timestampOf(new Date(this.#now() + after * 1000))
  }

  /** A fresh valid event; of the first kind unless told. */
  event(kind = this.setting.kinds[0] ?? 'ping', choice: EventChoice = {}): WebhookEvent {
    const { document, customerId } = this.setting
    const whom = customerId === undefined ? {} : { customerId }
    return eventOf(document, kind, { at: new Date(this.#now()), newId: this.newId, ...whom, ...choice })
  }

  /** The text of a fresh valid event, as JSON without white space. */
  text(kind?: string): string {
    return JSON.stringify(this.event(kind))
  }

  /** A delivery: right, but for what is chosen. */
  delivery(choice: Choice = {}): Delivery {
    const body = bytesOf(choice.body ?? this.text())
    const { framing, method } = choice
    const timestamp = this.#timestampOf(choice)
    const given: Fields = [
      ['content-type', choice.contentType ?? 'application/json'],
      ['user-agent', `rampart-drill/${this.setting.toolVersion}`],
      ['webhook-id', this.newId()],
      ...(timestamp === null ? [] : [['webhook-timestamp', asHeader(timestamp)] as const]),
      ...this.#signatures(choice, timestamp ?? this.timestamp(), body),
    ]
    const headers = choice.headers?.(given) ?? given
    return { headers, body, ...(framing && { framing }), ...(method && { method }) }
  }

  #now(): number {
    return (this.setting.now ?? Date.now)()
  }

  #timestampOf({ timestamp = 0 }: Choice): string | null {
    return typeof timestamp === 'number' ? this.timestamp(timestamp) : timestamp
  }

  #signatures({ signed = {}, ...choice }: Choice, timestamp: string, body: Buffer): Fields {
    const { secret, encoding } = { ...this.setting, ...choice }
    const right = sign({ timestamp, body, ...signed, secret, encoding })
    const values = choice.signature?.(right) ?? right
    return [values].flat().map((value) => ['webhook-signature', value])
  }
}
