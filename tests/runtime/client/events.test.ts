import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { ClientError } from '../../../runtime/client/failure.js'
import { readEvents, type ServerSentEvent } from '../../../runtime/client/events.js'
import { bench } from './support/service.js'

const streamOf = (chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })

const collect = async (events: AsyncIterable<ServerSentEvent>): Promise<ServerSentEvent[]> => {
  const all: ServerSentEvent[] = []
  for await (const event of events) all.push(event)
  return all
}

const text = [
  '\uFEFF: a comment\n',
  'data: é😀\n\n',
  'event: named\r\nid: 7\r\ndata:two\r\ndata:  lines\r\n\r\n',
  'retry: 5\nunknown: x\ndata\n\n',
  'event: empty\n\n',
  'id: a\0b\rdata: last\r\r',
  'data: cut off',
].join('')

const expected = [
  { event: 'message', data: 'é😀', id: '' },
  { event: 'named', data: 'two\n lines', id: '7' },
  { event: 'message', data: '', id: '7' },
  { event: 'message', data: 'last', id: '7' },
]

describe('events are read', () => {
  const bytes = new TextEncoder().encode(text)

  it.each([1, 2, 3, 5, 7, 64, 1000])('from pieces of %d bytes', async (size) => {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_none, index) =>
      bytes.slice(index * size, (index + 1) * size),
    )
    expect(await collect(readEvents(streamOf(chunks), (error) => error))).toEqual(expected)
  })

  it('of which the last ends with carriage returns', async () => {
    const chunks = [new TextEncoder().encode('data: last\r\r')]
    const last = { event: 'message', data: 'last', id: '' }
    expect(await collect(readEvents(streamOf(chunks), (error) => error))).toEqual([last])
  })
})

const isEvents = (body: unknown): body is AsyncGenerator<ServerSentEvent, void> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body

const open = async (listener: Parameters<typeof bench>[0], signal?: AbortSignal) => {
  const { client, requests } = await bench((request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    listener(request, response)
  })
  const { body } = await client.call('events', { timeout: 5000, ...(signal && { signal }) })
  if (!isEvents(body)) throw new Error('events were expected')
  const closed = (request: IncomingMessage | undefined) => request && once(request.socket, 'close')
  return { body, closed: () => closed(requests[0]), accept: requests[0]?.headers.accept }
}

describe('a stream of events', () => {
  it('is asked for, and ends with its connection', async () => {
    const { body, accept } = await open((_request, response) => response.end('data: a\n\ndata: b\n\n'))
    expect(accept).toBe('text/event-stream')
    expect((await collect(body)).map(({ data }) => data)).toEqual(['a', 'b'])
  })

  it('ends its connection when its reader has enough', async () => {
    const { body, closed } = await open((_request, response) => response.write('data: a\n\ndata: b\n\n'))
    const end = closed()
    for await (const { data } of body) {
      expect(data).toBe('a')
      break
    }
    await end
  })

  it('that breaks off says so', async () => {
    const { body } = await open((request, response) => {
      response.write('data: a\n\n', () => request.socket.destroy())
    })
    const failure = await collect(body).catch((error: unknown) => error)
    expect(failure instanceof ClientError && failure.kind).toBe('network')
  })

  it('is aborted with the call', async () => {
    const controller = new AbortController()
    const { body } = await open((_request, response) => response.write('data: a\n\n'), controller.signal)
    await body.next()
    controller.abort()
    await expect(body.next()).rejects.toBe(controller.signal.reason)
  })
})
