import { expect, test } from 'vitest'

import { createSeededRandom } from '../../../sandbox/primitives/random.js'
import { secretOf, signedHeaders } from '../../../sandbox/webhooks/signing.js'

/** Digests made by Python: hmac.new(secret, timestamp + body, sha256), .hexdigest() and base64 of .digest(). */
const VECTORS = [
  {
    timestamp: '1700000000',
    body: '{}',
    secret: 'sandbox_secret',
    hex: 'e216d061cfa2fb8c22bd5a5e751e32131da80ec28240e5c527b948375b02d50b',
    base64: '4hbQYc+i+4wivVpedR4yEx2oDsKCQOXFJ7lIN1sC1Qs=',
  },
  {
    timestamp: '1700000001',
    body: '{"type":"ping","data":{"message":{"id":"ü€😀"}}}',
    secret: 'sandbox_0011',
    hex: 'f218bd1945ff1bf01f5ed6cedf5df9104d67c455cf871412d485ccc40bfc2023',
    base64: '8hi9GUX/G/AfXtbO3135EE1nxFXPhxQS1IXMxAv8ICM=',
  },
  {
    timestamp: '1795198690',
    body: ' \n',
    secret: 'whsec_bm90IGEgcmVhbCBzZWNyZXQ=',
    hex: '826cb5596107b2b82b49a1edf7ebd947bc8f1b7ae7588d26c14d860a0ebaee33',
    base64: 'gmy1WWEHsrgrSaHt9+vZR7yPG3rnWI0mwU2GCg667jM=',
  },
]

test.each(VECTORS)(
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
  const secret = secretOf(random, 'one', 1)
  expect(secret).toMatch(/^sandbox_[0-9a-f]{64}$/)
  expect(secretOf(createSeededRandom(7), 'one', 1)).toBe(secret)
  expect(secretOf(createSeededRandom(8), 'one', 1)).not.toBe(secret)
  expect(secretOf(random, 'two', 1)).not.toBe(secret)
  expect(secretOf(random, 'one', 2)).not.toBe(secret)
})
