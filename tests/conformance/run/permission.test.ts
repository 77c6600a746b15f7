import { parametersIn } from '../../../document/index.js'
import { describe, expect, test } from 'vitest'
import type { Api, Call, Case, Observed } from '../../../conformance/model/case.js'
import { isOwnAccount } from '../../../conformance/run/own-account.js'
import { readingBefore } from '../../../conformance/run/first-calls.js'
import { type Asked, refusalOf } from '../../../conformance/run/permission.js'
import type { Method, Operation } from '../../../runtime/surface.js'
import { operationOf, responseOf } from '../support/make.js'
import { tableIn } from '../../support/table.js'

const tables = tableIn<{
  readonly calls: [Method, string, object, string, string][]
  readonly marks: [Method, string, object, boolean, string][]
  readonly functions: [string, Record<string, unknown>, object | null, string][]
  readonly deletions: [string, object, string][]
  readonly bodies: [Method, string, string[], object, string][]
  readonly actions: [string, object, boolean, string][]
}>(import.meta.dirname, 'permission.yaml')

const operation = (method: Method, path: string, operationId = 'work', statuses: readonly string[] = []) =>
  operationOf({
    operationId,
    method,
    path,
    responses: Object.fromEntries(statuses.map((one) => [one, responseOf()])),
  })

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

test.each([
  [{ type: 'object', properties: { before: {} } }, 'destructive'],
  [{ type: 'object', required: ['task'] }, 'sent'],
  [{ $ref: '#/components/schemas/Task' }, 'sent'],
])('an action on all things is one whose body may be empty: %j: %s', (schema, wanted) => {
  const content = { 'application/json': { schema, pointer: '' } }
  const requestBody = { pointer: '', required: true, content } as const
  expect(missing({ operation: { ...operation('post', '/tasks/run'), requestBody } })).toBe(wanted)
})

test.each([
  ['/delete', 'destructive'],
  ['/create', 'sent'],
])('a wrong value at %s of a batch may be read as a list of one: %s', (at, wanted) => {
  const one = operation('post', '/contacts/batch')
  const deviation = { in: 'body', at, keyword: 'type', pointer: '', says: '' } as const
  const body = { mediaType: 'application/json', value: { [at.slice(1)]: '1' } }
  const call = { operation: one, path: {}, query: {}, header: {}, cookie: {}, body }
  expect(missing({ operation: one, sent: { call, expectation: 'invalid', deviation } })).toBe(wanted)
})

test.each([
  ['/cors', 'setCors', 'destructive'],
  ['/maintenance', 'toggle_maintenance', 'destructive'],
  ['/pets', 'settlePet', 'sent'],
  ['/pets/{id}/cors', 'setCors', 'sent'],
])('POST %s with the id %s changes what there is: %s', (path, id, wanted) =>
  expect(missing({ operation: operation('post', path, id), isOurs: path.includes('{') })).toBe(wanted),
)

test.each([
  ['/deletePad', 'deletePadUsingGET', 'destructive'],
  ['/deletePad', 'get_deletePad', 'destructive'],
  ['/pads/{id}/set-text', 'get_pads_id_set_text', 'destructive'],
  ['/irc/stop/', 'get_irc_stop', 'destructive'],
  ['/stop/{id}', 'get_stop_id', 'sent'],
  ['/update-status', 'listUpdates', 'sent'],
  ['/change-log', 'get_change_log', 'sent'],
  ['/set-logo', 'get_set_logo', 'destructive'],
  ['/settings/{id}', 'get_settings_id', 'sent'],
])('GET %s with the id %s may change what there is: %s', (path, id, wanted) =>
  expect(missing({ operation: operation('get', path, id), isOurs: true }, false)).toBe(wanted),
)

test.each([
  ['/users/{id}', 7, '/users/me', { id: 7, name: 'Ann' }, true],
  ['/users/{id}', 8, '/users/me', { id: 7, name: 'Ann' }, false],
  ['/users/{id}', 8, '/users/me', { id: 7, posts: 8 }, false],
  ['/users/{id}', 7, '/users/first', { id: 7 }, false],
  ['/api/members/{pk}/', 'ann', '/api/current-user/', { data: { username: 'ann' } }, true],
  ['/api/users/{user_id}/', 1, '/api/users/current/', { id: 1, username: 'ann' }, true],
  ['/users/{id}/password', 7, '/whoami', { userId: '7' }, true],
  ['/users/db/{user_id}/rotate-key', 'ann', '/users/own-info', { username: 'ann' }, true],
  ['/users/db/{user_id}/rotate-key', 'bob', '/users/own-info', { username: 'ann' }, false],
  ['/users/{id}/posts/{post}', 7, '/users/me', { id: 7 }, false],
  ['/projects/{id}', 7, '/users/me', { id: 7 }, false],
  ['/clients/{id}', 4, '/users/me', { id: 7, clientId: 4 }, true],
  ['/clients/{id}', 7, '/users/me', { id: 7, clientId: 4 }, false],
  ['/projects/{id}', 4, '/users/me', { id: 7, projectId: 4 }, false],
  ['/users/{id}', 'u-1', '/users', {}, true],
  ['/users/{id}', 'u-2', '/users', {}, false],
])('%s with %j is the own account after GET %s showed %j: %s', (path, value, me, body, wanted) => {
  const [one, read] = [operation('put', path), operation('get', me)]
  const names = Object.fromEntries(parametersIn(path).map((name) => [name, 1]))
  const call = { operation: one, path: { ...names, [parametersIn(path).at(-1) ?? '']: value } }
  const exchange = { response: { status: 200, headers: [], body: JSON.stringify(body) } }
  const reads = [{ case: { call: { operation: read } }, exchange }] as unknown as Observed[]
  const claims = Buffer.from('{"sub":"u-1","iat":7}').toString('base64url')
  const bearer: [string, string] = ['authorization', `Bearer e30.${claims}.c2ln`]
  const credentials = { headers: [bearer], query: [], cookies: [] }
  const isMade = (): boolean => false
  expect(isOwnAccount(call as unknown as Call, () => ({ reads, credentials, isMade, isSeen: true }))).toBe(
    wanted,
  )
})

test.each([
  ['post', '/users/{id}/rotate-key', 'admin', true],
  ['post', '/users/{id}/deactivate', 'admin', true],
  ['post', '/users/{id}/deactivate', 'made', false],
  ['post', '/users/{id}/posts', 'admin', false],
  ['delete', '/users/{id}', 'admin', true],
  ['patch', '/logins/{username}', 'admin', true],
  ['patch', '/users/{id}/posts', 'admin', false],
  ['delete', '/pets/{id}', 'admin', false],
  ['delete', '/api-keys/{id}', 'other', true],
  ['delete', '/users/{user}/access_tokens/{token}', 'other', true],
  ['delete', '/api-keys/{id}', 'unseen', false],
  ['post', '/sessions/{id}/messages', 'other', false],
] as const)('where nothing tells who the caller is, %s %s with %j may be about it: %s', (method, path, value, wanted) => {
  const call = { operation: operation(method, path), path: { [parametersIn(path).at(-1) ?? '']: value } }
  const caller = { reads: [], credentials: { headers: [], query: [], cookies: [] }, isMade: (one: unknown) => one === 'made', isSeen: value !== 'unseen' }
  expect(isOwnAccount(call as unknown as Call, () => caller)).toBe(wanted)
}) // prettier-ignore

test.each([
  ['patch', '/sign-in', { username: 'u-1' }, true],
  ['patch', '/sign-in', { username: 'u-2' }, false],
  ['post', '/sign-in', { username: 'u-1' }, false],
] as const)('%s %s after its GET showed %j is about the own account: %s', (method, path, shown, wanted) => {
  const call = { operation: operation(method, path), path: {} }
  const exchange = { response: { status: 200, headers: [], body: JSON.stringify(shown) } }
  const reads = [{ case: { call: { operation: operation('get', path) } }, exchange }] as unknown as Observed[]
  const claims = Buffer.from('{"sub":"u-1"}').toString('base64url')
  const bearer: [string, string] = ['authorization', `Bearer e30.${claims}.c2ln`]
  const credentials = { headers: [bearer], query: [], cookies: [] }
  const caller = { reads, credentials, isMade: () => false, isSeen: true }
  expect(isOwnAccount(call as unknown as Call, () => caller)).toBe(wanted)
})

test.each([
  ['delete', '/settings/users', { usernames: ['x', 'u-1'] }, 'u-1', true],
  ['delete', '/settings/users', { usernames: ['x'] }, 'u-1', false],
  ['put', '/settings/users', { username: 'u-1' }, 'u-1', true],
  ['post', '/users/delete', { users: ['u-1'] }, 'u-1', true],
  ['post', '/users/search', { name: 'u-1' }, 'u-1', false],
  ['delete', '/pets', { names: ['u-1'] }, 'u-1', false],
  // Nothing tells who the caller is.
  ['post', '/users/delete', { users: ['admin'] }, undefined, true],
  ['post', '/users/delete', { users: ['made'] }, undefined, false],
  ['post', '/users/create', { name: 'admin' }, undefined, false],
] as const)('%s %s with %j by %s names the own account: %s', (method, path, value, sub, wanted) => {
  const call = { operation: operation(method, path), path: {}, body: { value } }
  const claims = Buffer.from(JSON.stringify({ sub })).toString('base64url')
  const bearer: [string, string] = ['authorization', `Bearer e30.${claims}.c2ln`]
  const credentials = { headers: [bearer], query: [], cookies: [] }
  const isMade = (one: unknown): boolean => one === 'made'
  expect(
    isOwnAccount(call as unknown as Call, () => ({ reads: [], credentials, isMade, isSeen: true })),
  ).toBe(wanted)
})

describe('a case is sent', () => {
  const caseOf = (
    one: Operation,
    {
      path = { id: 'x', 'a/b': 'x' },
      header = {},
      ...more
    }: Partial<Case & Pick<Call, 'path' | 'header'>> = {},
  ): Case => ({
    call: {
      operation: one,
      path,
      query: {},
      header,
      cookie: {},
      body: { mediaType: 'application/json', value: [1] },
    },
    expectation: 'valid',
    ...more,
  })
  const deleting = operation('delete', '/pets/{id}')

  test.each(tables.deletions)('to delete %s', (_, more, wanted) =>
    expect(missing({ operation: deleting, sent: caseOf(deleting, more) })).toBe(wanted),
  )

  test.each([
    ['own', 'never'],
    ['none', 'sent'],
    ['wrong', 'sent'],
  ] as const)('to end a session with %s credentials', (credentials, wanted) => {
    const one = operation('post', '/logout')
    const sent = caseOf(one)
    const asked = { operation: one, sent: { ...sent, call: { ...sent.call, credentials } } }
    expect(missing(asked, true, true)).toBe(wanted)
  })

  test.each([
    [{ id: 'a\0', toy: 'x' }, 'destructive'],
    [{ id: 'x', toy: 'a\0' }, 'sent'],
  ])('to delete below what no thing has: %j', (path, wanted) => {
    const below = operation('delete', '/pets/{id}/toys/{toy}')
    expect(missing({ operation: below, sent: caseOf(below, { path }) })).toBe(wanted)
  })

  test('not to give a thing that it does not name a new name, as odd as it may be', () => {
    const renaming = operation('put', '/pets/{new_name}')
    const sent = caseOf(renaming, { path: { new_name: 'a\0' } })
    expect(missing({ operation: renaming, sent })).toBe('destructive')
  })

  test.each([
    [false, 'sent'],
    [true, 'destructive'],
  ])('to delete a thing with an odd id that was seen: %s', (isSeen, wanted) => {
    const sent = caseOf(deleting, { path: { id: 2 ** 40 } })
    expect(missing({ operation: deleting, sent, isSeen })).toBe(wanted)
  })

  test.each([
    ['put', 2 ** 53 - 1, true, 'destructive'],
    ['post', 2 ** 53 - 1, true, 'destructive'],
    ['put', 2 ** 53 - 1, false, 'sent'],
    ['put', 7, true, 'sent'],
  ] as const)(
    'by %s to the id %s, where an operation creates at such ids: %s',
    (method, id, createsAtId, wanted) => {
      const one = operation(method, '/pets/{id}')
      const sent = caseOf(one, { path: { id } })
      expect(missing({ operation: one, isOurs: true, sent, createsAtId })).toBe(wanted)
    },
  )

  const wrong = (keyword: string, more = {}) => ({
    deviation: { in: 'body', at: '', keyword, pointer: '', says: '', ...more } as const,
  })

  test.each(tables.bodies)(
    '%s %s that declares %j, with a body of %j: %s',
    (method, path, statuses, more, wanted) => {
      const one = operation(method, path, 'work', statuses)
      expect(missing({ operation: one, isUpdate: true, sent: caseOf(one, more) })).toBe(wanted)
      expect(missing({ operation: one, isUpdate: true, sent: caseOf(one, more) }, false)).not.toBe('sent')
    },
  )

  test.each(tables.actions)('POST %s with %j, as one of a kind: %j: %s', (path, value, isOfKind, wanted) => {
    const one = operation('post', path)
    const { call } = caseOf(one)
    const sent = caseOf(one, { call: { ...call, body: { mediaType: 'application/json', value } } })
    expect(missing({ operation: one, isOfKind, isOurs: path.includes('{'), sent })).toBe(wanted)
  })

  test.each(tables.marks)(
    '%s %s with %j, of what the run created: %s: %s',
    (method, path, value, isOurs, wanted) => {
      const one = operation(method, path)
      const { call } = caseOf(one)
      const sent = caseOf(one, { call: { ...call, body: { mediaType: 'application/json', value } } })
      expect(missing({ operation: one, isOurs, sent })).toBe(wanted)
    },
  )

  test.each([
    [{ isDefault: 'true' }, '/isDefault', 'destructive'],
    [{ isDefault: {} }, '/isDefault', 'destructive'],
    [{ owner: { isDefault: 5 } }, '/owner/isDefault', 'destructive'],
    [{ isDefault: null }, '/isDefault', 'sent'],
    [{ isOld: 'true' }, '/isOld', 'sent'],
  ])('POST /pets with the wrong %j at %s, which some services read as true: %s', (value, at, wanted) => {
    const one = operation('post', '/pets')
    const { call } = caseOf(one)
    const body = { mediaType: 'application/json', value }
    const sent = caseOf(one, { call: { ...call, body }, ...wrong('type', { at }) })
    expect(missing({ operation: one, sent })).toBe(wanted)
  })

  test.each(tables.functions)(
    'POST %s with the query %j and the body %j: %s',
    (path, query, value, wanted) => {
      const one = operation('post', path)
      const { body: _, ...call } = caseOf(one).call
      const body = value === null ? {} : { body: { mediaType: 'application/json', value } }
      expect(missing({ operation: one, sent: caseOf(one, { call: { ...call, query, ...body } }) })).toBe(
        wanted,
      )
    },
  )

  test('not without a body, and not with one that is as good as none', () => {
    const one = operation('put', '/settings', 'work', ['400'])
    const { body: _, ...call } = caseOf(one).call
    expect(missing({ operation: one, sent: { ...caseOf(one, wrong('type')), call } })).toBe('destructive')
    for (const value of [null, [], {}, '']) {
      const empty = { ...call, body: { mediaType: 'application/json', value } }
      expect(missing({ operation: one, sent: { ...caseOf(one, wrong('type')), call: empty } })).toBe(
        'destructive',
      )
    }
  })

  test('by its own method, not that of the operation', () => {
    const { call } = caseOf(operation('get', '/pets'))
    expect(
      missing({ operation: call.operation, sent: caseOf(deleting, { call: { ...call, method: 'delete' } }) }),
    ).toBe('destructive')
  })
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
