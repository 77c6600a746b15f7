import { PassThrough } from 'node:stream'

import type { WebhookService } from '../webhook-endpoints/webhook-service.js'

/** Between two words to one page, in milliseconds: thousands of deliveries a second are not announced one by one. */
const pause = 500
const heartbeat = 15_000

/** A stream that says when there is something new; what it is, the page asks for itself. */
export interface LiveStream {
  readonly stream: PassThrough
  readonly end: () => void
}

/** Tells a page, as text/event-stream, that attempts were made: no more than that, so that nothing can leak by it. */
export function liveStream(webhooks: Pick<WebhookService, 'listen'>): LiveStream {
  const stream = new PassThrough()
  let timer: NodeJS.Timeout | undefined
  let isOwed = false
  // A reader that does not read is told once, and not again.
  const write = (text: string): void => {
    if (!stream.writableNeedDrain && !stream.writableEnded) stream.write(text)
  }
  const tell = (): void => {
    timer = undefined
    if (!isOwed) return
    isOwed = false
    write('event: attempts\ndata: new\n\n')
    timer = setTimeout(tell, pause).unref()
  }
  const unlisten = webhooks.listen(() => {
    isOwed = true
    if (timer === undefined) tell()
  })
  const heart = setInterval(() => write(': still open\n\n'), heartbeat).unref()
  const stop = (): void => {
    unlisten()
    clearTimeout(timer)
    clearInterval(heart)
  }
  stream.once('close', stop)
  write('retry: 2000\n: open\n\n')
  return {
    stream,
    end: () => {
      stop()
      stream.end()
    },
  }
}
