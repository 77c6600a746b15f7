import { describe, expect, it } from 'vitest'
import { type OperationRow, operationsOf, schemaValidatorsOf } from '../../runtime/surface.js'

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` })
const validators = { A: { request: 'A_request', response: 'A' }, 'B/b': { request: 'B', response: 'B' } }

const filled = (row: object, usual?: object): Record<string, unknown> => {
  const rows = { op: { method: 'post', path: '/a/{b}', ...row } as OperationRow }
  return { ...operationsOf('paths', rows, validators, usual)['op'] }
}

const here = '#/paths/~1a~1{b}/post'
const inStyle = (style: string, explode: boolean, required = false): object => {
  return { required, deprecated: false, allowReserved: false, style, explode }
}

describe('a row of a table', () => {
  it('gets what follows from its place', () => {
    expect(filled({})).toEqual({
      operationId: 'op',
      method: 'post',
      path: '/a/{b}',
      pointer: here,
      tags: [],
      deprecated: false,
      security: [],
      parameters: [],
      responses: {},
    })
  })

  it('keeps what it says, before what most operations have', () => {
    const usual = { servers: ['/'], security: [{ key: [] }] }
    expect(filled({ deprecated: true, security: [], pointer: '#/x' }, usual)).toMatchObject({
      deprecated: true,
      security: [],
      servers: ['/'],
      pointer: '#/x',
    })
  })

  it.each([
    [{ in: 'query', name: 'a' }, inStyle('form', true)],
    [{ in: 'cookie', name: 'a' }, inStyle('form', true)],
    [{ in: 'header', name: 'a' }, inStyle('simple', false)],
    [{ in: 'path', name: 'a' }, inStyle('simple', false, true)],
    [{ in: 'query', name: 'a', style: 'deepObject' }, inStyle('deepObject', false)],
    [{ in: 'header', name: 'a', style: 'form' }, inStyle('form', true)],
    [{ in: 'query', name: 'a', schema: ref('A') }, { validator: 'A_request' }],
    [{ in: 'query', name: 'a', schema: ref('B~1b') }, { validator: 'B' }],
    [{ in: 'query', name: 'a', schema: ref('A/properties/x'), validator: 'own' }, { validator: 'own' }],
    [
      { in: 'query', name: 'a', content: { 'a/b': { schema: ref('A') } } },
      { content: { 'a/b': { pointer: `${here}/parameters/0/content/a~1b`, validator: 'A_request' } } },
    ],
    [
      { in: 'query', name: 'a', pointer: '#/p', content: { 'a/b': {} } },
      { pointer: '#/p', content: { 'a/b': { pointer: '#/p/content/a~1b' } } },
    ],
  ])('gets the rest of the parameter %j', (given, rest) => {
    const { parameters } = filled({ parameters: [given] })
    expect(parameters).toMatchObject([{ pointer: `${here}/parameters/0`, ...given, ...rest }])
  })

  it('has no validator where the schema is not a component', () => {
    const parameters = [true, ref('None'), ref('A/properties/x')].map((schema) => ({ in: 'query', schema }))
    expect(JSON.stringify(filled({ parameters })['parameters'])).not.toContain('validator')
  })

  it('gets its body and its responses, with the direction of each', () => {
    const schema = ref('A')
    const content = { 'a/b': { schema } }
    const { requestBody, responses } = filled({
      requestBody: { content },
      responses: { 200: { headers: { 'x/y': { schema } }, content } },
      errors: { default: { pointer: '#/e' }, '4XX': {} },
    })
    const bodyAt = (pointer: string, validator: string) => ({
      pointer,
      content: { 'a/b': { schema, pointer: `${pointer}/content/a~1b`, validator } },
    })
    expect(requestBody).toEqual({ ...bodyAt(`${here}/requestBody`, 'A_request'), required: false })
    const at = `${here}/responses/200`
    const header = { schema, pointer: `${at}/headers/x~1y`, required: false, validator: 'A' }
    const empty = { headers: {}, content: {} }
    expect(responses).toEqual({
      200: { ...bodyAt(at, 'A'), headers: { 'x/y': header } },
      default: { pointer: '#/e', ...empty },
      '4XX': { pointer: `${here}/responses/4XX`, ...empty },
    })
  })

  it('has the content of a shared body below that body', () => {
    const { requestBody } = filled({ requestBody: { pointer: '#/b', content: { 'a/b': {} } } })
    expect(requestBody).toMatchObject({ pointer: '#/b', content: { 'a/b': { pointer: '#/b/content/a~1b' } } })
  })

  it('is one object with what other operations have in common with it', () => {
    const shared = { pointer: '#/components/responses/E' }
    const own = { content: {} }
    const row = (path: string) => ({ method: 'get', path, responses: { 400: shared, 500: own } })
    const { a, b } = operationsOf('webhooks', { a: row('a'), b: row('b') }, validators)
    expect(a?.responses['400']).toBe(b?.responses['400'])
    expect([a?.responses['500']?.pointer, b?.responses['500']?.pointer]).toEqual([
      '#/webhooks/a/get/responses/500',
      '#/webhooks/b/get/responses/500',
    ])
  })
})

it('names of validators are those of schemas, apart from those that are listed', () => {
  expect(schemaValidatorsOf({ A: true, C: true }, { A: validators.A })).toEqual({
    A: validators.A,
    C: { request: 'C', response: 'C' },
  })
})
