import type { Exchange } from '../../../conformance/index.js'
import type { Delivery, Reply } from './delivery.js'

/** The recorded exchange of a delivery. @param sentAt Unix time in milliseconds */
export function exchangeOf(delivery: Delivery, reply: Reply, url: URL, sentAt: number): Exchange {
  return {
    request: {
      method: delivery.method ?? 'POST',
      url: url.href,
      headers: delivery.headers,
      body: delivery.body.toString('utf8'),
    },
    // Without a response the status is 0, and the body is the reason.
    response: { status: reply.status ?? 0, headers: reply.headers, body: reply.failure ?? reply.body },
    target: 'webhook',
    sentAt,
    isReplay: false,
  }
}
