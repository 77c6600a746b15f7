import type { WebStream } from './web.js'

/** One server-sent event, as defined by the HTML standard. */
export interface ServerSentEvent {
  /** `message` unless the service names another. */
  readonly event: string
  readonly data: string
  /** The last id that the service sent, empty before the first. */
  readonly id: string
}

const textOf = async function* (
  stream: WebStream,
  failed: (error: unknown) => unknown,
): AsyncGenerator<string> {
  const reader: ReadableStreamDefaultReader<Uint8Array> = stream.getReader()
  const decoder = new TextDecoder()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      yield decoder.decode(read.value, { stream: true })
    }
  } catch (error) {
    throw failed(error)
  } finally {
    // Leaving the loop early also closes the connection.
    await reader.cancel().catch(() => {})
  }
}

const linesOf = async function* (texts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const text of texts) {
    rest += text
    // A carriage return at the end may be the first half of a line break.
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest.endsWith('\r')) yield rest.slice(0, -1)
}

/**
 * Reads server-sent events. The stream ends with the connection: services need not support Last-Event-ID, so it does
 * not reconnect. An incomplete event at the end is dropped. `failed` creates the error for a broken connection.
 * Imported only by operations that need it.
 * @yields each event as soon as it is complete.
 */
export async function* readEvents(
  stream: WebStream,
  failed: (error: unknown) => unknown,
): AsyncGenerator<ServerSentEvent, void> {
  let [event, id] = ['', '']
  let data: string[] = []
  for await (const line of linesOf(textOf(stream, failed))) {
    const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? []
    if (line === '') {
      if (data.length > 0) yield { event: event || 'message', data: data.join('\n'), id }
      event = ''
      data = []
    } else if (field === 'data') data.push(value)
    else if (field === 'event') event = value
    else if (field === 'id' && !value.includes('\0')) id = value
  }
}
