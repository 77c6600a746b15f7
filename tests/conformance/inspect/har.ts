import type { RecordingInput } from '../../../conformance/index.js'

/** One call of a HAR; a test changes the members that it is about. */
export interface Told {
  readonly method?: string
  readonly url?: string
  readonly asked?: unknown
  readonly status?: number
  readonly came?: unknown
  readonly content?: unknown
  readonly bodySize?: number
  readonly more?: Readonly<Record<string, unknown>>
}

export const line = (name: string, value: string): { readonly name: string; readonly value: string } => ({
  name,
  value,
})

/** An entry: by default a right response to GET of the terms under 2026-08-01. */
export const entryOf = (told: Told = {}): unknown => ({
  startedDateTime: '2026-09-01T12:00:00.000Z',
  request: {
    method: told.method ?? 'GET',
    url: told.url ?? 'https://pay.example/api/terms-and-conditions?country=DEU',
    headers: told.asked ?? [line('X-API-Version', '2026-08-01')],
  },
  response: {
    status: told.status ?? 200,
    headers: told.came ?? [
      line('Content-Type', 'application/json'),
      line('X-API-Version', '2026-08-01'),
      line('Vary', 'X-API-Version'),
    ],
    content: told.content ?? { size: 2, mimeType: 'application/json', text: '[]' },
    bodySize: told.bodySize ?? -1,
  },
  ...told.more,
})

/** A recording of some text, handed out in pieces. */
export const recordingOf = (text: string, pieceLength = 1000): RecordingInput => ({
  file: 'traffic.har',
  async *open() {
    const bytes = Buffer.from(text)
    for (let start = 0; start < bytes.length; start += pieceLength) {
      yield await Promise.resolve(bytes.subarray(start, start + pieceLength))
    }
  },
})

export const harOf = (entries: readonly unknown[]): string =>
  JSON.stringify({ log: { version: '1.2', creator: { name: 'test' }, pages: [{ id: 'p' }], entries } })
