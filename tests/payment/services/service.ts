import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { answerTo, type Asked, pinned, standard, type Wrong } from './behave.js'
import type { Answer, Call } from './call.js'
import { type Choices, usual, versionsOf } from './choices.js'
import { send } from './wire.js'
import { identity } from './replays.js'
import { firstState } from './state.js'
import { startServer } from '../../support/loopback.js'

const readBody = async (request: IncomingMessage): Promise<unknown> => {
  const body = await text(request)
  try {
    return body === '' ? undefined : JSON.parse(body)
  } catch {
    // A body that is not JSON has none of the required fields.
    return {}
  }
}

const read = async (request: IncomingMessage, base: Pick<Call, 'choices' | 'state'>): Promise<Asked> => {
  const url = new URL(request.url ?? '/', 'http://service.example')
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  )
  const isSpec = url.pathname.startsWith('/spec')
  const requested = headers['x-api-version']
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
  const named = versionsOf(base.choices).find((one) => one === requested) ?? standard
  const version = pinned({ path, query: url.searchParams, ...base }) ?? named
  const asked = { ...call, version, body: await readBody(request), isReplay: false }
  const key = identity(asked)
  return { ...asked, isReplay: key !== undefined && base.state.replays.has(key) }
}

/** Status of an answer that is a broken connection. */
const hangUp = 0

const respond = (
  response: ServerResponse,
  { status, headers, body }: Answer,
  { compressed, wire }: Choices,
): void => {
  if (status === hangUp) {
    response.socket?.destroy()
    return
  }
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => [name, one]),
  )
  const isPacked = compressed && body !== ''
  const more = isPacked ? [...lines, 'content-encoding', 'gzip'] : lines
  send(response, wire, { status, lines: more, bytes: isPacked ? gzipSync(body) : Buffer.from(body) })
}

interface RunningService {
  readonly baseUrl: string
  readonly specUrl: string
  readonly close: () => void | Promise<void>
}

/** Starts a service on loopback that keeps every promise of the specification but those that `wrong` breaks. */
export const startService = async (
  choices: Partial<Choices> = {},
  wrong: Wrong = {},
): Promise<RunningService> => {
  const base = { choices: { ...usual, ...choices }, state: firstState() }
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = await read(request, base)
    const answer = answerTo(asked, wrong)
    respond(response, wrong.answer ? wrong.answer(answer, asked) : answer, base.choices)
  }
  let close: RunningService['close'] = () => undefined
  const { url: specUrl } = await startServer(
    (request, response) => void serve(request, response),
    (end) => (close = end),
  )
  return { baseUrl: `${specUrl}/api`, specUrl, close }
}
