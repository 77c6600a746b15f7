import { describe, expect, it } from 'vitest'
import { UnitNames, type View } from '../../../generator/build/names.js'
import { tableIn } from '../../support/table.js'

const tables = tableIn<{
  readonly names: [string[], View, string][]
  readonly types: [string[], string][]
}>(import.meta.dirname, 'unit-names.yaml')

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
  it.each(tables.names)('of %j with %j is %s', (path, view, name) => {
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

  it.each(tables.types)('at %j prove %s', (path, type) => {
    expect(names().typeOf(path)).toBe(type)
  })

  it('prove the request view of a schema that has one', () => {
    expect(names().typeOf(['components', 'schemas', 'Quote'], 'request')).toBe('requests["Quote"]')
  })
})
