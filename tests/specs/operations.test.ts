import { describe, expect, test } from 'vitest'
import { isObject } from '../../document/index.js'
import { at, dates, documentOf, json } from './documents.js'
import { type Operation, operationsOf } from './operations.js'
import { surface } from './surface.js'

const groups =
  `Addresses Autoramp ChronicleCollateral Currencies Customer ExchangeRate FeeProfiles Sandbox Sse
  TermsAndConditions Webhooks`.split(/\s+/)
const everywhere = new Set(['400', '401', '403', '404', '500', '4XX'])
const isApi = (operation: Operation) => !operation.path.startsWith('/spec')

const headerOf = (operation: Operation, name: string) =>
  operation.parameters.find((parameter) => parameter['in'] === 'header' && parameter['name'] === name)

describe.each(dates)('operations of %s', (date) => {
  const document = documentOf(date)
  const operations = operationsOf(document)
  const api = operations.filter(isApi)
  const specification = operations.filter((operation) => !isApi(operation))
  const hooks = operationsOf(document, 'webhooks')
  const everything = [...operations, ...hooks]

  test('are the whole surface', () => {
    const found = operations.map((operation) => describeOperation(operation))
    const expected =
      date === '2026-08-01'
        ? surface.map((line) => line.replace(/(required-signings.*) 409$/, '$1'))
        : surface
    expect(found.toSorted()).toEqual(expected.toSorted())
    expect(operations).toHaveLength(69 + 3)
  })

  test('name one known tag', () => {
    const known = [...groups, 'Specification']
    expect(Object.values(Object(at(document, '/tags'))).map((tag) => at(tag, '/name'))).toEqual(known)
    for (const { id, node } of everything)
      expect([id, known.includes(String(at(node, '/tags/0'))), at(node, '/tags/1')]).toEqual([
        id,
        true,
        undefined,
      ])
  })

  test('have a summary and an operationId of their own', () => {
    expect(new Set(everything.map(({ id }) => id)).size).toBe(everything.length)
    for (const { node } of everything) expect(node['summary']).toMatch(/\S/)
  })

  test('state style and explode of every parameter', () => {
    const style = { query: 'form', path: 'simple', header: 'simple' }
    for (const { id, parameters } of everything) {
      for (const { name, in: place, style: actual, explode, required } of parameters) {
        expect([id, name, style, typeof explode, typeof required]).toEqual([
          id,
          name,
          style,
          'boolean',
          'boolean',
        ])
        expect([id, name, actual]).toEqual([id, name, at(style, `/${String(place)}`)])
      }
    }
  })

  test('under /api take the key and an optional version, and echo it but where market data ignores it', () => {
    for (const operation of api) {
      expect([operation.id, operation.node['security']]).toEqual([operation.id, [{ ApiKeyAuth: [] }]])
      expect(headerOf(operation, 'X-API-Version')).toMatchObject({
        required: false,
        schema: { type: 'string' },
      })
      for (const [status, response] of operation.responses) {
        const headers = Object.keys(Object(response['headers']))
        const ignores =
          /^(list(Crypto|Fiat)Currencies|getExchangeRate)$/.test(operation.id) && status === '200'
        const declared = ignores ? ['Vary'] : ['X-API-Version', 'Vary']
        expect([operation.id, status, headers]).toEqual([operation.id, status, declared])
      }
    }
  })

  test('under /api answer the general errors with their bodies', () => {
    const text = { type: 'string' }
    for (const { id, responses } of api) {
      const body = (status: string) => at(responses.get(status), `/content/${json.replace('/', '~1')}/schema`)
      const named =
        id === 'createCustomerIdentificationV2' && date === '2026-08-01'
          ? 'IdentificationBadRequestBody'
          : 'BadRequestBody'
      expect([id, body('400')]).toEqual([id, { $ref: `#/components/schemas/${named}` }])
      expect([id, body('401'), body('403'), body('404')]).toEqual([id, text, text, text])
      expect([id, body('500')]).toEqual([id, { $ref: '#/components/schemas/ApiError' }])
    }
  })

  test('under /api speak JSON with a charset, and 204 says nothing', () => {
    for (const { id, node, responses } of api) {
      const contents = [
        at(node, '/requestBody/content'),
        ...[...responses.values()].map(({ content }) => content),
      ]
      for (const content of contents.filter(isObject))
        expect([id, Object.keys(content)]).toEqual([id, [json]])
      expect(responses.get('204')?.['content']).toBeUndefined()
    }
  })

  test('take an optional idempotency key on every POST and on one PUT', () => {
    const keyed = api.filter((operation) => headerOf(operation, 'IDEMPOTENCY-KEY'))
    const expected = api.filter(
      ({ method, id }) => method === 'post' || id === 'updateSandboxTransactionState',
    )
    expect(keyed.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    expect(keyed.every((operation) => headerOf(operation, 'IDEMPOTENCY-KEY')?.['required'] === false)).toBe(
      true,
    )
  })

  test('of /spec live outside /api, need no key and read no version', () => {
    expect(at(document, '/servers/0/url')).toBe('/api')
    for (const { path, node, parameters } of specification) {
      expect(at(document, `/paths/${path.replaceAll('/', '~1')}/servers/0/url`)).toBe('/')
      expect(node['security']).toEqual([])
      expect(parameters.filter((parameter) => parameter['in'] === 'header')).toEqual([])
    }
  })

  test('declare every path parameter of their template', () => {
    for (const { path, parameters } of operations) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      expect(parameters.filter((parameter) => parameter['in'] === 'path').map(({ name }) => name)).toEqual(
        names,
      )
    }
  })

  test('of webhooks are the 13 delivered types', () => {
    const types = `transaction new_autoramp new_bank_account deposit_address_created customer_created
      transaction_status transaction_refunded register_fiat_address_status customer_status customer_fiat_abilities
      register_autoramp_status identification_status ping`.split(/\s+/)
    expect(hooks.map(({ path }) => path)).toEqual(types)
    for (const { node, parameters } of hooks) {
      expect(node['security']).toEqual([])
      expect(parameters.map(({ name }) => name)).toEqual([
        'webhook-id',
        'webhook-timestamp',
        'webhook-signature',
      ])
      expect(Object.keys(Object(at(node, '/requestBody/content')))).toEqual(['application/json'])
    }
  })
})

describe.each(dates)('components of %s', (date) => {
  const components = Object(at(documentOf(date), '/components'))

  test('have natural names', () => {
    const names = Object.values(components).flatMap((group) => Object.keys(Object(group)))
    expect(names.filter((name) => !/^[A-Za-z]+(V2)?(_[A-Za-z]+)?$/.test(name))).toEqual([])
  })

  test('are never closed', () => {
    expect(JSON.stringify(documentOf(date))).not.toMatch(
      /"(additionalProperties|unevaluatedProperties)":false/,
    )
  })
})

function describeOperation({ method, path, id, node, responses }: Operation): string {
  const statuses = [...responses.keys()].toSorted()
  const success = statuses.filter((status) => status.startsWith('2'))
  const further = statuses.filter((status) => !status.startsWith('2') && !everywhere.has(status))
  return [method.toUpperCase(), path, id, at(node, '/tags/0'), ...success, ...further].join(' ')
}
