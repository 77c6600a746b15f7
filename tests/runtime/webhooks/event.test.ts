import { describe, expect, test } from 'vitest'
import { deduplicationKey, messageOf, judge } from '../../../runtime/webhooks/verify.js'
import { seenKeys } from '../../../runtime/webhooks/receive.js'
import type { Validator } from '../../../runtime/fail.js'
import { body, customer, event, headersOf, now, secret } from './signing.js'

const { message } = event.data

describe('the message of an event', () => {
  test.each([
    ['in data', event, message],
    ['in data, wrapped', { data: { message: { CustomerStatus: message } } }, message],
    ['beside data', { message, data: { customer_id: customer } }, message],
    ['beside data, wrapped', { message: { CustomerStatus: message }, data: {} }, message],
    ['of one member that is an id', { data: { message: { id: 'a' } } }, { id: 'a' }],
    ['of one member that is not an object', { data: { message: { kind: 'a' } } }, { kind: 'a' }],
    ['of two objects', { data: { message: { a: {}, b: {} } } }, { a: {}, b: {} }],
    ['that is not an object', { data: { message: 'text' } }, 'text'],
    ['that is not there', { data: {} }, undefined],
    ['of what is not an object', [], undefined],
    ['of null', null, undefined],
  ])('%s', (_name, some, expected) => {
    expect(messageOf(some)).toEqual(expected)
  })
})

describe('the key of an event', () => {
  const at = (changes: object): unknown => ({ ...event, data: { ...event.data, ...changes } })
  const reversed = { status: message.status, id: message.id }

  test.each([
    ['another time', { ...event, timestamp: 'later' }],
    ['another order of members', at({ message: reversed })],
    ['a wrapping', at({ message: { CustomerStatus: message } })],
    ['more beside the message', at({ more: 1 })],
  ])('is equal with %s', async (_name, other) => {
    expect(await deduplicationKey(other)).toBe(await deduplicationKey(event))
  })

  test.each([
    ['another customer', at({ customer_id: 'b' })],
    ['no customer', at({ customer_id: undefined })],
    ['another message', at({ message: { ...message, status: 'Closed' } })],
    ['one member more', at({ message: { ...message, more: null } })],
  ])('differs with %s', async (_name, other) => {
    expect(await deduplicationKey(other)).not.toBe(await deduplicationKey(event))
  })

  test('is that of all its content where there is no message', async () => {
    const keys = await Promise.all(
      [{ a: 1, b: 2 }, { b: 2, a: 1 }, { a: 1 }, [1, 2], [2, 1], null].map(deduplicationKey),
    )
    expect(keys[0]).toBe(keys[1])
    expect(new Set(keys).size).toBe(5)
  })
})

describe('keys that were seen', () => {
  test('are known until they are forgotten, too old, or too many', () => {
    let time = 0
    const { seen, forget } = seenKeys({ limit: 2, seconds: 10, now: () => time })
    expect([seen('a'), seen('a')]).toEqual([false, true])
    forget('a')
    expect(seen('a')).toBe(false)
    time = 10_000
    expect(seen('a')).toBe(false)
    expect([seen('b'), seen('a'), seen('c'), seen('a'), seen('c')]).toEqual([false, true, false, false, true])
  })
})

describe('a body that is judged', () => {
  const errors = [{ instancePath: '/data', schemaPath: '#', keyword: 'type', params: { type: 'string' } }]
  const refuses: Validator = Object.assign((_value: unknown): _value is unknown => false, { errors })
  const accepts: Validator = (_value: unknown): _value is unknown => true
  const at = { pointer: '/data' }
  const load = (validator: Validator) => () => Promise.resolve(validator)

  test.each([
    ['accepted', { customer_status: load(accepts) }, { verified: true }],
    ['of a type without a validator', { ping: load(refuses) }, { verified: true }],
    ['refused', { customer_status: load(refuses) }, { reason: 'invalid-body', problems: [at] }],
  ])('%s', async (_name, validators, expected) => {
    expect(await judge(body, headersOf(body), secret, { now, validators })).toMatchObject(expected)
  })

  test('by a different member than its type', async () => {
    const other = JSON.stringify({ kind: 'constructor', action: 'go' })
    const judged = (tag: string, validators: object) =>
      judge(other, headersOf(other), secret, { now, tag, validators: { ...validators } })
    expect(await judged('action', { go: load(refuses) })).toMatchObject({ reason: 'invalid-body' })
    expect(await judged('kind', { go: load(refuses) })).toMatchObject({ verified: true })
    expect(await judged('toString', { go: load(refuses) })).toMatchObject({ verified: true })
  })
})
