import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'

import type { SandboxOptions } from '../../../../sandbox/index.js'
import type { Sandbox } from '../../support/sandbox.js'
import { openDelivering } from '../../webhooks/support/delivering.js'
import { type Answering, openReceiver } from '../../../support/receiver.js'

type Headers = Readonly<Record<string, string>>

/** A response, with the parts that tests look at. */
export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  /** The target of a redirect; empty without one. */
  readonly location: string
}

export interface Fields {
  readonly [name: string]: string | readonly string[]
}

export interface Console {
  readonly sandbox: Sandbox
  readonly get: (path: string, headers?: Headers) => Promise<Answered>
  /** Sends a form like its page: with the token, and the headers by which a browser states the origin. */
  readonly post: (path: string, fields?: Fields, headers?: Headers) => Promise<Answered>
}

export const HOST = '127.0.0.1:4010'

const encoded = (fields: Fields): string => {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : value).map((one): [string, string] => [name, one]),
  )
  return new URLSearchParams(pairs).toString()
}

/** The value of a hidden field of a page. */
export const hidden = (page: string, name: string): string => {
  const value = new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1]
  expect(value, `${name} is a field of the page`).toBeDefined()
  return value ?? ''
}

const formHeaders = {
  host: HOST,
  origin: `http://${HOST}`,
  'sec-fetch-site': 'same-origin',
  'content-type': 'application/x-www-form-urlencoded',
}

const answered = ({ statusCode: status, headers, body: text }: LightMyRequestResponse): Answered => {
  return { status, headers, text, location: headers.location ?? '' }
}

/** The console of a sandbox, by HTTP. */
export const consoleOf = (sandbox: Sandbox): Console => {
  const get: Console['get'] = async (path, headers = {}) => {
    return answered(await sandbox.app.inject({ url: path, headers: { host: HOST, ...headers } }))
  }
  const post: Console['post'] = async (path, fields = {}, headers = {}) => {
    const token =
      'token' in fields ? {} : { token: hidden((await get('/console/webhooks/new')).text, 'token') }
    const payload = encoded({ ...token, ...fields })
    const all = { ...formHeaders, ...headers }
    return answered(await sandbox.app.inject({ method: 'POST', url: path, headers: all, payload }))
  }
  return { sandbox, get, post }
}

/** A console whose sandbox delivers to loopback, and ends with the test. */
export const openConsole = async (options: Partial<SandboxOptions> = {}): Promise<Console> =>
  consoleOf(await openDelivering(options))

/** Adds a webhook by the form, and follows to the page with its secret; resolves to its id and secret. */
export const add = async ({ get, post }: Console, url: string, fields: Fields = {}) => {
  const once = hidden((await get('/console/webhooks/new')).text, 'once')
  const form = { once, label: 'Orders', url, topics: ['CustomerCreated'], ...fields }
  const { status, location, text } = await post('/console/webhooks', form)
  expect(status, text).toBe(303)
  const page = await get(location)
  const secret = secretIn(page)
  const id = /^\/console\/webhooks\/([^/]+)\/secret/.exec(location)?.[1] ?? ''
  return { id, secret, page, see: location }
}

/** A receiver, and a console with a webhook that leads to it. */
export const openAdded = async (answering?: Answering, fields?: Fields) => {
  const receiver = await openReceiver(answering)
  const console = await openConsole()
  return { receiver, console, ...(await add(console, receiver.url, fields)) }
}

/** The secret that a page shows, empty where it shows none. */
export const secretIn = ({ text }: Answered): string =>
  /<code id="secret"[^>]*>([^<]+)</.exec(text)?.[1] ?? ''

/** The visible text of the page's notice. */
export const noticeIn = ({ text }: Answered): string =>
  (/id="notice"[^>]*>([^]*?)<\/div>/.exec(text)?.[1] ?? '').replaceAll(/<[^>]+>/g, '')

/** Sends a form, and reads the notice of the page that it leads to. */
export const noticeAfter = async (
  { get, post }: Console,
  path: string,
  fields: Fields = {},
): Promise<string> => {
  const { status, location } = await post(path, fields)
  expect(status, path).toBe(303)
  return noticeIn(await get(location))
}

/** Ids of the attempts that a page of the log lists, in their order. */
export const listed = (page: string): readonly string[] =>
  [...page.matchAll(/<tr role="row" id="a-([^"]+)"/g)].map(([, id]) => id ?? '')
