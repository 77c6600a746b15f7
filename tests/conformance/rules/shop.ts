import type { IncomingMessage, ServerResponse } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { isObject } from '../../../document/index.js'
import { startServer } from '../../support/loopback.js'
import { tableIn } from '../../support/table.js'

/** Ways in which the shop breaks what its rules promise. */
export type ShopFault = 'total' | 'lost' | 'version' | 'down' | 'uncached' | 'unlisted' | 'mute'

const document = tableIn<{ info: object }>(import.meta.dirname, 'shop.yaml')

/** The document of the shop, as of a date. */
export const shopDocument = (version: string): object => ({
  ...document,
  info: { ...document.info, version },
})

interface Order {
  readonly id: string
  readonly note?: string
  readonly items: readonly { readonly price: number; readonly count: number }[]
  readonly total: number
}

const isItem = (item: unknown): boolean =>
  isObject(item) && Number.isInteger(item['price']) && Number.isInteger(item['count'])

const isOrder = (body: unknown): boolean =>
  isObject(body) && Array.isArray(body['items']) && body['items'].every(isItem)

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const text = await textOf(request)
  try {
    return JSON.parse(text === '' ? 'null' : text)
  } catch {
    return undefined
  }
}

/** A shop of orders, each of whose totals adds up, in two versions. */
export class Shop {
  readonly orders = new Map<string, Order>()
  readonly requests: { readonly line: string; readonly headers: IncomingMessage['headers'] }[] = []
  readonly faults = new Set<ShopFault>()
  readonly versions: readonly string[]
  #created = 0
  #close = (): void | Promise<void> => undefined

  constructor(versions: readonly string[] = ['2026-01-01', '2026-06-01']) {
    this.versions = versions
  }

  /** @returns the base URL */
  async listen(): Promise<string> {
    const serve = (request: IncomingMessage, response: ServerResponse): void =>
      void this.#serve(request, response)
    return (await startServer(serve, (end) => (this.#close = end))).url
  }

  close(): void | Promise<void> {
    return this.#close()
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://shop')
    const asked = String(request.headers['x-api-version'] ?? this.versions[0])
    const version = this.faults.has('version') ? this.versions[0] : asked
    const send = (status: number, body?: unknown): void => {
      const cache = this.faults.has('uncached') ? {} : { 'cache-control': 'no-store' }
      response.writeHead(status, { 'content-type': 'application/json', 'x-api-version': version, ...cache })
      response.end(body === undefined ? undefined : JSON.stringify(body))
    }
    if (pathname === '/spec/versions') return send(200, { versions: this.versions })
    if (pathname.startsWith('/spec/')) return send(200, shopDocument(pathname.slice('/spec/'.length)))
    this.requests.push({ line: `${request.method} ${request.url}`, headers: request.headers })
    if (this.faults.has('down')) return send(503, 'down')
    if (request.headers['x-api-key'] !== 'shop-key') return send(401, 'no key')
    const path = pathname.replace(/^\/api/, '')
    const known = this.orders.get(path.slice('/orders/'.length))
    if (path === '/orders' && request.method === 'GET')
      return send(200, this.faults.has('unlisted') ? [] : [...this.orders.values()])
    if (path === '/orders' && request.method === 'POST') {
      const body = await bodyOf(request)
      if (this.faults.has('mute')) return void request.socket.destroy()
      return isOrder(body) ? send(201, this.#create(body)) : send(400, 'no order')
    }
    if (!known) return send(404, 'no such order')
    if (request.method === 'DELETE') this.orders.delete(known.id)
    return request.method === 'DELETE' ? send(204) : send(200, known)
  }

  #create(body: unknown): Order {
    const given = body as Pick<Order, 'items' | 'note'>
    const sum = given.items.reduce((total, { price, count }) => total + price * count, 0)
    const total = this.faults.has('total') ? sum + 1 : sum
    const order = { ...given, id: String(++this.#created), total }
    const kept = this.faults.has('lost') ? { ...order, note: 'lost' } : order
    this.orders.set(order.id, kept)
    return order
  }
}
