import { randomUUID } from 'node:crypto'

import type { EndpointInput, EndpointProblems } from '../webhook-endpoints/registration.js'
import type { Markup } from './markup.js'

/**
 * Values stored in memory between the response to a form and the page that shows it: never on disk, only for the
 * session that sent the form, and limited in number. The oldest are dropped first.
 */
export class Memory<T> {
  readonly #most: number
  readonly #entries = new Map<string, T>()

  constructor(most: number) {
    this.#most = most
  }

  /** Stores a value under a new unguessable name, or the one given. Returns the name. */
  keep(session: string, value: T, name: string = randomUUID()): string {
    const key = `${session}/${name}`
    this.#entries.delete(key)
    const [oldest] = this.#entries.keys()
    if (this.#entries.size >= this.#most && oldest !== undefined) this.#entries.delete(oldest)
    this.#entries.set(key, value)
    return name
  }

  /** Returns the value, and keeps it. */
  read(session: string, name: string): T | undefined {
    return this.#entries.get(`${session}/${name}`)
  }

  /** Returns the value, and removes it. */
  take(session: string, name: string): T | undefined {
    const value = this.read(session, name)
    this.#entries.delete(`${session}/${name}`)
    return value
  }

  forget(session: string): void {
    for (const key of this.#entries.keys()) if (key.startsWith(`${session}/`)) this.#entries.delete(key)
  }
}

/** A rejected form: its input and its problems. */
export interface RefusedForm {
  readonly draft: EndpointInput
  readonly problems: EndpointProblems
}

/** The values that the console stores between the response to a form and the page that it redirects to. */
export class ConsoleMemory {
  /** Notices with the results of forms; each is shown once. */
  readonly notes = new Memory<Markup>(500)
  /** Rejected forms by the name in their address; shown each time that page is loaded. */
  readonly refused = new Memory<RefusedForm>(200)
  /** Secrets by webhook, each shown once. */
  readonly secrets = new Memory<string>(100)
  /** The redirect targets of submitted forms by mark, so that resubmitting one only redirects. */
  readonly sent = new Memory<string>(10_000)

  /** Removes all entries of a session when it ends. */
  forget(session: string): void {
    for (const kept of [this.notes, this.refused, this.secrets, this.sent]) kept.forget(session)
  }
}
