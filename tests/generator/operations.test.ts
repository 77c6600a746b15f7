import { describe, expect, it } from 'vitest'
import type { Operation } from '../../runtime/surface.js'
import { document } from './support/documents.js'
import { sharedFolder } from '../support/folder.js'
import { surfaceOf } from './support/generated.js'
import { tableIn } from '../support/table.js'

const tables = tableIn<{
  readonly names: [string, object, string[]][]
}>(import.meta.dirname, 'operations.yaml')

const folder = sharedFolder()
const text = { type: 'string' }
const responses = { 204: { description: 'done' } }

const surfaceWith = (members: object) => surfaceOf(folder, document(members))

const operationIn = async (members: object, name = 'it'): Promise<Operation> => {
  const surface = await surfaceWith(members)
  const operation = surface.operations[name] ?? surface.webhooks[name]
  if (!operation) throw new Error(`no operation is named ${name}`)
  return operation
}

/** The operation `it` at `GET /it`, with what is given beside the obligatory members. */
const get = (operation: object, item: object = {}, root: object = {}) =>
  operationIn({ ...root, paths: { '/it': { ...item, get: { operationId: 'it', responses, ...operation } } } })

describe('names of operations', () => {
  const names = async (paths: object) => Object.keys((await surfaceWith({ paths })).operations)

  it.each(tables.names)('are %s', async (_what, paths, expected) => {
    expect(await names(paths)).toEqual(expected)
  })

  it('lead to validators of their own where they differ by case only', async () => {
    const body = (schema: object) => ({
      responses,
      requestBody: { content: { 'application/json': { schema } } },
    })
    const surface = await surfaceWith({
      paths: {
        '/a': {
          put: { operationId: 'x', ...body(text) },
          post: { operationId: 'X', ...body({ type: 'integer' }) },
        },
      },
    })
    const judge = async (name: string, value: unknown) =>
      (
        await surface.validator(
          surface.operations[name]?.requestBody?.content['application/json']?.validator ?? '',
        )
      )(value)
    expect(await Promise.all([judge('x', 'a'), judge('x', 1), judge('X', 'a'), judge('X', 1)])).toEqual([
      true,
      false,
      false,
      true,
    ])
  })
})

describe('parameters', () => {
  const query = (name: string, more: object = {}) => ({ name, in: 'query', schema: text, ...more })

  it('of the path item come first, and give way to those of the operation', async () => {
    const { parameters } = await get(
      { parameters: [query('page', { required: true }), { name: 'page', in: 'header', schema: text }] },
      { parameters: [query('page'), query('size')] },
    )
    expect(
      parameters.map((parameter) => [parameter.in, parameter.name, parameter.required, parameter.pointer]),
    ).toEqual([
      ['query', 'page', true, '#/paths/~1it/get/parameters/0'],
      ['query', 'size', false, '#/paths/~1it/parameters/1'],
      ['header', 'page', false, '#/paths/~1it/get/parameters/1'],
    ])
  })

  it.each([
    ['query', {}, 'form', true],
    ['query', { style: 'spaceDelimited' }, 'spaceDelimited', false],
    ['query', { style: 'pipeDelimited', explode: true }, 'pipeDelimited', true],
    ['query', { style: 'deepObject', explode: true }, 'deepObject', true],
    ['query', { explode: false }, 'form', false],
    ['path', {}, 'simple', false],
    ['path', { style: 'label' }, 'label', false],
    ['path', { style: 'matrix', explode: true }, 'matrix', true],
    ['header', {}, 'simple', false],
    ['cookie', {}, 'form', true],
    ['cookie', { style: 'form', explode: false }, 'form', false],
  ])('in %s with %j have style %s, explode %s', async (location, more, style, explode) => {
    const { parameters } = await get({ parameters: [{ name: 'a', in: location, schema: text, ...more }] })
    expect(parameters[0]).toMatchObject({
      style,
      explode,
      required: location === 'path',
      deprecated: false,
      allowReserved: false,
    })
  })

  it('keep what the document says of them', async () => {
    const { parameters } = await get({
      parameters: [
        query('a', { deprecated: true, allowReserved: true, example: 'x' }),
        { name: 'b', in: 'query', content: { 'application/json': { schema: text, example: 'y' } } },
      ],
    })
    expect(parameters).toMatchObject([
      {
        name: 'a',
        deprecated: true,
        allowReserved: true,
        example: 'x',
        schema: text,
        validator: '_string',
      },
      { name: 'b', content: { 'application/json': { schema: text, examples: { example: 'y' } } } },
    ])
    expect(parameters[1]).not.toHaveProperty('schema')
  })

  it('may be references, also into another operation', async () => {
    const { parameters } = await operationIn({
      paths: {
        '/other': { get: { operationId: 'other', responses, parameters: [query('a')] } },
        '/it': {
          get: {
            operationId: 'it',
            responses,
            parameters: [{ $ref: '#/components/parameters/B' }, { $ref: '#/paths/~1other/get/parameters/0' }],
          },
        },
      },
      components: { parameters: { B: { $ref: '#/components/parameters/C' }, C: query('c') } },
    })
    expect(parameters.map(({ name, pointer, validator }) => [name, pointer, validator])).toEqual([
      ['c', '#/components/parameters/C', '_string'],
      ['a', '#/paths/~1other/get/parameters/0', '_string'],
    ])
  })
})

describe('security', () => {
  it.each([
    ['of the document', {}, [{ key: [] }], [{ key: [] }]],
    ['of the operation', { security: [{ oauth: ['read'] }] }, [{ key: [] }], [{ oauth: ['read'] }]],
    ['switched off', { security: [] }, [{ key: [] }], []],
    ['optional', { security: [{}, { key: [] }] }, undefined, [{}, { key: [] }]],
    ['never said', {}, undefined, []],
    [
      'of two schemes at once',
      { security: [{ key: [], signature: [] }] },
      undefined,
      [{ key: [], signature: [] }],
    ],
  ])('is that %s', async (_whose, operation, security, expected) => {
    expect((await get(operation, {}, security ? { security } : {})).security).toEqual(expected)
  })

  it('schemes keep everything but their prose', async () => {
    const surface = await surfaceWith({
      components: {
        securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key', description: 'ask us' } },
      },
    })
    expect(surface.securitySchemes).toEqual({ key: { type: 'apiKey', in: 'header', name: 'X-Key' } })
  })
})

describe('servers', () => {
  const at = (...urls: string[]) => ({ servers: urls.map((url) => ({ url })) })

  it.each([
    ['of the operation', at('/o'), at('/p'), at('/d'), ['/o']],
    ['of the path item', {}, at('/p'), at('/d'), ['/p']],
    ['of the document', {}, {}, at('https://a.example', '/{region}'), ['https://a.example', '/{region}']],
    ['of nobody', {}, {}, {}, ['/']],
    ['of the document where the operation has an empty list', at(), {}, at('/d'), ['/d']],
  ])('are those %s', async (_whose, operation, item, root, expected) => {
    expect((await get(operation, item, root)).servers).toEqual(expected)
  })
})

describe('bodies', () => {
  const json = (schema: object, more: object = {}) => ({ 'application/json': { schema, ...more } })

  it('keep responses by status, range and default', async () => {
    const { responses: kept } = await get(
      {
        responses: {
          200: { description: 'fine', content: json(text) },
          '4XX': { $ref: '#/components/responses/Refused' },
          default: { description: 'else' },
          'x-note': { a: 1 },
        },
      },
      {},
      {
        components: {
          responses: {
            Refused: {
              description: 'no',
              content: {
                'text/plain': {},
                'application/problem+json; charset=utf-8': { schema: { type: 'object' } },
              },
            },
          },
        },
      },
    )
    expect(Object.keys(kept)).toEqual(['200', '4XX', 'default'])
    expect(kept).toMatchObject({
      200: {
        pointer: '#/paths/~1it/get/responses/200',
        content: {
          'application/json': { validator: 'it_responses_200' },
        },
      },
      '4XX': {
        pointer: '#/components/responses/Refused',
        content: {
          'text/plain': { pointer: '#/components/responses/Refused/content/text~1plain' },
          'application/problem+json; charset=utf-8': { schema: { type: 'object' } },
        },
      },
      default: { content: {}, headers: {} },
    })
    expect(kept['4XX']?.content['text/plain']).not.toHaveProperty('validator')
  })

  it('keep headers whose names begin as extensions do', async () => {
    const headers = { 'x-left': { schema: { type: 'integer' } } }
    const responses = { 200: { description: 'ok', headers, content: {} }, 'x-note': {} }
    const { responses: kept } = await get({ responses })
    expect(Object.keys(kept)).toEqual(['200'])
    expect(Object.keys(kept['200']?.headers ?? {})).toEqual(['x-left'])
  })

  it('keep headers, and whether they are required', async () => {
    const { responses: kept } = await get(
      {
        responses: {
          200: {
            description: '',
            headers: { 'X-A': { required: true, schema: text }, 'X-B': { $ref: '#/components/headers/B' } },
          },
        },
      },
      {},
      { components: { headers: { B: { schema: { type: 'integer' } } } } },
    )
    expect(kept['200']?.headers).toEqual({
      'X-A': {
        pointer: '#/paths/~1it/get/responses/200/headers/X-A',
        required: true,
        schema: text,
        validator: 'it_responses_200_headers_X_A',
      },
      'X-B': {
        pointer: '#/components/headers/B',
        required: false,
        schema: { type: 'integer' },
        validator: 'headers_B',
      },
    })
  })

  it('of requests may be references', async () => {
    const { requestBody } = await get(
      { requestBody: { $ref: '#/components/requestBodies/It' } },
      {},
      {
        components: {
          requestBodies: { It: { required: true, content: json({ $ref: '#/components/schemas/A' }) } },
          schemas: { A: text },
        },
      },
    )
    expect(requestBody).toEqual({
      pointer: '#/components/requestBodies/It',
      required: true,
      content: {
        'application/json': {
          pointer: '#/components/requestBodies/It/content/application~1json',
          schema: { $ref: '#/components/schemas/A' },
          validator: 'A',
        },
      },
    })
  })

  it('keep their examples by name', async () => {
    const media = json(text, {
      example: 'a',
      examples: {
        b: { value: 'b' },
        c: { $ref: '#/components/examples/C' },
        d: { externalValue: 'https://a.example' },
      },
    })
    const { requestBody } = await get(
      { requestBody: { content: media } },
      {},
      { components: { examples: { C: { value: null } } } },
    )
    expect(requestBody?.content['application/json']?.examples).toEqual({ example: 'a', b: 'b', c: null })
  })
})

describe('webhooks and shared path items', () => {
  const post = {
    operationId: 'it',
    responses,
    requestBody: { content: { 'application/json': { schema: text } } },
  }

  it('webhooks have a table of their own, without any path', async () => {
    const surface = await surfaceOf(folder, {
      openapi: '3.1.0',
      info: { title: 'Test', version: '1' },
      webhooks: { 'quote/settled': { post } },
    })
    expect(surface.operations).toEqual({})
    expect(surface.webhooks['it']).toMatchObject({
      path: 'quote/settled',
      method: 'post',
      pointer: '#/webhooks/quote~1settled/post',
    })
    const validate = await surface.validator(
      surface.webhooks['it']?.requestBody?.content['application/json']?.validator ?? '',
    )
    expect([validate('a'), validate(1)]).toEqual([true, false])
  })

  it('a path item may be a reference', async () => {
    const surface = await surfaceWith({
      paths: { '/a': { $ref: '#/components/pathItems/A' } },
      components: { pathItems: { A: { post } } },
    })
    expect(surface.operations['it']).toMatchObject({ path: '/a', pointer: '#/components/pathItems/A/post' })
  })
})
