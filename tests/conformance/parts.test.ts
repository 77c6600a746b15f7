import { describe, expect, test } from 'vitest'
import { OperationIndex, versionDue } from '../../conformance/session/version-under-test.js'
import { buildRequest, type CallOptions } from '../../conformance/rules/request.js'
import { catalogue, registry } from '../../payment/index.js'
import { type Plan, schedule, selectRules } from '../../conformance/index.js'
import type { Operation, Parameter } from '../../runtime/surface.js'
import { apiOf, exchangeOf, operationOf, parameterOf } from './support/make.js'
import { tableIn } from '../support/table.js'

const tables = tableIn<{
  readonly versions: [string[], string?][]
  readonly routes: [string, string, string][]
}>(import.meta.dirname, 'parts.yaml')

describe('the version that is due', () => {
  const versions = ['2025-03-13', '2026-08-01']

  test.each(tables.versions)('%j: %s', (lines, due) => {
    const asked = lines.map((line) => ['X-API-Version', line] as const)
    expect(
      versionDue(exchangeOf({ asked }), {
        versions,
        supported: versions,
        defaultVersion: null,
        service: registry.service ?? {},
      }),
    ).toBe(due)
  })
})

describe('an operation is found by method and template', () => {
  const at = (path: string, method: 'get' | 'post' = 'get') => operationOf({ path, method })
  const indexOf = (operations: readonly Operation[], baseUrl = 'https://api.example/api') =>
    new OperationIndex(apiOf(operations, { baseUrl }))

  test.each(tables.routes)('below %s, %s is %s', (baseUrl, path, relative) => {
    const operation = at(path)
    const index = indexOf([operation], baseUrl)
    expect(index.relativePath(operation)).toBe(relative)
    const template = relative.replace(/\{\w+\}/, '{}').replace(/\/$/, '')
    expect(index.find('get', template)).toBe(operation)
    expect(index.find('post', template)).toBeUndefined()
  })

  test('a literal is a different route than a parameter', () => {
    const [quote, one] = [at('/autoramps/quote'), at('/autoramps/{id}')]
    const index = indexOf([one, quote])
    expect(index.find('get', '/autoramps/quote')).toBe(quote)
    expect(index.find('get', '/autoramps/{}')).toBe(one)
    expect([...index.routes.keys()]).toEqual(['get /autoramps/{}', 'get /autoramps/quote'])
  })

  test('the route of one document finds the operation of another', () => {
    const [older, newer] = [at('/api/customers/{id}/abilities'), at('/customers/{customer_id}/abilities')]
    const [first, second] = [indexOf([older]), indexOf([newer])]
    expect(second?.at(first?.route(older) ?? '')).toBe(newer)
  })
})

describe('parameters are written as the document wants them', () => {
  const urlOf = (operation: Operation, options: CallOptions): string => {
    const api = apiOf([operation], { baseUrl: 'https://a.example/api' })
    const under = { ...api, api, operations: new OperationIndex(api) }
    const credentials = () => ({ headers: [], query: [], cookies: [] })
    const session = { plan: { service: {} }, credentials, besideKey: credentials, uuid: () => '' }
    return buildRequest(operation, options, { session, under }).url.slice(api.baseUrl.length)
  }

  const parameter = (changes: Partial<Parameter>): Parameter =>
    parameterOf({ name: 'codes', in: 'query', schema: { type: 'array' }, ...changes })

  test.each<[string, readonly Parameter[], string]>([
    ['form, exploded', [parameter({})], '?codes=a%20b&codes=c%2Cd'],
    ['one text', [parameter({ schema: { type: 'string' } })], '?codes=a%20b%2Cc%2Cd'],
    ['of several types', [parameter({ schema: { type: ['array', 'null'] } })], '?codes=a%20b&codes=c%2Cd'],
    [
      'of a type that stands elsewhere',
      [parameter({ schema: { $ref: '#/components/schemas/Codes' } })],
      '?codes=a%20b&codes=c%2Cd',
    ],
    [
      'as content',
      [parameter({ content: { 'application/json': { pointer: '#/c' } } })],
      '?codes=%5B%22a%20b%22%2C%22c%2Cd%22%5D',
    ],
    ['unknown to the document', [], '?codes=a%20b%2Cc%2Cd'],
    ['a header of that name', [parameter({ in: 'header' })], '?codes=a%20b%2Cc%2Cd'],
  ])('%s', (_case, parameters, text) => {
    const query = { codes: ['a b', 'c,d'] }
    expect(urlOf(operationOf({ path: '/t', parameters }), { query })).toBe(`/t${text}`)
  })

  test('text is encoded, an empty query is nothing', () => {
    const query = { 'a&b': 'c=d&e', empty: '' }
    expect(urlOf(operationOf({ path: '/t' }), { query })).toBe('/t?a%26b=c%3Dd%26e&empty=')
    expect(urlOf(operationOf({ path: '/t' }), {})).toBe('/t')
  })

  test('paths are filled from left to right, and what is missing is empty', () => {
    expect(urlOf(operationOf({ path: '/a/{x}/b/{y_z}' }), { path: ['1/2', 'ü'] })).toBe('/a/1%2F2/b/%C3%BC')
    expect(urlOf(operationOf({ path: '/a/{x}' }), { path: [] })).toBe('/a/')
  })
})

describe('rules are selected by patterns', () => {
  const all = registry.rules.map(({ id }) => id)

  test.each([
    [[], all],
    [['*'], all],
    [['versioning/echo'], ['versioning/echo']],
    [['idempotency/replay-*'], all.filter((id) => id.startsWith('idempotency/replay-'))],
    [['*/items', 'terms/*'], all.filter((id) => id.endsWith('/items') || id.startsWith('terms/'))],
    [['versioning/ech'], []],
    [['versioning.echo'], []],
    [['VERSIONING/*'], []],
    [['(.*)+$'], []],
  ])('%j', (patterns, ids) => expect(selectRules(registry, patterns)).toEqual(ids))
})

describe('the schedule', () => {
  const plan = (rules: readonly string[]): Plan => ({
    baseUrl: 'https://api.example/api',
    specUrl: 'https://api.example',
    apis: [],
    service: registry.service ?? {},
    versions: ['2025-03-13', '2026-08-01'],
    supported: ['2025-03-13', '2026-07-01', '2026-08-01'],
    defaultVersion: null,
    rules,
    allowWrites: true,
    apiKeyEnv: 'KEY',
    timeoutMs: 1,
    seed: 0,
    subjects: {},
  })

  test('asks about the service first, then version by version, each rule where it speaks', () => {
    const ids = [
      'versioning/default-absent',
      'terms/items',
      'required-signings/empty-is-200',
      'required-signings/conflict-when-none',
    ]
    expect(schedule(registry, plan(ids)).map(({ rule, version }) => `${version} ${rule.id}`)).toEqual([
      '* versioning/default-absent',
      '2025-03-13 terms/items',
      '2025-03-13 required-signings/conflict-when-none',
      '2026-08-01 terms/items',
      '2026-08-01 required-signings/empty-is-200',
    ])
  })

  test('holds every rule of the catalogue at least once', () => {
    const held = new Set(schedule(registry, plan(selectRules(registry, []))).map(({ rule }) => rule.id))
    expect(catalogue.filter(({ id }) => !held.has(id))).toEqual([])
  })
})
