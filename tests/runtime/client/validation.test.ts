import { describe, expect, it } from 'vitest'
import { ClientError } from '../../../runtime/client/failure.js'
import type { OperationValidators } from '../../../runtime/judge.js'
import { bench, json } from './support/service.js'

const problem = { at: 'body/amount', rule: 'type', message: 'must satisfy type "string"' }

const validators = (of: Partial<OperationValidators>): OperationValidators => ({
  operation: 'list',
  request: () => [],
  response: () => [],
  ...of,
})
const all = validators({ request: () => [problem, problem], response: () => [problem] })

const outcomeOf = async (promise: Promise<unknown>): Promise<readonly unknown[]> => {
  const outcome = await promise.catch((error: unknown) => error)
  return outcome instanceof ClientError ? [outcome.kind, outcome.message, outcome.problems] : ['answered']
}

describe('what is judged', () => {
  it.each([
    ['a request', all, undefined, 'invalid-request'],
    ['a request alone', all, 'requests', 'invalid-request'],
    ['a response alone', all, 'responses', 'invalid-response'],
    ['a response of a right request', validators({ response: () => [problem] }), 'both', 'invalid-response'],
    ['no response', validators({ response: () => [problem] }), 'requests', 'answered'],
  ] as const)('is %s', async (_what, given, validate, kind) => {
    const { client, requests } = await bench((_request, response) => json(response, 200, {}))
    const options = { validators: given, ...(validate && { validate }) }
    expect((await outcomeOf(client.call('list', options)))[0]).toBe(kind)
    expect(requests.length).toBe(kind === 'invalid-request' ? 0 : 1)
  })

  it('is what the client was made with, by operation', async () => {
    const { client } = await bench((_request, response) => json(response, 200, {}), {
      validators: { list: all },
      validate: 'responses',
    })
    expect((await outcomeOf(client.call('list')))[0]).toBe('invalid-response')
    expect((await outcomeOf(client.call('list', { validate: 'requests' })))[0]).toBe('invalid-request')
    expect((await outcomeOf(client.call('list', { validators: validators({}) })))[0]).toBe('answered')
  })
})

it('a refusal says the operation, where, and what', async () => {
  const { client } = await bench((_request, response) => json(response, 200, {}))
  expect(await outcomeOf(client.call('list', { validators: all }))).toEqual([
    'invalid-request',
    'list: request is not as documented: body/amount must satisfy type "string", and 1 more',
    [problem, problem],
  ])
})

it('judging without validators is a mistake, not a success', async () => {
  const { client, requests } = await bench((_request, response) => json(response, 200, {}))
  expect((await outcomeOf(client.call('list', { validate: 'both' }))).slice(0, 2)).toEqual([
    'configuration',
    'list: "validate" needs "validators"',
  ])
  expect(requests).toEqual([])
})
