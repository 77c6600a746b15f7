import { describe, expect, it } from 'vitest'
import { Homes } from '../../../generator/build/homes.js'

const homes = () => new Homes(new Map([['/a\nget', 'listA']]))

describe('homes of validators', () => {
  it.each([
    [['components', 'schemas', 'Quote'], '', { module: 'schemas/Quote', exportName: 'default' }],
    [
      ['components', 'schemas', 'Quote'],
      'request',
      { module: 'schemas/Quote.request', exportName: 'default' },
    ],
    [
      ['paths', '/a', 'get', 'parameters', '0', 'schema'],
      '',
      { module: 'operations/listA', exportName: 'parameters_0_schema' },
    ],
    [
      ['paths', '/a', 'parameters', '0', 'schema'],
      '',
      { module: 'paths/a_6a50dc85', exportName: 'parameters_0_schema' },
    ],
    [
      ['webhooks', 'sent', 'post', 'requestBody', 'content', 'a/b', 'schema'],
      'response',
      { module: 'webhooks/sent', exportName: 'post_requestBody_content_a_b_schema_response' },
    ],
    [['x-defs', 'Money'], '', { module: 'others/x-defs', exportName: 'Money_' }],
  ] as const)('of %j with %j', (path, suffix, home) => {
    expect(homes().home(path, suffix)).toEqual(home)
  })

  it('are one for each place, however alike their names', () => {
    const given = homes()
    const places = [
      ['a_b', 'c'],
      ['a', 'b_c'],
      ['a', 'b', 'c'],
      ['a b', 'c'],
    ].map((rest) => given.home(['x-defs', ...rest], '').exportName)
    expect(new Set(places).size).toBe(places.length)
    expect(given.home(['x-defs', 'a', 'b_c'], '').exportName).toBe(places[1])
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
    expect(homes().typeOf(path)).toBe(type)
  })

  it('prove the request view of a schema that has one', () => {
    expect(homes().typeOf(['components', 'schemas', 'Quote'], 'request')).toBe(
      'RequestOf<components, "Quote">',
    )
  })
})
