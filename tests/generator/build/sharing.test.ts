import { describe, expect, it } from 'vitest'
import { ref, schemasDocument } from '../support/documents.js'
import { sharedFolder } from '../../support/folder.js'
import { generateOne, surfaceOf, validatorOf } from '../support/generated.js'

const folder = sharedFolder()

const person = (extra: object = {}): object => ({
  type: 'object',
  required: ['id'],
  properties: Object.fromEntries(
    ['id', 'name', 'street', 'city', 'country', 'note', 'language', 'zone', 'mail', 'phone'].map((name) => [
      name,
      { type: 'string' },
    ]),
  ),
  ...extra,
})

/** Names of the validation functions. */
const functionsOf = async (schemas: object): Promise<string[]> => {
  const { files } = await generateOne(schemasDocument(schemas), { tablesOnly: true })
  const code = files.find(({ path }) => path === 'it/validators.js')?.content ?? ''
  return Array.from(code.matchAll(/^function (\w+|\$\w*)\(/gm), ([, name = '']) => name.replace('$', ''))
}

const holders = {
  A: { type: 'object', properties: { owner: person(), other: { type: 'array', items: person() } } },
  B: { oneOf: [person(), { type: 'integer' }] },
}

describe('what a document writes more than once', () => {
  it('is printed once', async () => {
    expect(await functionsOf(holders)).toEqual(['A', 'B', expect.stringMatching(/^_[\da-f]{8}$/), '_string'])
  })

  it('is printed as the component that is written alike', async () => {
    expect(await functionsOf({ ...holders, Person: person() })).toEqual(['A', 'B', 'Person', '_string'])
  })

  it('is not taken for what differs', async () => {
    const other = { C: { properties: { owner: person({ minProperties: 2 }) } } }
    const surface = await surfaceOf(folder, schemasDocument({ ...holders, ...other }))
    const [a, c] = await Promise.all([validatorOf(surface, 'A'), validatorOf(surface, 'C')])
    expect([a({ owner: { id: 'x' } }), c({ owner: { id: 'x' } })]).toEqual([true, false])
  })

  it('is printed as one function if it is a list of one of several units, though it stands once', async () => {
    const items = { oneOf: [ref('Text'), ref('Count')] }
    const parts = { Text: { type: 'string' }, Count: { type: 'integer' } }
    expect(await functionsOf({ ...parts, Holder: { properties: { list: { items } } } })).toEqual([
      'Count',
      'Holder',
      'Text',
      expect.stringMatching(/^_[\da-f]{8}$/),
    ])
  })

  it('is judged where it stands, with errors that say where', async () => {
    const surface = await surfaceOf(folder, schemasDocument(holders))
    const validate = await validatorOf(surface, 'A')
    expect(validate({ owner: { id: 'x' }, other: [{ id: 'x' }, { name: 1 }] })).toBe(false)
    expect(validate.errors).toBe(validate.errors)
    expect(validate.errors?.map(({ instancePath, keyword }) => [instancePath, keyword])).toEqual([
      ['/other/1', 'required'],
      ['/other/1/name', 'type'],
    ])
  })
})
