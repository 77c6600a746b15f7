import { gzipSync } from 'node:zlib'
import type { HeaderList } from '../../../conformance/exchange/exchange.js'
import { line } from './har.js'

/** A call as it was sent. */
export interface Made {
  readonly method: string
  readonly url: string
  readonly asked: HeaderList
  readonly sent?: string
  readonly status: number
  readonly came: HeaderList
  readonly body: string
}

const lines = (headers: HeaderList) => headers.map(([name, value]) => line(name, value))

const common = ({ method, url, sent }: Made) => ({
  method,
  url,
  ...(sent === undefined ? {} : { postData: { mimeType: 'application/json', text: sent } }),
})

const contentType = ({ came }: Made): string => came.find(([name]) => name === 'content-type')?.[1] ?? ''

/** The forms in which tools write a call into a HAR. */
export const dialects: Readonly<Record<string, (made: Made) => unknown>> = {
  Chrome: (made) => ({
    _initiator: { type: 'script' },
    _resourceType: 'fetch',
    request: {
      ...common(made),
      httpVersion: 'http/2.0',
      headers: [
        line(':method', made.method),
        line(':path', new URL(made.url).pathname),
        ...lines(made.asked),
      ],
    },
    response: {
      status: made.status,
      httpVersion: 'http/2.0',
      headers: lines(made.came),
      content: {
        size: Buffer.byteLength(made.body),
        mimeType: contentType(made),
        ...(made.body === '' ? {} : { text: made.body }),
      },
      bodySize: -1,
      _transferSize: 300,
      _error: null,
    },
  }),
  Firefox: (made) => ({
    startedDateTime: '2026-09-01T12:00:00.000+02:00',
    request: {
      ...common(made),
      headers: lines(made.asked).map(({ name, value }) => ({ name: name.toUpperCase(), value })),
    },
    response: {
      status: made.status,
      headers: lines(made.came),
      content: { mimeType: contentType(made), size: Buffer.byteLength(made.body), text: made.body },
    },
    cache: {},
  }),
  mitmproxy: (made) => {
    const packed = gzipSync(made.body)
    return {
      request: { ...common(made), headers: lines(made.asked) },
      response: {
        status: made.status,
        headers: [...lines(made.came), line('content-encoding', 'gzip')],
        content: {
          size: packed.length,
          compression: Buffer.byteLength(made.body) - packed.length,
          mimeType: contentType(made),
          text: made.body,
        },
        bodySize: packed.length,
      },
    }
  },
  Charles: (made) => {
    const packed = gzipSync(made.body)
    return {
      request: { ...common(made), headers: lines(made.asked), bodySize: 0 },
      response: {
        _charlesStatus: 'COMPLETE',
        status: made.status,
        headers: [...lines(made.came), line('Content-Encoding', 'gzip')],
        content: {
          size: packed.length,
          mimeType: contentType(made),
          text: packed.toString('base64'),
          encoding: 'base64',
        },
        bodySize: packed.length,
      },
    }
  },
  'a tool that leaves bodies out': (made) => ({
    request: { ...common(made), headers: lines(made.asked) },
    response: {
      status: made.status,
      headers: lines(made.came),
      content: { size: Buffer.byteLength(made.body), mimeType: contentType(made) },
    },
  }),
}
