import { expect, test } from 'vitest'

import { createSeededRandom } from '../../../sandbox/primitives/environment.js'
import { secretOf, signedHeaders } from '../../../sandbox/webhooks/delivery-client.js'
import { tableIn } from '../../support/table.js'

interface Vector {
  readonly timestamp: string
  readonly body: string
  readonly secret: string
  readonly hex: string
  readonly base64: string
}

test.each(tableIn<Vector[]>(import.meta.dirname, 'signing.yaml'))(
  '$body is signed at $timestamp as Python does',
  ({ timestamp, body, secret, ...digests }) => {
    for (const [encoding, digest] of Object.entries(digests)) {
      const at = new Date(Number(timestamp) * 1000 + 999)
      const attempted = { id: 'one', at, body: Buffer.from(body) }
      expect(signedHeaders(attempted, secret, encoding === 'hex' ? 'hex' : 'base64')).toEqual({
        'content-type': 'application/json',
        'user-agent': 'rampart-sandbox',
        'webhook-id': 'one',
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1=${digest}`,
      })
    }
  },
)

test('every webhook has a secret of its own, which follows from the seed', () => {
  const random = createSeededRandom(7)
  const secret = secretOf(random, 'one')
  expect(secret).toMatch(/^sandbox_[0-9a-f]{64}$/)
  expect(secretOf(createSeededRandom(7), 'one')).toBe(secret)
  expect(secretOf(createSeededRandom(8), 'one')).not.toBe(secret)
  expect(secretOf(random, 'two')).not.toBe(secret)
})
