import { beforeAll, describe, expect, it } from 'vitest'
import type { Surface } from '../../runtime/surface.js'
import { sharedFolder } from '../support/folder.js'
import { tableIn, withReferences } from '../support/table.js'
import { document } from './support/documents.js'
import { generateOne, surfaceOf, surfacesOf } from './support/generated.js'

interface Given {
  /** Members of `GET /it` besides its name and a response. */
  readonly get?: object
  /** Members of its path item. */
  readonly path?: object
  /** Members of the document. */
  readonly root?: object
}

const tables = tableIn<{
  readonly names: readonly (readonly [what: string, paths: object, names: string[]])[]
  readonly members: readonly (readonly [
    what: string,
    given: Given,
    members: Readonly<Record<string, unknown>>,
  ])[]
}>(import.meta.dirname, 'operations.yaml')

const folder = sharedFolder()
const responses = { 204: { description: 'done' } }

const documentWith = ({ get, path, root }: Given): object =>
  document(
    withReferences({
      ...root,
      paths: { '/it': { ...path, get: { operationId: 'it', responses, ...get } }, ...Object(root).paths },
    }) as object,
  )

let surfaces: readonly Surface[]
beforeAll(async () => {
  const given = tables.members.map(([, row]) => documentWith(row))
  surfaces = await surfacesOf(folder, [...tables.names.map(([, paths]) => document({ paths })), ...given])
})

it.each(tables.names.map(([what, , names], index) => ({ what, names, index })))(
  'names of operations are $what',
  ({ names, index }) => {
    expect(Object.keys(surfaces[index]?.operations ?? {})).toEqual(names)
  },
)

it.each(tables.members.map(([what, , members], index) => ({ what, members, index })))(
  'an operation has $what',
  ({ members, index }) => {
    const operation = surfaces[tables.names.length + index]?.operations['it'] ?? {}
    const own = Object.entries(operation).filter(([name]) => name in members)
    expect(Object.fromEntries(own)).toEqual(members)
  },
)

describe('the tables of a document', () => {
  const put = (operationId: string, schema: object) => ({
    operationId,
    responses,
    requestBody: { content: { 'application/json': { schema } } },
  })
  const judging = (surface: Surface, name: string) => {
    const { requestBody } = surface.operations[name] ?? surface.webhooks[name] ?? {}
    return surface.validator(requestBody?.content['application/json']?.validator ?? '')
  }

  it('have validators of their own for names that differ by case only', async () => {
    const paths = { '/a': { put: put('x', { type: 'string' }), post: put('X', { type: 'integer' }) } }
    const surface = await surfaceOf(folder, document({ paths }))
    const [lower, upper] = [await judging(surface, 'x'), await judging(surface, 'X')]
    expect([lower('a'), lower(1), upper('a'), upper(1)]).toEqual([true, false, false, true])
  })

  it('have validators that miss a body only where it is required', async () => {
    const requestBody = { content: { 'application/json': { schema: { type: 'string' } } } }
    const put = { responses, requestBody: { ...requestBody, required: true } }
    const paths = { '/a': { put, post: { responses, requestBody } } }
    const { files } = await generateOne(document({ paths }))
    const code = files.find(({ path }) => path === 'it/validators.js')?.content ?? ''
    expect(code.match(/judge\(\w+, \{|isBodyRequired: \w+/g)).toEqual([
      'judge(put_aResponses, {',
      'isBodyRequired: true',
      'judge(post_aResponses, {',
    ])
  })

  it('keep everything of security schemes but their prose', async () => {
    const key = { type: 'apiKey', in: 'header', name: 'X-Key' }
    const securitySchemes = { key: { ...key, description: 'ask us' } }
    const surface = await surfaceOf(folder, document({ components: { securitySchemes } }))
    expect(surface.securitySchemes).toEqual({ key })
  })

  it('have webhooks without any path, and operations of path items by reference', async () => {
    const { paths: _paths, ...root } = document({
      webhooks: { 'quote/settled': { post: put('it', { type: 'string' }) } },
    }) as Record<string, unknown>
    const surface = await surfaceOf(folder, root)
    expect(surface.operations).toEqual({})
    const at = { path: 'quote/settled', method: 'post', pointer: '#/webhooks/quote~1settled/post' }
    expect(surface.webhooks['it']).toMatchObject(at)
    const validate = await judging(surface, 'it')
    expect([validate('a'), validate(1)]).toEqual([true, false])
    const components = { pathItems: { A: { post: put('it', {}) } } }
    const paths = { '/a': { $ref: '#/components/pathItems/A' } }
    const { operations } = await surfaceOf(folder, document({ paths, components }))
    expect(operations['it']).toMatchObject({ path: '/a', pointer: '#/components/pathItems/A/post' })
  })

  it('have webhooks of an extension, and nothing where a reference names nothing', async () => {
    const hook = { post: { operationId: 'came', responses: {} } }
    const { webhooks } = await surfaceOf(folder, document({ 'x-webhooks': { came: hook } }, '3.0.3'))
    expect(Object.keys(webhooks)).toEqual(['came'])
    const gone = { description: '', content: { $ref: '#/components/content/A' } }
    const get = { responses: { 200: gone, 201: { $ref: '#/components/responses/Gone' } } }
    const { operations } = await surfaceOf(folder, document({ paths: { '/a': { get } } }), { lenient: true })
    expect(JSON.stringify(operations)).not.toContain('$ref')
    expect(Object.keys(operations['get_a']?.responses ?? {})).toEqual(['200', '201'])
  })
})
