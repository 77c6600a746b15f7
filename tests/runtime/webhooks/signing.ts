import { createHmac } from 'node:crypto'

export const secret = 'test-secret-not-real'
export const timestamp = 1_785_575_700
export const now = (): number => timestamp * 1000

/** The digest of a timestamp and a body with nothing between, made without any code of the runtime. */
export const digestOf = (
  body: string | Uint8Array,
  key: string | Uint8Array = secret,
  at: unknown = timestamp,
): Buffer => createHmac('sha256', key).update(String(at)).update(body).digest()

/** Headers of a delivery as a service sends it. */
export const headersOf = (
  body: string | Uint8Array,
  key: string | Uint8Array = secret,
  at: unknown = timestamp,
): Record<string, string> => ({
  'content-type': 'application/json',
  'webhook-id': '0d5b2c1a-7e64-4f0b-9a3d-2f1e6c8b4a57',
  'webhook-timestamp': String(at),
  'webhook-signature': `v1=${digestOf(body, key, at).toString('hex')}`,
})

export const customer = '11111111-2222-4333-8444-555555555555'

/** An event as it is sent. */
export const event = {
  type: 'customer_status',
  timestamp: '2026-08-01T09:15:00.120000+00:00',
  data: { customer_id: customer, message: { id: customer, status: 'Active' } },
}

export const body = JSON.stringify(event)
