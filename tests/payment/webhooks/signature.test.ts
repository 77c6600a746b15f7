import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { fitOf } from '../../../payment/sections/webhooks/delivery.js'

const timestamp = '1785575700'
const body = '{"type":"ping","note":"ä"}'
const bytes = Buffer.from(body)

const digest = (key: string | Buffer, signed = timestamp + body): Buffer =>
  createHmac('sha256', key).update(signed).digest()

const plain = 'test-secret-not-real'
const decoded = Buffer.from(plain)
const encoded = decoded.toString('base64')

const signed = (key: string | Buffer, encoding: 'hex' | 'base64' | 'base64url' = 'hex'): string =>
  `v1=${digest(key).toString(encoding)}`

test.each([
  ['hex', plain, signed(plain), 'hex', 'as it is'],
  ['hex in capitals', plain, signed(plain).toUpperCase().replace('V', 'v'), 'hex', 'as it is'],
  ['base64', plain, signed(plain, 'base64'), 'base64', 'as it is'],
  ['base64url', plain, signed(plain, 'base64url'), 'base64', 'as it is'],
  ['under the decoded secret', `whsec_${encoded}`, signed(decoded), 'hex', 'decoded'],
  ['under a secret in hex', decoded.toString('hex'), signed(decoded), 'hex', 'decoded'],
  ['under the secret with its prefix', `whsec_${encoded}`, signed(`whsec_${encoded}`), 'hex', 'as it is'],
  ['beside that of another secret', plain, `${signed('old')} ${signed(plain)}`, 'hex', 'as it is'],
])('a signature fits %s', (_name, key, signature, encoding, secret) =>
  expect(fitOf({ timestamp, bytes, signature }, key)).toEqual({ digest: encoding, secret }),
)

test.each([
  ['of another secret', digest('another').toString('hex')],
  ['of the body alone', digest(plain, body).toString('hex')],
  ['with a dot between', digest(plain, `${timestamp}.${body}`).toString('hex')],
  ['of the body printed anew', digest(plain, `${timestamp}${body} `).toString('hex')],
  ['of SHA-512', createHmac('sha512', plain).update(`${timestamp}${body}`).digest('hex')],
  ['cut short', digest(plain).toString('hex').slice(0, 40)],
  ['that is empty', ''],
])('a signature does not fit %s', (_name, signature) =>
  expect(fitOf({ timestamp, bytes, signature: `v1=${signature}` }, plain)).toBeUndefined(),
)
