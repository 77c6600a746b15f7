import { describe, expect, it } from 'vitest'
import { schemasDocument } from '../support/documents.js'
import { generateOne, surfaceOf, temporaryFolder, validatorOf } from '../support/generated.js'

const folder = temporaryFolder()

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

const moduleNames = async (schemas: object): Promise<string[]> => {
  const { files } = await generateOne(schemasDocument(schemas), { tablesOnly: true })
  return files.flatMap(({ path }) => /^it\/validators\/((?:schemas|shared)\/.*)\.js$/.exec(path)?.[1] ?? [])
}

const holders = {
  A: { type: 'object', properties: { owner: person(), other: { type: 'array', items: person() } } },
  B: { oneOf: [person(), { type: 'integer' }] },
}

describe('what a document writes more than once', () => {
  it('is printed once', async () => {
    const { files } = await generateOne(schemasDocument(holders), { tablesOnly: true })
    const code = files.flatMap(({ path, content }) => (/validators\/.*\.js$/.test(path) ? content : []))
    expect(code.join('\n').match(/"#\/properties\/street\/type"/g)).toHaveLength(1)
  })

  it('is printed as the component that is written alike', async () => {
    expect(await moduleNames({ ...holders, Person: person() })).toEqual([
      'schemas/A',
      'schemas/B',
      'schemas/Person',
    ])
  })

  it('is not taken for what differs', async () => {
    const other = { C: { properties: { owner: person({ minProperties: 2 }) } } }
    const surface = await surfaceOf(folder, schemasDocument({ ...holders, ...other }))
    const [a, c] = await Promise.all([validatorOf(surface, 'A'), validatorOf(surface, 'C')])
    expect([a({ owner: { id: 'x' } }), c({ owner: { id: 'x' } })]).toEqual([true, false])
  })

  it('is judged where it stands, with errors that say where', async () => {
    const surface = await surfaceOf(folder, schemasDocument(holders))
    const validate = await validatorOf(surface, 'A')
    expect(validate({ owner: { id: 'x' }, other: [{ id: 'x' }, { name: 1 }] })).toBe(false)
    expect(validate.errors?.map(({ instancePath, keyword }) => [instancePath, keyword])).toEqual([
      ['/other/1', 'required'],
      ['/other/1/name', 'type'],
    ])
  })
})
