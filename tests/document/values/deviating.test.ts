import { describe, expect, it } from 'vitest'
import { deviatingValues } from '../../../document/values/index.js'
import { deviations, sourceOf } from './support.js'

describe('values that deviate', () => {
  it('say what is wrong, where, and what would be right', () => {
    const schema = {
      type: 'object',
      properties: { page: { type: 'object', properties: { limit: { type: 'integer', maximum: 100 } } } },
    }
    const found = [...deviatingValues(schema, sourceOf())].find(({ keyword }) => keyword === 'maximum')
    expect(found).toEqual({
      value: { page: { limit: 101 } },
      keyword: 'maximum',
      at: '/page/limit',
      pointer: '#/components/schemas/It/properties/page/properties/limit',
      says: '"page.limit" is 101, but must be at most 100',
    })
  })

  it('break no keyword that is about another type', () => {
    const found = deviations({ type: 'object', properties: { a: { type: 'integer', format: 'date' } } })
    expect(found).toContain('type /a')
    expect(found).not.toContain('format /a')
  })

  it('mark what frameworks read as valid on purpose', () => {
    const schema = { type: 'object', properties: { a: { type: 'integer' } } }
    const found = [...deviatingValues(schema, sourceOf())].filter(({ at }) => at === '/a')
    const coercible = found.flatMap(({ value, isCoercible }) => (isCoercible === true ? [value] : []))
    expect(coercible).toEqual([{ a: 1.5 }, { a: null }, { a: true }, { a: '5' }])
    expect(found.map(({ value }) => value)).toContainEqual({ a: 'sample' })
    const listed = [...deviatingValues({ enum: ['Ab'] }, sourceOf())].map(({ value }) => value)
    expect(listed).toContain('AB')
    expect(listed).not.toContain('ab')
  })

  it('are none that another branch allows', () => {
    const schema = { anyOf: [{ type: 'integer', maximum: 9 }, { type: 'string' }, { type: 'null' }] }
    const found = [...deviatingValues(schema, sourceOf())].map(({ value }) => value)
    expect(found).toContain(10)
    expect(found).not.toContain('sample')
    expect(found).not.toContain(null)
  })
})
