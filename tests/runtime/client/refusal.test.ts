import { describe, expect, it } from 'vitest'
import { ClientError, bodyOf, RefusedError } from '../../../runtime/client/failure.js'
import type { CallResponse } from '../../../runtime/client/types.js'
import { bench, json } from './support/service.js'

const refusing = (body: unknown): CallResponse => ({
  operation: 'create',
  status: '4XX',
  httpStatus: 422,
  ok: false,
  body,
  headers: new Headers({ 'x-trace': 't', 'set-cookie': 'a=b' }),
})

const refusalOf = async (promise: Promise<unknown>): Promise<RefusedError> => {
  const outcome = await promise.catch((error: unknown) => error)
  if (outcome instanceof RefusedError) return outcome
  throw new Error('a RefusedError was expected', { cause: outcome })
}

describe('a refusal says what its body says', () => {
  it.each([
    ['a text', 'no such customer\n', 'create: 422 no such customer'],
    ['a message', { code: 'a', message: 'is closed' }, 'create: 422 is closed'],
    ['a problem of RFC 9457', { type: 'a', title: 'Out', detail: 'of credit' }, 'create: 422 of credit'],
    ['an error inside', { error: { message: 'inside' } }, 'create: 422 inside'],
    ['several errors', [{ code: 'a', message: 'one' }, { message: 'two' }], 'create: 422 one; two'],
    ['a list of errors', { errors: ['one', { id: 7 }, { detail: 'two' }] }, 'create: 422 one; two'],
    ['nothing to read', { id: 7 }, 'create: 422'],
    ['nothing at all', undefined, 'create: 422'],
    ['a long text', 'x'.repeat(1000), `create: 422 ${'x'.repeat(300)}`],
  ])('%s', async (_what, body, message) => {
    const error = await refusalOf(bodyOf(refusing(body)))
    const { name, kind, operation } = error
    expect([error.message, name, kind, operation]).toEqual([message, 'RefusedError', 'refused', 'create'])
  })
})

it('keeps the response, without headers that carry secrets', async () => {
  const error = await refusalOf(bodyOf(Promise.resolve(refusing({ a: 1 }))))
  expect(error).toBeInstanceOf(ClientError)
  const headers = { 'x-trace': 't', 'set-cookie': '***' }
  expect(error.response).toEqual({ status: 422, headers, body: { a: 1 } })
})

it('a success is its body', async () => {
  expect(await bodyOf({ ...refusing('made'), ok: true })).toBe('made')
})

describe('the stack names the line of the caller', () => {
  const here = (error: unknown): boolean =>
    error instanceof Error && /at (?:async )?callerOf\w+ .*refusal\.test\.ts:\d+/.test(error.stack ?? '')

  it('of a refusal', async () => {
    const { client } = await bench((_request, response) => json(response, 400, 'no'))
    const callerOfRefused = async (): Promise<unknown> => {
      const body = await bodyOf(client.call('create', { body: {} }))
      return body
    }
    const error = await callerOfRefused().catch((thrown: unknown) => thrown)
    expect([error instanceof RefusedError, here(error)]).toEqual([true, true])
  })

  it.each([
    ['a response that is not documented', 418, {}],
    ['a lost connection', 0, { retry: { attempts: 1 } }],
    ['a request that cannot be sent', 0, { baseUrl: 'nowhere' }],
  ])('of %s', async (_what, status, options) => {
    const { client } = await bench((request, response) => {
      if (status > 0) json(response, status, {})
      else request.socket.destroy()
    }, options)
    const callerOfFailed = async (): Promise<unknown> => {
      const response = await client.call('list')
      return response
    }
    const error = await callerOfFailed().catch((thrown: unknown) => thrown)
    expect([error instanceof ClientError, here(error)]).toEqual([true, true])
  })
})
