import { PassThrough } from 'node:stream'

import type { WebhookService } from '../webhook-endpoints/webhook-service.js'
import { type EventStream, heartbeat } from '../webhooks/stream.js'

/**
 * Milliseconds between messages to a page, because thousands of deliveries per second must not be announced
 * individually.
 */
const pause = 500

/**
 * Announces new attempts to a page, which fetches them itself. Messages contain no data, so that nothing can leak.
 */
export function liveStream(webhooks: Pick<WebhookService, 'listen'>): EventStream {
  const stream = new PassThrough()
  let timer: NodeJS.Timeout | undefined
  let isOwed = false
  // A reader that does not read gets no further messages.
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
