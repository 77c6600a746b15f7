import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Service {
  readonly url: string
  /** Every request that arrived, in order. */
  readonly requests: IncomingMessage[]
}

/** Starts a real HTTP server on loopback for the length of one test. */
export const startService = async (listener: RequestListener): Promise<Service> => {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    listener(request, response)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => {
      server.close(resolve)
    })
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, requests }
}

export interface Page {
  readonly status?: number
  readonly type?: string
  readonly headers?: Record<string, string>
  readonly body?: string | Uint8Array
}

const send = (response: ServerResponse, page: Page): void => {
  response.writeHead(page.status ?? 200, { 'content-type': page.type ?? 'application/json', ...page.headers })
  response.end(page.body ?? '')
}

/** Starts a service that answers by path. Unknown paths are 404. A query is ignored. */
export const startPages = (pages: Readonly<Record<string, Page>>): Promise<Service> =>
  startService((request, response) => {
    const path = (request.url ?? '').replace(/\?.*/, '')
    send(response, pages[path] ?? { status: 404, type: 'text/plain', body: 'not here' })
  })

export const json = (value: unknown): Page => ({ body: JSON.stringify(value) })

/** A small but valid document of one version. */
export const documentOf = (version: string): string =>
  `{\n  "openapi": "3.1.0",\n  "info": { "title": "A service", "version": "${version}" },\n  "paths": {}\n}\n`

export const dates = ['2025-03-13', '2026-07-01', '2026-08-01'] as const

/** Pages of a well-behaved service below a path prefix. */
export const goodPages = (prefix = '', list: unknown = dates): Record<string, Page> => ({
  [`${prefix}/spec/versions`]: json(list),
  ...Object.fromEntries(dates.map((date) => [`${prefix}/spec/${date}`, { body: documentOf(date) }])),
})
