import { describe, expect, it } from 'vitest'
import { ref, schemasDocument } from '../support/documents.js'
import { sharedFolder } from '../../support/folder.js'
import { surfaceOf, validatorOf } from '../support/generated.js'

// What a single schema accepts and refuses stands in tests/schemas.

const folder = sharedFolder()
const text = { type: 'string' }
const times = <Item>(length: number, item: (index: number) => Item): Item[] =>
  Array.from({ length }, (_item, index) => item(index))

describe('unions of very many branches', () => {
  it.each<[string, object, accepts: readonly object[], refuses: readonly object[]]>([
    [
      'under oneOf',
      { oneOf: times(1500, (index) => ({ required: [`a${index % 1499}`] })) },
      [{ a1: 1 }, { a1498: 1 }],
      [{}, { a0: 1 }, { a1: 1, a2: 2 }],
    ],
    [
      'under anyOf',
      {
        anyOf: times(600, (index) => ({
          required: [`a${index}`],
          properties: { [`a${index}`]: text },
        })),
        unevaluatedProperties: false,
      },
      [{ a1: 'x' }, { a599: 'x', a0: 'y' }],
      [{}, { a1: 1 }, { a1: 'x', b: 'x' }, { a1: 'x', a2: 1 }],
    ],
    [
      'that a tag tells apart',
      {
        discriminator: { propertyName: 't' },
        oneOf: times(600, (index) => ({
          type: 'object',
          required: ['t', `a${index}`],
          properties: { t: { const: `t${index}` } },
        })),
      },
      [
        { t: 't0', a0: 1 },
        { t: 't599', a599: 1 },
      ],
      [{}, { t: 't1', a0: 1 }, { t: 't600' }],
    ],
  ])('%s', async (_what, It, accepts, refuses) => {
    const validate = await validatorOf(await surfaceOf(folder, schemasDocument({ It })), 'It')
    expect(accepts.filter((value) => !validate(value))).toEqual([])
    expect(refuses.filter((value) => validate(value))).toEqual([])
  })
})

describe('components', () => {
  it('lead to each other five thousand times', async () => {
    const length = 5000
    const chain = times(length, (index) => [`S${index}`, index + 1 < length ? ref(`S${index + 1}`) : text])
    const surface = await surfaceOf(folder, schemasDocument(Object.fromEntries(chain)))
    const validate = await validatorOf(surface, 'S0')
    expect([validate('a'), validate(1)]).toEqual([true, false])
    expect(Object.keys(surface.schemas)).toHaveLength(length)
  })

  it('do not take for evaluated what another one has evaluated', async () => {
    const closed = { unevaluatedProperties: false }
    const schemas = {
      Base: { type: 'object', properties: { id: text } },
      Wide: { allOf: [ref('Base'), { properties: { more: text } }], ...closed },
      Narrow: { allOf: [ref('Base')], ...closed },
      Wider: { ...ref('Base'), anyOf: [{ properties: { extra: text } }], ...closed },
    }
    const surface = await surfaceOf(folder, schemasDocument(schemas))
    const [wide, narrow, wider] = await Promise.all(
      ['Wide', 'Narrow', 'Wider'].map((name) => validatorOf(surface, name)),
    )
    expect([wide?.({ id: 'a', more: 'b' }), wider?.({ id: 'a', extra: 'b' })]).toEqual([true, true])
    expect([{ id: 'a' }, { more: 'b' }, { extra: 'b' }].map((value) => narrow?.(value))).toEqual([
      true,
      false,
      false,
    ])
  })

  it('have one validator where no direction is marked', async () => {
    const surface = await surfaceOf(folder, schemasDocument({ Text: text }))
    expect(surface.schemaValidators['Text']).toEqual({ request: 'Text', response: 'Text' })
  })
})
