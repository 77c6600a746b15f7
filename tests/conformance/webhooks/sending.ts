import { createHmac, randomUUID } from 'node:crypto'

/** An event before it is written: kind, what it is about, what it says. */
export interface Event {
  readonly kind: string
  readonly customer: string
  /** What a change of the abilities follows from. */
  readonly after?: 'signing' | 'approval'
  readonly message: Readonly<Record<string, unknown>>
}

/** What the specification leaves to a service that sends. */
export interface Sending {
  readonly digest: 'hex' | 'HEX' | 'base64'
  readonly secret: string
  /** The key is the secret decoded from base64, as the convention has it. */
  readonly decodes: boolean
  readonly message: 'in data' | 'beside data'
  readonly wraps: boolean
  /** Where customer_fiat_abilities has the id of the customer. */
  readonly id: 'container' | 'data' | 'message'
  readonly type: string
  /** Members and headers that nobody asked for. */
  readonly extras: boolean
  /** Whether a webhook is registered by an operation, or by hand. */
  readonly operations: boolean
}

/** A request as it is about to be sent. */
export interface Letter {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What a service sends wrongly. */
export interface WrongSending {
  /** Changes events before they are written: none, other or more of them. */
  readonly events?: (event: Event) => readonly Event[]
  /** Changes a container before it is signed. */
  readonly container?: (container: Container, event: Event) => unknown
  /** Changes a request after it was signed. */
  readonly letter?: (letter: Letter, sending: Sending) => Letter
  /** How long ago the timestamp was, in seconds. */
  readonly age?: number
  /** How the next attempt differs from the one that was refused. */
  readonly retry?: 'same id' | 'other content' | 'none'
}

export type Container = Readonly<Record<string, unknown>>

const topicOf = (kind: string): string =>
  kind.replaceAll(/(?:^|_)(\w)/g, (_, first: string) => first.toUpperCase())

const idOf = (event: Event, sending: Sending, place: Sending['id']): Container =>
  event.kind === 'customer_fiat_abilities' && sending.id === place ? { id: event.customer } : {}

const containerOf = (event: Event, sending: Sending): Container => {
  const { kind, customer, message: said } = event
  const members = { ...said, ...idOf(event, sending, 'message') }
  const message = sending.wraps ? { [topicOf(kind)]: members } : members
  const data = { ...(kind === 'ping' ? {} : { customer_id: customer }), ...idOf(event, sending, 'data') }
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

const letterOf = (event: Event, sending: Sending, wrong: WrongSending, id: string): Letter => {
  const container = containerOf(event, sending)
  const body = JSON.stringify(wrong.container ? wrong.container(container, event) : container)
  const timestamp = String(Math.floor(Date.now() / 1000) - (wrong.age ?? 0))
  const letter = {
    method: 'POST',
    headers: {
      'content-type': sending.extras ? 'application/json; charset=utf-8' : 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1=${digestOf(timestamp + body, sending)}`,
    },
    body,
  }
  return wrong.letter ? wrong.letter(letter, sending) : letter
}

const mostAttempts = 3

const post = async (url: string, event: Event, sending: Sending, wrong: WrongSending): Promise<void> => {
  let id: string = randomUUID()
  let said = event
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const { method, headers, body } = letterOf(said, sending, wrong, id)
    const answer = await fetch(url, { method, headers, body }).catch(() => undefined)
    if (answer === undefined || answer.status === 200 || wrong.retry === 'none') return
    if (wrong.retry !== 'same id') id = randomUUID()
    if (wrong.retry === 'other content') said = { ...event, message: { ...event.message, attempt } }
  }
}

/** Sends events one after the other to wherever a webhook leads. */
export class Sender {
  url: string | undefined
  #last: Promise<void> = Promise.resolve()

  constructor(
    readonly sending: Sending,
    readonly wrong: WrongSending,
  ) {}

  send(event: Event): void {
    const { url, sending, wrong } = this
    if (url === undefined) return
    for (const one of wrong.events ? wrong.events(event) : [event]) {
      this.#last = this.#last.then(() => post(url, one, sending, wrong))
    }
  }

  /** Resolves when everything was sent. */
  get idle(): Promise<void> {
    return this.#last
  }
}
