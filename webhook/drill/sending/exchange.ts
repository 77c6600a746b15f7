import type { Exchange } from '../../../conformance/index.js'
import type { Delivery, Reply } from './delivery.js'

/** A delivery and its answer as they are recorded. @param sentAt Unix milliseconds */
export function exchangeOf(delivery: Delivery, reply: Reply, url: URL, sentAt: number): Exchange {
  return {
    request: {
      method: delivery.method ?? 'POST',
      url: url.href,
      headers: delivery.headers,
      body: delivery.body.toString('utf8'),
    },
    // A receiver that gives no answer has the status 0, with the reason where a body would be.
    response: { status: reply.status ?? 0, headers: reply.headers, body: reply.failure ?? reply.body },
    target: 'webhook',
    sentAt,
    isReplay: false,
  }
}
