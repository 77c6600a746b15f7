import { describe, expect, test } from 'vitest'
import type { Case } from '../../../conformance/model/case.js'
import { mayCall, maySend } from '../../../conformance/run/leave.js'
import type { Method, Operation } from '../../../runtime/surface.js'

const operation = (method: Method, path: string, operationId = 'work'): Operation => ({
  operationId,
  method,
  path,
  servers: [],
  pointer: '',
  tags: [],
  deprecated: false,
  security: [],
  parameters: [],
  responses: {},
})

const leave = (allowWrites: boolean, allowDestructive = false) => ({
  seed: 0,
  budgetMs: 0,
  concurrency: 1,
  timeoutMs: 0,
  maxCreations: 0,
  known: {},
  allowWrites,
  allowDestructive,
})

describe('an operation is called', () => {
  test.each([
    ['get', '/pets', false, false, true],
    ['post', '/pets', false, false, false],
    ['post', '/pets', true, false, true],
    ['put', '/pets/{id}', true, false, false],
    ['put', '/pets/{id}', true, true, true],
    ['delete', '/pets/{id}', false, true, false],
    ['delete', '/pets/{id}', true, true, true],
    ['patch', '/pets', true, true, false],
    ['put', '/pets', true, true, true],
    ['post', '/admin/database/clear', true, false, false],
    ['post', '/pets/delete', true, false, false],
    ['post', '/deleted-pets', true, false, true],
    ['get', '/auth/logout', true, false, false],
    ['post', '/shutdown', true, false, false],
  ] as const)('%s %s, writes %s, created %s: %s', (method, path, writes, isCreated, may) => {
    expect(mayCall(operation(method, path), leave(writes), isCreated)).toBe(may)
  })

  test.each([
    ['delete', '/pets/{id}'],
    ['post', '/admin/database/clear'],
    ['get', '/auth/logout'],
  ] as const)('%s %s with leave to destroy', (method, path) => {
    expect(mayCall(operation(method, path), leave(true, true), false)).toBe(true)
  })
})

describe('a case is sent', () => {
  const sent = (more: Partial<Case>): Case => ({
    call: {
      operation: operation('delete', '/pets/{id}'),
      path: { id: 'x' },
      query: {},
      header: {},
      cookie: {},
    },
    expectation: 'valid',
    source: 'coverage',
    aim: '',
    ...more,
  })

  test.each([
    ['an ordinary id', {}, false],
    ['an id that nobody has', { peculiarities: [{ kind: 'nul', in: 'path', at: '/id' }] }, true],
    ['a peculiar header', { peculiarities: [{ kind: 'nul', in: 'header', at: '/x' }] }, false],
    [
      'an id that breaks its schema',
      { deviation: { in: 'path', at: '/id', keyword: 'type', pointer: '', says: '' } },
      true,
    ],
  ] as const)('to delete %s', (_, more, may) => {
    expect(maySend(sent(more), leave(true), false)).toBe(may)
  })

  test('a method of its own counts, not that of the operation', () => {
    const { call } = sent({})
    const posted = sent({ call: { ...call, operation: operation('get', '/pets'), method: 'delete' } })
    expect(maySend(posted, leave(true), false)).toBe(false)
  })
})
