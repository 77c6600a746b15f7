import type { Container, Event, Sending, WrongSending } from './sending.js'

/** A way to send wrongly, and the rules that report it. */
export interface WrongSender {
  readonly breaks: readonly string[]
  readonly wrong: WrongSending
  readonly sending?: Partial<Sending>
  /** How long what it sends is waited for, where that takes longer than usual. */
  readonly waitMs?: number
}

export const abilities = 'customer_fiat_abilities'

export const withoutStatus =
  (kind: string, status: string): NonNullable<WrongSending['events']> =>
  (event) =>
    event.kind === kind && event.message['status'] === status ? [] : [event]

export const inMessage =
  (kind: string, change: (message: Container) => Container): NonNullable<WrongSending['events']> =>
  (event) => [event.kind === kind ? { ...event, message: change(event.message) } : event]

export const omit = (members: Container, name: string): Container =>
  Object.fromEntries(Object.entries(members).filter(([member]) => member !== name))

export const inData =
  <About extends readonly [event?: Event]>(change: (data: Container, ...about: About) => unknown) =>
  (container: Container, ...about: About): unknown => {
    const { data } = container
    return typeof data === 'object' && data !== null
      ? { ...container, data: change({ ...data }, ...about) }
      : container
  }
