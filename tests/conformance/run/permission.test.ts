import { parametersIn } from '../../../document/index.js'
import { describe, expect, test } from 'vitest'
import type { Api, Call, Case, Deviation, Observed } from '../../../conformance/model/case.js'
import { isOwnAccount } from '../../../conformance/run/own-account.js'
import { readingBefore } from '../../../conformance/run/first-calls.js'
import { type Asked, refusalOf } from '../../../conformance/run/permission.js'
import type { JsonSchema, Method, Operation } from '../../../runtime/surface.js'
import { callOf, operationOf, responseOf } from '../support/make.js'
import { tableIn } from '../../support/table.js'

/** What is sent, and the declaration of the operation, besides what is known of both. */
interface Row extends Partial<Omit<Asked, 'operation' | 'sent'>> {
  readonly path?: Call['path']
  readonly query?: Call['query']
  readonly header?: Call['header']
  readonly body?: unknown
  readonly method?: Method
  readonly credentials?: Call['credentials']
  readonly wrong?: readonly [Deviation['in'], at: string, keyword: string]
  readonly isCoercible?: true
  readonly id?: string
  /** A status of a response. */
  readonly declares?: string
  readonly schema?: JsonSchema
  readonly allowDestructive?: true
}

interface Account {
  readonly at?: unknown
  readonly body?: object
  readonly read?: string
  readonly shown?: object
  readonly sub?: string | null
}

const tables = tableIn<{
  readonly calls: [Method, string, object, string, string][]
  readonly cases: [string, Row, string][]
  readonly accounts: [string, Account, boolean][]
}>(import.meta.dirname, 'permission.yaml')

const operation = (method: Method, path: string, { id = 'work', declares, schema }: Row = {}): Operation =>
  operationOf({
    operationId: id,
    method,
    path,
    ...(declares !== undefined && { responses: { [declares]: responseOf() } }),
    ...(schema !== undefined && {
      requestBody: { pointer: '', required: true, content: { 'application/json': { schema, pointer: '' } } },
    }),
  })

const operationIn = (call: string, row?: Row): Operation => {
  const [method, path] = call.split(' ') as [Method, string]
  return operation(method, path, row)
}

const bodyOf = (row: { readonly body?: unknown }) =>
  Object.hasOwn(row, 'body') && { body: { mediaType: 'application/json', value: row.body } }

/** The case of a row, if it sends anything in particular. */
const sentIn = (one: Operation, row: Row): Case | undefined => {
  const { path, query = {}, header = {}, method, credentials, wrong, isCoercible } = row
  if (!['path', 'query', 'header', 'body', 'method', 'credentials', 'wrong'].some((name) => name in row))
    return undefined
  const named = Object.fromEntries(parametersIn(one.path).map((name) => [name, 'x']))
  const own = { ...(method && { method }), ...(credentials && { credentials }), ...bodyOf(row) }
  const call = callOf(one, { path: path ?? named, query, header, ...own })
  if (!wrong) return { call, expectation: 'valid' }
  const [where, at, keyword] = wrong
  const deviation = { in: where, at, keyword, pointer: '', says: '', ...(isCoercible && { isCoercible }) }
  return { call, expectation: 'invalid', deviation }
}

/** The setting that is missing; `sent` where none is, and `never` where none would permit it. */
const missing = (
  asked: Partial<Asked> & Pick<Asked, 'operation'>,
  allowWrites = true,
  allowDestructive = false,
) => {
  const refusal = refusalOf({ isOurs: false, isUpdate: false, ...asked }, { allowWrites, allowDestructive })
  return refusal ? (refusal.needs ?? 'never') : 'sent'
}

describe('an operation is called', () => {
  test.each(tables.calls)(
    '%s %s %j, reading only: %s, with writes: %s',
    (method, path, more, reading, writing) => {
      const asked = { operation: operation(method, path), ...more }
      expect([missing(asked, false), missing(asked)]).toEqual([reading, writing])
      const isNever = writing === 'never'
      expect(missing(asked, true, true)).toBe(isNever ? 'never' : 'sent')
      expect(missing(asked, false, true)).toBe(reading === 'writes' || isNever ? reading : 'sent')
    },
  )

  test('and where it is not, the reason is told', () => {
    const asked = { operation: operation('post', '/theme/{id}'), isOurs: false, isUpdate: true }
    expect(refusalOf(asked, { allowWrites: true, allowDestructive: false })).toEqual({
      needs: 'destructive',
      says: 'changes or deletes what the run did not create',
    })
  })
})

test.each(tables.cases)('%s with %j: %s', (call, row, wanted) => {
  const one = operationIn(call, row)
  const sent = sentIn(one, row)
  const asked = { ...row, operation: one, ...(sent && { sent }) }
  expect(missing(asked, true, row.allowDestructive)).toBe(wanted)
  const reading = missing(asked, false)
  if (one.method === 'get' && !row.method) expect(reading).toBe(wanted)
  else expect(reading).not.toBe('sent')
})

test.each(tables.accounts)('%s with %j is about the own account: %j', (line, row, wanted) => {
  const { at, read, shown, sub } = row
  const one = operationIn(line)
  const names = parametersIn(one.path)
  const path = Object.fromEntries(names.map((name) => [name, name === names.at(-1) ? at : 1]))
  const exchange = { response: { status: 200, headers: [], body: JSON.stringify(shown) } }
  const reading = { case: { call: { operation: operation('get', read ?? '') } }, exchange }
  const reads = (read === undefined ? [] : [reading]) as unknown as Observed[]
  const claims = Buffer.from(JSON.stringify({ sub: sub ?? undefined, iat: 7 })).toString('base64url')
  const bearer: [string, string] = ['authorization', `Bearer e30.${claims}.c2ln`]
  const credentials = { headers: sub === undefined ? [] : [bearer], query: [], cookies: [] }
  const isMade = (value: unknown): boolean => value === 'made'
  const call = callOf(one, { path, ...bodyOf(row) })
  const isSeen = at !== 'unseen'
  expect(isOwnAccount(call, () => ({ reads, credentials, isMade, isSeen }))).toBe(wanted)
})

test('a thing is read before it, or something below it, is changed, where it has an address and can be read', () => {
  const operations = [
    operation('get', '/pets/{id}'),
    operation('put', '/pets/{id}'),
    operation('put', '/pets'),
    operation('post', '/pets/{id}/walks/{walk}/end'),
    operation('post', '/pets/{id}:feed'),
  ]
  const before = (index: number) =>
    readingBefore(
      {
        call: {
          operation: operations[index],
          path: { id: '7', walk: '8' },
          query: { a: 1 },
          header: {},
          cookie: {},
        },
      } as unknown as Case,
      { operations } as unknown as Api,
    )
  const reading = { operation: operations[0], path: { id: '7' }, query: {} }
  for (const index of [1, 3, 4]) expect(before(index)?.call).toEqual({ ...reading, header: {}, cookie: {} })
  expect([before(0), before(2)]).toEqual([undefined, undefined])
})
