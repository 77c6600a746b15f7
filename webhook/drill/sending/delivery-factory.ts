import { createHash } from 'node:crypto'
import type { WebhookDocument } from '../../events/documents.js'
import { eventOf, type EventChoice, type WebhookEvent } from '../../events/events.js'
import { type DigestEncoding, sign, timestampOf } from '../../delivery/sign.js'
import type { Delivery, HeaderFields, Framing } from './delivery.js'

/** The beginning of every id that a drill makes up, so that whatever it leaves behind is found again. */
export const drillMark = 'd4111d4e'

/** Differences of a delivery from a right one. */
export interface DeliveryChoice {
  /** The body as it is posted; a fresh valid event without it. */
  readonly body?: string | Buffer
  /** The text of webhook-timestamp, or how many seconds after now it is; null leaves the header out. */
  readonly timestamp?: string | number | null
  /** Signed in place of the text that is posted. */
  readonly signed?: { readonly timestamp?: string; readonly body?: string | Buffer }
  readonly secret?: string
  readonly encoding?: DigestEncoding
  /** Makes the value, or the values, of webhook-signature out of the right one. */
  readonly signature?: (right: string) => string | readonly string[]
  readonly contentType?: string
  readonly headers?: (fields: HeaderFields) => HeaderFields
  readonly framing?: Framing
  readonly method?: string
}

/** How a factory makes its deliveries. */
export interface FactorySettings {
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

/** A character of latin1 for each byte: in a header it is sent as that byte. */
const asHeader = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

const bytesOf = (body: string | Buffer): Buffer => (typeof body === 'string' ? Buffer.from(body) : body)

/** Makes deliveries: right ones, and wrong ones that differ from them in one thing. */
export class DeliveryFactory {
  readonly settings: FactorySettings
  #made = 0

  constructor(setting: FactorySettings) {
    this.settings = setting
  }

  /** A factory for another version or other kinds, whose ids go on where these end. */
  with(change: Partial<FactorySettings>): DeliveryFactory {
    const other = new DeliveryFactory({ ...this.settings, ...change })
    other.newId = this.newId
    return other
  }

  /** A UUID of version 4 that is found by its beginning, and comes again with the same seed. */
  newId = (): string => {
    const hex = createHash('sha256')
      .update(`${this.settings.seed}/${this.#made++}`)
      .digest('hex')
    return `${drillMark}-${hex.slice(0, 4)}-4${hex.slice(4, 7)}-8${hex.slice(7, 10)}-${hex.slice(10, 22)}`
  }

  /** Unix seconds as webhook-timestamp has them, so many seconds after now. */
  timestamp(after = 0): string {
    return timestampOf(new Date(this.#now() + after * 1000))
  }

  /** A fresh valid event; of the first kind by default. */
  event(kind = this.settings.kinds[0] ?? 'ping', choice: EventChoice = {}): WebhookEvent {
    const { document, customerId } = this.settings
    const whom = customerId === undefined ? {} : { customerId }
    return eventOf(document, kind, { at: new Date(this.#now()), newId: this.newId, ...whom, ...choice })
  }

  /** The text of a fresh valid event, as JSON without white space. */
  text(kind?: string): string {
    return JSON.stringify(this.event(kind))
  }

  /** A delivery: right, but for what is chosen. */
  delivery(choice: DeliveryChoice = {}): Delivery {
    const body = bytesOf(choice.body ?? this.text())
    const { framing, method } = choice
    const timestamp = this.#timestampOf(choice)
    const given: HeaderFields = [
      ['content-type', choice.contentType ?? 'application/json'],
      ['user-agent', `rampart-drill/${this.settings.toolVersion}`],
      ['webhook-id', this.newId()],
      ...(timestamp === null ? [] : [['webhook-timestamp', asHeader(timestamp)] as const]),
      ...this.#signatures(choice, timestamp ?? this.timestamp(), body),
    ]
    const headers = choice.headers?.(given) ?? given
    return { headers, body, ...(framing && { framing }), ...(method && { method }) }
  }

  #now(): number {
    return (this.settings.now ?? Date.now)()
  }

  #timestampOf({ timestamp = 0 }: DeliveryChoice): string | null {
    return typeof timestamp === 'number' ? this.timestamp(timestamp) : timestamp
  }

  #signatures({ signed = {}, ...choice }: DeliveryChoice, timestamp: string, body: Buffer): HeaderFields {
    const { secret, encoding } = { ...this.settings, ...choice }
    const right = sign({ timestamp, body, ...signed, secret, encoding })
    const values = choice.signature?.(right) ?? right
    return [values].flat().map((value) => ['webhook-signature', asHeader(value)])
  }
}
