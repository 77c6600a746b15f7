import { describe, expect, it } from 'vitest'
import { ref, schemasDocument } from './support/documents.js'
import { sharedFolder } from '../support/folder.js'
import { surfaceOf, validatorOf } from './support/generated.js'

const folder = sharedFolder()

const branch = (kind: object, more: object = {}) => ({
  type: 'object',
  required: ['kind', 'sum'],
  properties: { kind, sum: { type: 'integer' }, note: { type: 'string' } },
  ...more,
})
const card = branch({ const: 'card' })
const bank = branch({ enum: ['iban', 'swift'] })
const pix = branch({ const: 'pix' }, { additionalProperties: false })
const discriminator = { propertyName: 'kind' }
const union = (...names: string[]) => ({ oneOf: names.map(ref), discriminator })

/** Errors of one value, as `pointer keyword`. */
const errorsOf = async (schemas: object, value: unknown): Promise<string[]> => {
  const validate = await validatorOf(await surfaceOf(folder, schemasDocument(schemas)), 'It')
  validate(value)
  return (validate.errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`)
}

const components = { Card: card, Bank: bank, Pix: pix }

describe('the errors of a tagged union', () => {
  const schemas = { It: union('Card', 'Bank', 'Pix'), ...components }

  it.each([
    ['an unknown tag', { kind: 'cash', sum: 1 }, [' branches']],
    ['no tag', { sum: 1 }, [' branches']],
    ['a tag of another type', { kind: 1, sum: 1 }, [' branches']],
    ['a tag that every object has', JSON.parse('{"kind":"constructor","sum":1}'), [' branches']],
    ['no object', 'card', [' branches']],
    ['null', null, [' branches']],
    ['a list', ['card'], [' branches']],
    ['one fault of the branch', { kind: 'card', sum: 'x' }, ['/sum type']],
    [
      'several faults of the branch',
      { kind: 'pix', note: 1, more: 2 },
      [' required', ' additionalProperties', '/note type'],
    ],
    ['nothing wrong', { kind: 'swift', sum: 1 }, []],
  ])('for %s', async (_what, value, errors) => {
    expect((await errorsOf(schemas, value)).toSorted()).toEqual(errors.toSorted())
  })

  it('name the tag and what it may be', async () => {
    const validate = await validatorOf(await surfaceOf(folder, schemasDocument(schemas)), 'It')
    validate({ kind: 'cash' })
    expect(validate.errors?.[0]).toMatchObject({
      params: { tag: 'kind' },
      message: 'must have "kind" equal to one of: card, iban, swift, pix',
    })
  })

  it('are those of the branch inside lists and members', async () => {
    const nested = {
      It: { type: 'object', properties: { ways: { type: 'array', items: schemas.It } } },
      ...components,
    }
    const value = { ways: [{ kind: 'card', sum: 1 }, { kind: 'cash' }, { kind: 'iban', sum: null }] }
    expect(await errorsOf(nested, value)).toEqual(['/ways/1 branches', '/ways/2/sum type'])
  })
})

describe('unions that are told apart by a tag', () => {
  const wrong = { kind: 'card', sum: 'x' }

  it.each([
    ['anyOf', { anyOf: [ref('Card'), ref('Bank')], discriminator }, {}],
    ['inline branches', { oneOf: [card, bank], discriminator }, {}],
    ['one branch', union('Card'), {}],
    [
      'the tag in a base',
      union('Extended', 'Bank'),
      { Extended: { allOf: [ref('Card'), { type: 'object' }] } },
    ],
    [
      'the tag said in one part and demanded in another',
      union('Extended', 'Bank'),
      {
        Extended: { allOf: [ref('Base'), { properties: { kind: { enum: ['card'] } } }] },
        Base: branch({ type: 'string' }),
      },
    ],
    [
      'the tag beside a reference',
      union('Extended', 'Bank'),
      {
        Extended: { ...ref('Base'), properties: { kind: { const: 'card' } } },
        Base: branch({ type: 'string' }),
      },
    ],
    [
      'the tag in a component of its own',
      union('Own', 'Bank'),
      { Own: branch(ref('Kind')), Kind: { type: 'string', enum: ['card'] } },
    ],
    [
      'a mapping, which adds nothing',
      { ...union('Card', 'Bank'), discriminator: { ...discriminator, mapping: { card: 'Card' } } },
      {},
    ],
    ['null as one more branch of its own', { anyOf: [union('Card', 'Bank'), { type: 'null' }] }, {}],
  ])('with %s', async (_what, It, more) => {
    const errors = await errorsOf({ It, ...components, ...more }, wrong)
    expect(errors).toContain('/sum type')
    expect(errors.filter((error) => error === ' oneOf' || error === '/kind enum')).toEqual([])
  })

  it.each([
    ['a branch that does not demand the tag', branch({ const: 'x' }, { required: ['sum'] })],
    ['a branch whose tag is any text', branch({ type: 'string' })],
    ['a branch with a tag that is no text', branch({ enum: ['x', 1] })],
    ['a branch that is not only for objects', { ...branch({ const: 'x' }), type: ['object', 'null'] }],
    ['a branch without a type', { ...branch({ const: 'x' }), type: undefined }],
    ['a tag that two branches share', branch({ enum: ['x', 'card'] })],
    ['a null branch', { type: 'null' }],
  ])('are judged plainly with %s', async (_what, Other) => {
    const errors = await errorsOf({ It: union('Card', 'Other'), ...components, Other }, wrong)
    expect(errors).toContain(' oneOf')
  })

  it('accept null where one branch does', async () => {
    const schemas = { It: union('Card', 'Bank'), ...components, Card: { ...card, type: ['object', 'null'] } }
    expect(await errorsOf(schemas, null)).toEqual([])
  })
})
