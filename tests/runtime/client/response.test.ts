import { describe, expect, it } from 'vitest'
import { conclude, type Reply, type Run, Unreadable } from '../../../runtime/client/attempt.js'
import { ClientError, Secrets } from '../../../runtime/client/failure.js'
import type { ClientOptions, ClientOperation } from '../../../runtime/client/types.js'
import type { OperationValidators } from '../../../runtime/validators.js'

interface Given {
  readonly statuses?: string
  readonly status?: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly operation?: Partial<ClientOperation>
  readonly options?: ClientOptions
  readonly requested?: string
  readonly versionHeader?: string
}

const secrets = new Secrets()
secrets.add('s3cret')

const validators: OperationValidators = {
  operation: 'op',
  request: () => [],
  response: (_status, _type, body) =>
    body === 'odd' ? [{ at: 'body', rule: 'type', message: 'must be an object' }] : [],
}

const concluded = (given: Given): unknown => {
  const { statuses = '200', status = 200, headers = {}, requested, versionHeader = 'X-Version' } = given
  const service = {
    version: '2026-08-01',
    versionHeader,
    auth: [],
    schemes: {},
    isVersionError: (body: unknown) => body === 'unsupported',
  }
  const run = {
    service,
    operation: { id: 'op', method: 'GET', path: '/', statuses, ...given.operation },
    options: given.options ?? {},
    request: {},
    prepared: { requested, secrets },
  } as unknown as Run
  const reply = {
    response: { status, headers: new Headers(headers) },
    body: 'body' in given ? given.body : {},
  } as unknown as Reply
  try {
    const { status: name, httpStatus, ok } = conclude(run, reply, validators)
    return [name, httpStatus, ok]
  } catch (error) {
    if (error instanceof ClientError) return `${error.kind}: ${error.message}`
    throw error
  }
}

const html = { 'content-type': 'text/html' }
const echo = (version: string): Readonly<Record<string, string>> => ({ 'x-version': version })
const older = 'version-mismatch: op: requested new, served old; the option "echo" can allow it'
const required: Given = { requested: 'new', options: { echo: 'require' } }
const fine = [200, 200, true]
const odd = { requested: 'new', headers: echo('old') }
const none = 'version-mismatch: op: requested new, served none; the option "echo" can allow it'

describe('a response', () => {
  it.each<readonly [Given, unknown]>([
    [{}, [200, 200, true]],
    [{ statuses: 'default 4XX 404', status: 404 }, ['default', 404, false]],
    [{ statuses: '404 4XX default', status: 404 }, [404, 404, false]],
    [{ statuses: '404 4xx default', status: 410 }, ['4xx', 410, false]],
    [{ statuses: '2XX-', status: 201, body: undefined }, ['2XX', 201, true]],
    [{ statuses: '200 204-', status: 204, body: undefined }, [204, 204, true]],
    [{ statuses: 'default', status: 200 }, ['default', 200, true]],
    [{ statuses: 'default', status: 500 }, ['default', 500, false]],
    [{ statuses: '201 default', status: 200 }, ['default', 200, false]],
    [{ status: 500 }, 'undocumented: op: the status 500 is not documented'],
    [{ status: 299 }, 'undocumented: op: the status 299 is not documented'],
    [{ status: 304 }, 'undocumented: op: the status 304 is not documented'],
    [{ status: 400 }, 'undocumented: op: the status 400 is not documented'],
    [{ status: 300 }, 'redirect: op: redirects are not followed'],
    [{ status: 399 }, 'redirect: op: redirects are not followed'],
    [{ statuses: 'default', status: 0 }, 'redirect: op: redirects are not followed'],
    [{ statuses: '302', status: 302 }, [302, 302, false]],
  ])('%j is %j', (given, expected) => {
    expect(concluded(given)).toEqual(expected)
  })

  it.each<readonly [string, Given, unknown]>([
    ['is missing', { body: undefined }, 'unreadable: op: the body of the 200 is missing'],
    ['is not JSON', { body: new Unreadable('<') }, 'unreadable: op: the body of the 200 is not JSON'],
    ['is a page', { headers: html, body: '<' }, 'unreadable: op: the body of the 200 is not JSON'],
    ['is a page of no content', { headers: html, body: '<', statuses: '200-' }, [200, 200, true]],
    ['may be a page', { headers: html, body: '<', operation: { accept: 'text/html' } }, [200, 200, true]],
    ['is text', { headers: { 'content-type': 'text/plain' }, body: 'a' }, [200, 200, true]],
    ['is missing after HEAD', { body: undefined, operation: { method: 'HEAD' } }, [200, 200, true]],
    ['is missing from a 205', { body: undefined, statuses: '205', status: 205 }, [205, 205, true]],
    ['is missing from a 304', { body: undefined, statuses: '304', status: 304 }, [304, 304, false]],
    [
      'is not as described',
      { body: 'odd' },
      'invalid-response: op: the 200 is not as documented: body must be an object',
    ],
  ])('whose body %s', (_what, given, expected) => {
    expect(concluded(given)).toEqual(expected)
  })

  it.each<readonly [string, Given, unknown]>([
    ['the same version', { requested: 'new', headers: echo('new') }, [200, 200, true]],
    ['another version', odd, older],
    ['no version', { requested: 'new' }, [200, 200, true]],
    ['no version where it is required', required, none],
    ['another version, which does not matter', { ...odd, options: { echo: 'ignore' } }, fine],
    ['a version that was not asked for', { headers: echo('old') }, [200, 200, true]],
    ['a version where the document has no header', { ...odd, versionHeader: '' }, fine],
    ['another version where it is not declared', { ...odd, operation: { unechoed: true } }, fine],
    ['the error of a version', { ...odd, body: 'unsupported' }, fine],
    ['no version, as a replay', { ...required, operation: { idempotency: 'K' } }, fine],
  ])('with %s', (_what, given, expected) => {
    expect(concluded(given)).toEqual(expected)
  })
})

describe('a body that echoes credentials', () => {
  it.each<readonly [string, unknown, unknown]>([
    ['4711', { id: 4711, ids: [47110, 5], text: 'is 4711' }, { id: '***', ids: ['***0', 5], text: 'is ***' }],
    ['true', [true, 'true', false, null], ['***', '***', false, null]],
    ['n', 'a\nb', 'a\nb'],
    ['a"b', { 'a"b': 'a"b' }, { '***': '***' }],
    ['s3cret', undefined, undefined],
  ])('of %s', (secret, body, expected) => {
    const own = new Secrets()
    own.add(secret)
    expect(own.body(body)).toEqual(expected)
  })
})
