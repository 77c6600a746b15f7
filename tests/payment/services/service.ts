import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { answerTo, type Asked, pinned, standard, type Wrong } from './behave.js'
import type { Answer, Call } from './call.js'
import { type Choices, usual, versionsOf } from './choices.js'
import { send } from './wire.js'
import { identity } from './replays.js'
import { firstState } from './state.js'
import { listenOn } from '../../support/loopback.js'

const readBody = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  try {
    return chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    // A body that is no JSON has none of the required fields.
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
export const hangUp = 0

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
  const base = { choices: { ...usual, ...choices }, state: firstState() }
  const server = createServer((request, response) => {
    void (async () => {
      const asked = await read(request, base)
      const answer = answerTo(asked, wrong)
      const spoilt = wrong.answer ? wrong.answer(answer, asked) : answer
      respond(response, spoilt, base.choices)
    })()
  })
  const specUrl = `http://127.0.0.1:${await listenOn(server)}`
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { baseUrl: `${specUrl}/api`, specUrl, close }
}
