import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Answer, type Call, json, refuse, Refused } from './call.js'
import { type Choices, usual, versions } from './choices.js'
import {
  abilities,
  createCustomer,
  identify,
  readCustomer,
  registerAccount,
  requiredSignings,
  sign,
  terms,
} from './customers.js'
import { documentOf, printed } from './document.js'
import { quote } from './quotes.js'
import { emptyState } from './state.js'

export const apiKey = 'k/9+é&"secret'
const standard = '2025-03-13'

/** What a service does wrong: it changes answers, or what is asked, and nothing else. */
export interface Wrong {
  readonly answer?: (answer: Answer, about: Asked) => Answer
  /** Changes the version header before it is looked at; undefined is none. */
  readonly version?: (asked: string | undefined) => string | undefined
  /** Changes the key before it is looked at. */
  readonly key?: (key: string | undefined) => string | undefined
  /** Forgets stored answers. */
  readonly forgets?: boolean
}

/** A request, before and after the service made up its mind. */
export interface Asked extends Call {
  readonly isReplay: boolean
  readonly isSpec: boolean
  readonly requested: string | undefined
}

const routes: readonly (readonly [RegExp, (call: Call) => Answer, keyof Choices | undefined])[] = [
  [/^GET \/terms-and-conditions$/, terms, undefined],
  [/^POST \/customers$/, createCustomer, undefined],
  [/^GET \/customers\/[^/]+$/, readCustomer, undefined],
  [/^GET \/customers\/[^/]+\/required-signings$/, requiredSignings, undefined],
  [/^POST \/customers\/[^/]+\/signings$/, sign, 'signing'],
  [/^GET \/customers\/[^/]+\/abilities$/, abilities, undefined],
  [/^POST \/customers\/[^/]+\/identifications\/v2$/, identify, undefined],
  [/^GET \/autoramps\/quote$/, quote, undefined],
  [/^POST \/addresses\/fiat$/, registerAccount, 'addresses'],
  [
    /^GET \/cryptocurrencies$/,
    () => json(200, { tokens: [{ symbol: 'USDC', chain: 'Ethereum' }] }),
    'marketData',
  ],
]

const isOffered = ({ choices }: Call, choice: keyof Choices | undefined): boolean =>
  choice === undefined || (choices[choice] !== false && choices[choice] !== 'none')

const operate = (call: Call): Answer => {
  const [, handle] =
    routes.find(
      ([route, , choice]) => route.test(`${call.method} ${call.path}`) && isOffered(call, choice),
    ) ?? []
  if (!handle) return refuse(call.choices, 404, 'nothing is here')
  try {
    return handle(call)
  } catch (error) {
    if (error instanceof Refused) return refuse(call.choices, error.status, error.message)
    throw error
  }
}

const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text)

const versionError = (requested: string): Answer | undefined =>
  versions.some((version) => version === requested)
    ? undefined
    : json(400, {
        error: 'unsupported_api_version',
        reason: isDate(requested) ? 'version_unknown' : 'version_malformed',
        requested,
        supported: versions,
      })

const withHeaders = (answer: Answer, more: Answer['headers']): Answer => ({
  ...answer,
  headers: { ...answer.headers, ...more },
})

const replayed = ({ status, body, headers }: Answer, { replayHeaders, vary }: Choices): Answer => ({
  status,
  body,
  headers: {
    ...(replayHeaders !== 'none' && headers['content-type'] !== undefined
      ? { 'content-type': headers['content-type'] }
      : {}),
    ...(replayHeaders === 'type and vary' ? { vary } : {}),
  },
})

const identity = ({ method, path, headers }: Call): string | undefined => {
  const key = headers['idempotency-key']
  return method === 'POST' && key !== undefined ? `${method} ${path} ${key}` : undefined
}

const judgeKey = ({ headers, choices }: Call, wrong: Wrong): Answer | undefined => {
  const key = wrong.key ? wrong.key(headers['x-api-key']) : headers['x-api-key']
  return key === apiKey ? undefined : refuse(choices, choices.keyRefused, 'who are you?')
}

const decide = (call: Asked, wrong: Wrong): Answer => {
  const { choices, requested, version } = call
  const isMarket = call.path === '/cryptocurrencies'
  const isRefused = requested !== undefined && requested !== '' && !isMarket
  const checks = [() => judgeKey(call, wrong), () => (isRefused ? versionError(requested) : undefined)]
  const [first, second] = choices.checksFirst === 'key' ? checks : checks.toReversed()
  const answer = first?.() ?? second?.() ?? operate(call)
  const echo = isMarket || answer.body.includes('unsupported_api_version') ? {} : { 'x-api-version': version }
  const extras = choices.extras ? { 'x-note': 'caf\u00E9', 'set-cookie': ['a=1', 'b=2'] } : {}
  return withHeaders(answer, { ...(isMarket ? {} : { vary: choices.vary }), ...echo, ...extras })
}

const specAnswer = ({ path, choices }: Call): Answer => {
  const type = { 'content-type': choices.format === 'yaml' ? 'application/yaml' : 'application/json' }
  const named = path === '/spec' ? versions.at(-1) : path.slice('/spec/'.length)
  if (path === '/spec/versions') return json(200, choices.versionList(versions, standard))
  const version = versions.find((one) => one === named)
  if (version === undefined) return refuse(choices, 404, 'no such document')
  return { status: 200, headers: type, body: printed(documentOf(version, choices), choices) }
}

const answerTo = (call: Asked, wrong: Wrong): Answer => {
  if (call.isSpec) return specAnswer(call)
  const key = identity(call)
  const stored = key === undefined || wrong.forgets === true ? undefined : call.state.replays.get(key)
  if (stored) return replayed(stored, call.choices)
  const answer = decide(call, wrong)
  if (key !== undefined && answer.status < 300) call.state.replays.set(key, answer)
  return answer
}

const readBody = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

const read = async (
  request: IncomingMessage,
  base: Pick<Call, 'choices' | 'state'>,
  wrong: Wrong,
): Promise<Asked> => {
  const url = new URL(request.url ?? '/', 'http://service.example')
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  )
  const isSpec = url.pathname.startsWith('/spec')
  const requested = wrong.version ? wrong.version(headers['x-api-version']) : headers['x-api-version']
  const path = isSpec ? url.pathname : url.pathname.replace(/^\/api/, '')
  const call = {
    ...base,
    method: request.method ?? '',
    path,
    query: url.searchParams,
    headers,
    requested,
    isSpec,
  }
  const version = versions.find((one) => one === requested) ?? standard
  const asked = { ...call, version, body: await readBody(request), isReplay: false }
  const key = identity(asked)
  return { ...asked, isReplay: key !== undefined && base.state.replays.has(key) }
}

const respond = (response: ServerResponse, { status, headers, body }: Answer): void => {
  response.writeHead(
    status,
    Object.entries(headers)
      .flatMap(([name, value]) => [value].flat().map((one) => [name, one]))
      .flat(),
  )
  response.end(body)
}

export interface RunningService {
  readonly baseUrl: string
  readonly specUrl: string
  readonly close: () => Promise<void>
}

/** Starts a service on loopback that keeps every promise of the specification but those that `wrong` breaks. */
export const startService = async (
  choices: Partial<Choices> = {},
  wrong: Wrong = {},
): Promise<RunningService> => {
  const base = { choices: { ...usual, ...choices }, state: emptyState() }
  const server = createServer((request, response) => {
    void (async () => {
      const asked = await read(request, base, wrong)
      const answer = answerTo(asked, wrong)
      respond(response, wrong.answer ? wrong.answer(answer, asked) : answer)
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const specUrl = `http://127.0.0.1:${port}`
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { baseUrl: `${specUrl}/api`, specUrl, close }
}
