import { expect } from 'vitest'

import { everything, type Reply, type Request, send } from './process.js'

/** A write that was acknowledged. */
interface Acknowledged {
  readonly request: Request
  readonly reply: Reply
}

/** The paths that show what a write changes; those of a record that it makes follow from the id in its answer. */
export type Touched = readonly string[] | ((id: string) => readonly string[])

const idIn = ({ text }: Reply): string => {
  const body: unknown = JSON.parse(text)
  return typeof body === 'object' && body !== null && 'id' in body ? String(body.id) : ''
}

/** The service was gone before it answered. */
class Gone extends Error {
  override readonly name = 'Gone'
}

/** One partner that writes, one request after the other, and remembers all that it was told. */
export class Client {
  readonly acknowledged: Acknowledged[] = []
  /** The last answer of each path. A path is missing while the effect of a write in flight is unknown. */
  readonly reads = new Map<string, string>()
  /** The log of events as it was last read, oldest first. */
  events: readonly string[] = []
  /** Paths that have to show the record of the last acknowledged write, where the service went before they did. */
  #unread: readonly string[] = []
  #written = ''
  /** The write that was not answered when the service went. */
  inFlight: Request | undefined
  #origin = ''
  #told: () => void = () => undefined

  constructor(readonly key: string) {}

  /** Lives until the service is gone; `told` is called with every acknowledged write. */
  async live(origin: string, told: () => void, life: (client: Client) => Promise<void>): Promise<void> {
    this.#origin = origin
    this.#told = told
    this.inFlight = undefined
    try {
      for (;;) await life(this)
    } catch (error) {
      if (!(error instanceof Gone)) throw error
    }
  }

  /** Reads without remembering. */
  async look(path: string, version?: string): Promise<string> {
    const reply = await this.#send({ method: 'GET', path, ...(version === undefined ? {} : { version }) })
    expect(reply.status, `${path}: ${reply.text}`).toBe(200)
    return reply.text
  }

  /** Writes, then reads what the write touches and what is new in the log of events. */
  async write(request: Request, touched: Touched): Promise<string> {
    if (typeof touched !== 'function') for (const path of touched) this.reads.delete(path)
    this.inFlight = request
    const reply = await this.#send(request)
    expect(reply.status, `${request.method} ${request.path}: ${reply.text}`).toBeLessThan(300)
    this.inFlight = undefined
    this.acknowledged.push({ request, reply })
    const id = idIn(reply)
    const touches = typeof touched === 'function' ? touched(id) : touched
    this.#unread = touches
    this.#written = id
    this.#told()
    for (const path of touches) this.reads.set(path, await this.look(path))
    this.#unread = []
    this.events = await this.#log()
    return reply.text
  }

  /** Holds a service that was started again against all that this client was told. */
  async verify(origin: string): Promise<void> {
    this.#origin = origin
    for (const [path, text] of this.reads) expect(await this.look(path), path).toBe(text)
    const shown = await Promise.all(this.#unread.map((path) => this.look(path)))
    if (shown.length > 0) expect(shown.join('\n'), 'what was written last').toContain(this.#written)
    this.#unread = []
    const log = await this.#log()
    expect(log.slice(0, this.events.length), 'every event that was read').toEqual(this.events)
    expect(new Set(log).size, 'no event twice').toBe(log.length)
    for (const { request, reply } of this.acknowledged)
      if (request.idempotencyKey !== undefined)
        expect(await this.#send(request), `${request.path} again, with its key`).toEqual(reply)
    expect(await this.#log(), 'a replay changes nothing').toEqual(log)
  }

  /** Takes the log as it is now for known. */
  async catchUp(): Promise<void> {
    this.events = await this.#log()
  }

  /** Sends what was not answered once more under its key: it happened before, or happens now, but once. */
  async retry(origin: string): Promise<Reply | undefined> {
    this.#origin = origin
    return this.inFlight?.idempotencyKey === undefined ? undefined : this.#send(this.inFlight)
  }

  async #log(): Promise<readonly string[]> {
    try {
      return await everything(this.#origin, this.key, '/controls/events', '&sort_order=asc')
    } catch (cause) {
      throw new Gone('the service is gone', { cause })
    }
  }

  async #send(request: Request): Promise<Reply> {
    try {
      return await send(this.#origin, this.key, request)
    } catch (cause) {
      throw new Gone('the service is gone', { cause })
    }
  }
}
