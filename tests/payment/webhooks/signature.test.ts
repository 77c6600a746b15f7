import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { fitOf } from '../../../payment/sections/webhooks/delivery.js'

const timestamp = '1785575700'
const body = '{"type":"ping","note":"ä"}'
const bytes = Buffer.from(body)

const digest = (key: string | Buffer, signed = timestamp + body): Buffer =>
  createHmac('sha256', key).update(signed).digest()

const plain = 'test-secret-not-real'
const decoded = Buffer.from(plain)
const encoded = decoded.toString('base64')

describe('a signature fits', () => {
  test.each([
    ['hex', plain, `v1=${digest(plain).toString('hex')}`, { digest: 'hex', secret: 'as it is' }],
    [
      'hex in capitals',
      plain,
      `v1=${digest(plain).toString('hex').toUpperCase()}`,
      { digest: 'hex', secret: 'as it is' },
    ],
    ['base64', plain, `v1=${digest(plain).toString('base64')}`, { digest: 'base64', secret: 'as it is' }],
    [
      'base64url',
      plain,
      `v1=${digest(plain).toString('base64url')}`,
      { digest: 'base64', secret: 'as it is' },
    ],
    [
      'under the decoded secret',
      `whsec_${encoded}`,
      `v1=${digest(decoded).toString('hex')}`,
      { digest: 'hex', secret: 'decoded' },
    ],
    [
      'under a secret in hex',
      decoded.toString('hex'),
      `v1=${digest(decoded).toString('hex')}`,
      { digest: 'hex', secret: 'decoded' },
    ],
    [
      'under the secret with its prefix',
      `whsec_${encoded}`,
      `v1=${digest(`whsec_${encoded}`).toString('hex')}`,
      { digest: 'hex', secret: 'as it is' },
    ],
    [
      'beside that of another secret',
      plain,
      `v1=${digest('old').toString('hex')} v1=${digest(plain).toString('hex')}`,
      { digest: 'hex', secret: 'as it is' },
    ],
  ] as const)('%s', (_name, secret, signature, fit) => {
    expect(fitOf({ timestamp, bytes, signature }, secret)).toEqual(fit)
  })
})

describe('a signature does not fit', () => {
  test.each([
    ['of another secret', digest('another').toString('hex')],
    ['of the body alone', digest(plain, body).toString('hex')],
    ['with a dot between', digest(plain, `${timestamp}.${body}`).toString('hex')],
    ['of the body printed anew', digest(plain, `${timestamp}${body} `).toString('hex')],
    [
      'of SHA-512',
      createHmac('sha512', plain)
        .update(timestamp + body)
        .digest('hex'),
    ],
    ['cut short', digest(plain).toString('hex').slice(0, 40)],
    ['that is empty', ''],
  ])('%s', (_name, signature) => {
    expect(fitOf({ timestamp, bytes, signature: `v1=${signature}` }, plain)).toBeUndefined()
  })
})
