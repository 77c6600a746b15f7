import { describe, expect, it } from 'vitest'
import { peculiaritiesOf, smallestValue } from '../../../document/values/index.js'
import type { JsonSchema } from '../../../runtime/surface.js'
import { covering, sourceOf } from './support.js'

const kindsOf = (value: unknown): string[] => peculiaritiesOf(value).map(({ kind }) => kind)

const text = { type: 'string' } as const

/** A list of more items than are made otherwise, each with its own schema. */
const prefixed: JsonSchema = {
  type: 'array',
  minItems: 11,
  prefixItems: Array.from({ length: 11 }, (_, index) => ({ const: index })),
}

describe('the smallest value', () => {
  it('is what is known of a name', () => {
    const known = (name: string): unknown[] => (name === 'petId' ? ['p-7'] : [])
    const schema = { type: 'object', required: ['petId'], properties: { petId: text } }
    expect(smallestValue(schema, sourceOf({}, { known }))).toEqual({ petId: 'p-7' })
  })

  it('is another one each time where names are to differ', () => {
    let count = 0
    const source = sourceOf({}, { distinct: () => `n${count++}` })
    const properties = { name: text, email: { ...text, format: 'email' } }
    const schema = { type: 'object', required: ['name', 'email'], properties }
    expect(smallestValue(schema, source)).toEqual({ name: 'Sample-n0', email: 'sample.n1@example.com' })
    expect(smallestValue(schema, source)).toEqual({ name: 'Sample-n2', email: 'sample.n3@example.com' })
    const ids = [1, 2].map(() => String(smallestValue({ ...text, format: 'uuid' }, source)))
    expect(ids).toEqual(
      ids.map(() => expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/)),
    )
    expect(new Set(ids).size).toBe(2)
  })

  it('is undefined where nothing satisfies', () => {
    const open = { type: 'object', properties: { a: text } }
    expect(smallestValue({ oneOf: [open, open] }, sourceOf())).toBeUndefined()
    expect(smallestValue({ allOf: [text, { type: 'integer' }] }, sourceOf())).toBeUndefined()
  })
})

describe('covering values', () => {
  const membersOf = (names: readonly string[]): string[][] => {
    const properties = Object.fromEntries(names.map((name) => [name, { const: 1 }]))
    return covering({ type: 'object', properties }).map((value) => Object.keys(value as object))
  }

  it.each<readonly [string, JsonSchema, unknown]>([
    ['a list of two', { type: 'array', items: { const: 1 } }, [1, 1]],
    ['all items that have a schema of their own', prefixed, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  ])('have %s', (_, schema, value) => {
    expect(covering(schema)).toContainEqual(value)
  })

  it.each<readonly [JsonSchema, number]>([
    [{ const: 1 }, 1000],
    // A service may create a thing for each.
    [{ type: 'object' }, 60],
  ])('have long lists of %j with %i items', (items, length) => {
    const lengths = covering({ type: 'array', items }).map((value) => (value as unknown[]).length)
    expect(Math.max(...lengths)).toBe(length)
  })

  it('have each two optional members both, neither, and each alone', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    const found = membersOf(names)
    for (const a of names)
      for (const b of names.filter((name) => name !== a)) {
        const pairs = found.map((keys) => `${keys.includes(a)} ${keys.includes(b)}`)
        expect(new Set(pairs).size).toBe(4)
      }
  })

  it('have all members but each one, however many there are', () => {
    const names = Array.from({ length: 20 }, (_, index) => `m${index}`)
    const found = membersOf(names).filter((keys) => keys.length === 19)
    expect(names.filter((name) => !found.some((keys) => !keys.includes(name)))).toEqual([])
  })

  it('name the kind that a discriminator selects', () => {
    const pet = {
      type: 'object',
      required: ['kind'],
      properties: { kind: text },
      discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat' } },
    }
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
    const of = (member: string) => ({
      allOf: [ref('Pet'), { required: [member], properties: { [member]: { type: 'boolean' } } }],
    })
    const schemas = { Pet: pet, Cat: of('purrs'), Dog: of('barks') }
    const dog = { kind: 'Dog', barks: true }
    expect(covering(ref('Pet'), schemas).slice(0, 2)).toEqual([{ kind: 'cat', purrs: true }, dog])
    expect(covering({ oneOf: [ref('Cat'), ref('Dog')] }, schemas)).toContainEqual(dog)
  })

  it('nest what may be nested', () => {
    const schemas = { Node: { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } } }
    const found = covering({ $ref: '#/components/schemas/Node' }, schemas)
    expect(found.map((value) => kindsOf(value).join(' '))).toContain('deep empty-object')
  })

  it('are plain first, and without what a validator refuses', () => {
    const schema = { type: 'object', properties: { name: text } }
    const accepts = (value: unknown): boolean => JSON.stringify(value).length < 100
    const found = covering(schema, {}, { accepts })
    expect(found.slice(0, 3)).toEqual([{}, { name: 'Sample' }, { name: 'x' }])
    expect(found.slice(0, 3).flatMap(kindsOf)).toEqual(['empty-object'])
    expect(found.every(accepts)).toBe(true)
  })

  it('repeat the variants of any value in a list, and not in lists of lists', () => {
    const found = covering({ type: 'object', properties: { where: {} } }).map((one) => JSON.stringify(one))
    expect(found).toEqual(
      expect.arrayContaining(['{"where":[null]}', '{"where":[["Sample"]]}', '{"where":0}']),
    )
    expect(found.filter((one) => one.includes('[[[') || one.includes('[[0'))).toEqual([])
  })
})
