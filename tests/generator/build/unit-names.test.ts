import { describe, expect, it } from 'vitest'
import { UnitNames, type View } from '../../../generator/build/unit-names.js'

const root = {
  paths: {
    '/a': {
      parameters: [{ in: 'header', name: 'X-Trace' }],
      get: { parameters: [{ in: 'query', name: 'limit' }] },
    },
  },
  components: { parameters: { Page: { in: 'query', name: 'page' } } },
}

const known = {
  schemas: new Map([
    ['Quote', 'Quote'],
    ['a.b', 'a_b'],
    ['Quote_request', 'Quote_request'],
  ]),
  operations: new Map([['listA', { function: 'listA' }]]),
}

const names = () => new UnitNames(root, known, new Map([['/a\nget', 'listA']]))

describe('names of validators', () => {
  it.each<readonly [readonly string[], View, string]>([
    [['components', 'schemas', 'Quote'], '', 'Quote'],
    [['components', 'schemas', 'Quote'], 'response', 'Quote'],
    [['components', 'schemas', 'a.b'], 'request', 'a_b_request'],
    [['components', 'schemas', 'a.b', 'properties', 'c'], '', 'a_b_properties_c'],
    [['components', 'parameters', 'Page', 'schema'], '', 'parameters_Page'],
    [['components', 'responses', 'No', 'content', 'application/json', 'schema'], '', 'responses_No'],
    [['paths', '/a', 'get', 'parameters', '0', 'schema'], '', 'listA_parameters_query_limit'],
    [['paths', '/a', 'parameters', '0', 'schema'], '', '_a_parameters_header_X_Trace'],
    [
      ['paths', '/a', 'get', 'responses', '400', 'content', 'text/csv', 'schema'],
      '',
      'listA_responses_400_text_csv',
    ],
    [
      ['paths', '/a', 'get', 'requestBody', 'content', 'application/json', 'schema'],
      'request',
      'listA_requestBody_request',
    ],
    [
      ['webhooks', 'sent', 'post', 'requestBody', 'content', 'application/json', 'schema'],
      '',
      'webhooks_sent_post_requestBody',
    ],
    [['x-defs', 'Money'], '', 'x_defs_Money'],
  ])('of %j with %j is %s', (path, view, name) => {
    expect(names().nameOf(path, view)).toBe(name)
  })

  it('are one for each place, however alike their names', () => {
    const given = names()
    const places = [
      ['a_b', 'c'],
      ['a', 'b_c'],
      ['a', 'b', 'c'],
      ['a b', 'c'],
    ].map((rest) => given.nameOf(['x-defs', ...rest], ''))
    expect(new Set(places).size).toBe(places.length)
    expect(given.nameOf(['x-defs', 'a', 'b_c'], '')).toBe(places[1])
  })

  it('are none that a schema or an operation has', () => {
    expect(names().nameOf(['components', 'schemas', 'Quote'], 'request')).toMatch(/^Quote_request_\w{8}$/)
    expect(names().nameOf(['listAValidators'], '')).toMatch(/^listAValidators_\w{8}$/)
  })

  it.each([
    [['components', 'schemas', 'Quote'], 'components["schemas"]["Quote"]'],
    [['components', 'schemas', 'Quote', 'properties', 'a'], 'unknown'],
    [
      ['components', 'responses', 'No', 'content', 'a/b', 'schema'],
      'components["responses"]["No"]["content"]["a/b"]',
    ],
    [
      ['paths', '/a', 'get', 'responses', '200', 'content', 'a/b', 'schema'],
      'paths["/a"]["get"]["responses"][200]["content"]["a/b"]',
    ],
    [
      ['paths', '/a', 'get', 'responses', '4XX', 'content', 'a/b', 'schema'],
      'paths["/a"]["get"]["responses"]["4XX"]["content"]["a/b"]',
    ],
    [
      ['paths', '/a', 'put', 'requestBody', 'content', 'a/b', 'schema'],
      'NonNullable<paths["/a"]["put"]["requestBody"]>["content"]["a/b"]',
    ],
    [['paths', '/a', 'get', 'responses', '200', 'headers', 'X', 'schema'], 'unknown'],
    [['x-defs', 'Money'], 'unknown'],
  ])('at %j prove %s', (path, type) => {
    expect(names().typeOf(path)).toBe(type)
  })

  it('prove the request view of a schema that has one', () => {
    expect(names().typeOf(['components', 'schemas', 'Quote'], 'request')).toBe('requests["Quote"]')
  })
})
