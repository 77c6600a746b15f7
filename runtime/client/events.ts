import type { WebStream } from './web.js'

/** One server-sent event, as the HTML standard reads it. */
export interface ServerSentEvent {
  /** `message` when the service names no other. */
  readonly event: string
  readonly data: string
  /** The last id that the service gave, empty before the first. */
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
    // Leaving the loop early ends the connection, too.
    await reader.cancel().catch(() => {})
  }
}

const linesOf = async function* (texts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const text of texts) {
    rest += text
    // A carriage return at the very end may be the first half of a line's end.
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest.endsWith('\r')) yield rest.slice(0, -1)
}

/**
 * Reads server-sent events. The stream ends with the connection: nothing promises that a service resumes by
 * Last-Event-ID, so nothing is asked for again. An event that the end cut off is dropped. `failed` makes the
 * error of a connection that breaks. Operations that need it bring it along.
 * @yields each event as soon as it is whole.
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
