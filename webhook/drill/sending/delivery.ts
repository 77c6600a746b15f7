import { createHash } from 'node:crypto'
import {
  type Delivery,
  type DigestEncoding,
  type HeaderLines,
  sign,
  timestampOf,
} from '../../delivery/delivery.js'
import type { WebhookDocument } from '../../events/documents.js'
import { type EventChoice, eventOf, type WebhookEvent } from '../../events/events.js'

/** The prefix of all generated ids, so that leftovers of a drill can be found. */
const drillMark = 'd4111d4e'

/** A secret that no receiver has. */
export const otherSecret = 'rampart-drill-of-nobody'

export interface DeliveryChoice {
  /** The body, or a function that makes it from the text of a new valid event. */
  readonly body?: string | Buffer | ((text: string) => string | Buffer)
  /** Changes a new valid event before it is printed. */
  readonly event?: (event: WebhookEvent) => Readonly<Record<string, unknown>>
  /** Makes the posted body from the signed one. */
  readonly posted?: (text: string) => string | Buffer
  /** The text of webhook-timestamp, in which `{now}` is the right one, its offset from now in seconds; null omits the header. */
  readonly timestamp?: string | number | null | ((now: string) => string)
  /** Signed instead of the posted content. */
  readonly signed?: { readonly timestamp?: string; readonly body?: string | Buffer }
  readonly secret?: string
  readonly encoding?: DigestEncoding
  /** Derives the value or values of webhook-signature from the right one. */
  readonly signature?: (right: string) => string | readonly string[]
  /** The webhook-id; a new one by default. */
  readonly id?: string
  readonly contentType?: string
  /** The name of a header that is left out. */
  readonly without?: string
  readonly headers?: (fields: HeaderLines) => HeaderLines
  readonly isSlow?: true
  readonly method?: string
}

export interface FactorySettings {
  readonly document: WebhookDocument
  /** The kinds to send; the first is used wherever the kind does not matter. */
  readonly kinds: readonly string[]
  readonly secret: string
  readonly encoding: DigestEncoding
  readonly seed: number
  readonly toolVersion: string
  readonly customerId?: string
  /** The receiver's window in seconds, if known. */
  readonly tolerance?: number
  readonly now?: () => number
  /** Of the receiver, where the drill sends to one. */
  readonly url?: URL
}

/** One latin1 character for each byte, so that a header is sent as these bytes. */
const asHeader = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

/** Makes valid deliveries, and invalid ones that differ in one respect. */
export class DeliveryFactory {
  readonly settings: FactorySettings
  #made = 0

  constructor(setting: FactorySettings) {
    this.settings = setting
  }

  /** A factory for another version or other kinds, with the same sequence of ids. */
  with(change: Partial<FactorySettings>): DeliveryFactory {
    const other = new DeliveryFactory({ ...this.settings, ...change })
    other.newId = this.newId
    return other
  }

  /** A UUID of version 4 with the prefix of drills, deterministic for a seed. */
  newId = (): string => {
    const hex = createHash('sha256')
      .update(`${this.settings.seed}/${this.#made++}`)
      .digest('hex')
    return `${drillMark}-${hex.slice(0, 4)}-4${hex.slice(4, 7)}-8${hex.slice(7, 10)}-${hex.slice(10, 22)}`
  }

  /** Unix seconds in the format of webhook-timestamp, with an offset from now. */
  timestamp(after = 0): string {
    return timestampOf(new Date(this.#now() + after * 1000))
  }

  /** A new valid event, of the first kind by default. */
  event(kind = this.settings.kinds[0] ?? 'ping', choice: EventChoice = {}): WebhookEvent {
    const { document, customerId } = this.settings
    const usual = { at: new Date(this.#now()), newId: this.newId, customerId }
    return eventOf(document, kind, { ...usual, ...choice })
  }

  /** The JSON text of a new valid event, without white space. */
  text(kind?: string): string {
    return JSON.stringify(this.event(kind))
  }

  /** A valid delivery, except for the given choice. */
  delivery(choice: DeliveryChoice = {}): Delivery {
    const made = this.#bodyOf(choice)
    const body = Buffer.from(choice.posted?.(made.toString()) ?? made)
    const signed = { ...(choice.posted && { body: made }), ...choice.signed }
    const { isSlow, method, without } = choice
    const timestamp = this.#timestampOf(choice)
    const given: HeaderLines = [
      ['content-type', choice.contentType ?? 'application/json'],
      ['user-agent', `rampart-drill/${this.settings.toolVersion}`],
      ['webhook-id', choice.id ?? this.newId()],
      ...(timestamp === null ? [] : [['webhook-timestamp', asHeader(timestamp)] as const]),
      ...this.#signatures({ ...choice, signed }, timestamp ?? this.timestamp(), body),
    ]
    const fields = given.filter(([name]) => name !== without)
    const headers = choice.headers?.(fields) ?? fields
    return { headers, body, ...(isSlow && { isSlow }), ...(method && { method }) }
  }

  #bodyOf({ body, event }: DeliveryChoice): string | Buffer {
    if (typeof body === 'function') return body(this.text())
    return body ?? (event ? JSON.stringify(event(this.event())) : this.text())
  }

  #now(): number {
    return (this.settings.now ?? Date.now)()
  }

  #timestampOf({ timestamp = 0 }: DeliveryChoice): string | null {
    if (typeof timestamp === 'number') return this.timestamp(timestamp)
    if (typeof timestamp === 'function') return timestamp(this.timestamp())
    return timestamp?.replace('{now}', this.timestamp()) ?? null
  }

  #signatures({ signed = {}, ...choice }: DeliveryChoice, timestamp: string, body: Buffer): HeaderLines {
    const { secret, encoding } = { ...this.settings, ...choice }
    const right = sign({ timestamp, body, ...signed, secret, encoding })
    const values = choice.signature?.(right) ?? right
    return [values].flat().map((value) => ['webhook-signature', asHeader(value)])
  }
}
