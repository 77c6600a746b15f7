import { describe, expect, it } from 'vitest'
import { exportedNames } from '../../../generator/build/names.js'

const digest = expect.stringMatching(/_[\da-f]{8}$/)

describe('component schemas are exported as', () => {
  it.each<[schema: string, name: unknown]>([
    ['Customer', 'Customer'],
    ['Page.Of', 'Page_Of'],
    ['3D', '_3D'],
    ['string', 'string_'],
    ['class', 'class_'],
    ['default', '_default'],
    ['createClient', 'createClient_'],
    ['components', 'components_'],
    ['ünï', expect.stringMatching(/^\w+$/)],
  ])('%s: %s', (schema, name) => {
    expect(exportedNames([schema], []).schemas.get(schema)).toEqual(name)
  })

  it.each([
    ['in one order', ['a b', 'a/b', 'a_b']],
    ['in another', ['a_b', 'a/b', 'a b']],
  ])('different names when they are alike, %s of the document', (_, schemas) => {
    const names = exportedNames(schemas, []).schemas
    expect(names.get('a_b')).toBe('a_b')
    expect(names.get('a b')).toEqual(digest)
    expect(names.get('a/b')).toEqual(digest)
  })
})

describe('operations are exported as', () => {
  it.each([
    ['createCustomer', 'createCustomer', 'CreateCustomer'],
    ['repos/get-commit', 'reposGetCommit', 'ReposGetCommit'],
    ['get_user', 'get_user', 'Get_user'],
    ['delete', 'deleteOperation', 'Delete'],
    ['call', 'callOperation', 'Call'],
  ])('%s: %s', (operation, name, type) => {
    expect(exportedNames([], [operation]).operations.get(operation)).toEqual({ function: name, type })
  })

  it('another name where a schema has the one of a type', () => {
    const { schemas, operations } = exportedNames(['PutTreeBody', 'ping'], ['putTree', 'ping'])
    expect([...schemas.values()]).toEqual(['PutTreeBody', 'ping'])
    expect(operations.get('putTree')).toEqual({ function: 'putTree', type: 'PutTreeOperation' })
    expect(operations.get('ping')?.function).toBe('pingOperation')
  })

  it.each([
    ['a schema of the same odd name', ['🦊'], ['🦊', '?']],
    ['names like their digests', ['a.b'], ['get/user', 'getUser', 'getUserOperation', 'getUser_83c73368']],
  ])('names of their own beside %s', (_, schemas, operations) => {
    const names = exportedNames(schemas, operations)
    const all = [...names.operations.values()].map(({ function: name }) => name)
    expect(new Set([...all, ...names.schemas.values()]).size).toBe(all.length + schemas.length)
  })

  it('different names when they are alike, whatever their order', () => {
    const one = exportedNames([], ['get-user', 'getUser', 'get/user']).operations
    expect(one).toEqual(exportedNames([], ['get/user', 'getUser', 'get-user']).operations)
    expect(one.get('getUser')?.function).toBe('getUser')
    expect(new Set([...one.values()].map(({ function: name }) => name)).size).toBe(3)
  })
})
