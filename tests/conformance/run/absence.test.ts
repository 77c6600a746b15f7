import { expect, test } from 'vitest'
import type { Api } from '../../../conformance/model/api.js'
import type { Case } from '../../../conformance/model/case.js'
import type { Observed } from '../../../conformance/model/observed.js'
import { Absent, readingBefore } from '../../../conformance/run/absence.js'
import type { Method, Operation } from '../../../runtime/surface.js'

const operation = (method: Method, path: string): Operation => ({
  operationId: method,
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

const operations = [operation('get', '/pets/{id}'), operation('put', '/pets/{id}'), operation('put', '/pets')]
const [get, put, putAll] = operations

const api: Api = {
  version: 'pets',
  surface: {
    version: 'pets',
    title: 'pets',
    sha256: '',
    operations: {},
    webhooks: {},
    schemas: {},
    securitySchemes: {},
    validator: () => Promise.reject(new Error('none')),
    schemaValidators: {},
  },
  document: {},
  baseUrl: 'http://127.0.0.1:1',
  operations,
}

const sent = (of: Operation | undefined, id: string): Case => ({
  call: { operation: of ?? operation('get', '/'), path: { id }, query: { a: 1 }, header: {}, cookie: {} },
  expectation: 'valid',
  source: 'coverage',
  aim: '',
})

const answered = (one: Case, status: number): Observed => ({
  api,
  case: one,
  durationMs: 1,
  exchange: {
    target: 'api',
    sentAt: 0,
    isReplay: false,
    request: { method: 'GET', url: '', headers: [] },
    response: { status, headers: [], body: '' },
  },
})

test('what reading did not find is absent until something is written there', () => {
  const absent = new Absent()
  const has = (id: string): boolean => absent.has(sent(put, id).call, api)
  absent.look(answered(sent(get, '0'), 404))
  absent.look(answered(sent(get, '1'), 200))
  absent.look(answered(sent(put, '2'), 404))
  expect([has('0'), has('1'), has('2')]).toEqual([true, false, false])
  absent.look(answered(sent(put, '0'), 201))
  expect(has('0')).toBe(false)
})

test('a thing is read before it is changed, where it has an address and can be read', () => {
  expect(readingBefore(sent(put, '7'), api)?.call).toMatchObject({
    operation: get,
    path: { id: '7' },
    query: {},
  })
  expect(readingBefore(sent(putAll, '7'), api)).toBeUndefined()
  expect(readingBefore(sent(get, '7'), api)).toBeUndefined()
})
