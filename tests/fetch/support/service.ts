import type { ServerResponse } from 'node:http'
import { type RawServer as Service, startServer as startService } from '../../support/loopback.js'

export { type Service, startService }

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
