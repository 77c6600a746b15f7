import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { type ApiSet, apisOf } from '../../../bin/test/apis.js'
import { namedDocuments } from '../../../bin/test/documents.js'
import type { TestOptions } from '../../../bin/test/command.js'
import { idleContext } from '../../support/context.js'
import { startServer } from '../../support/loopback.js'
import { documentOf, explore } from './support.js'
import { folderWith } from '../../support/folder.js'

/** Opens files as a run does. */
const opened = async (
  files: Readonly<Record<string, unknown>>,
  options: Partial<TestOptions> = {},
  from?: string,
): Promise<ApiSet & { readonly said: string }> => {
  let said = ''
  const cwd = from ?? folderWith(files)
  const context = { ...idleContext, cwd, stderr: (text: string) => void (said += text) }
  const given = {
    document: Object.keys(files),
    baseUrl: 'http://127.0.0.1:1/{version}',
    timeout: 1,
    ...options,
  }
  const documents = await namedDocuments(given.document, given, context)
  const set = await apisOf(documents, given, {}, context)
  return { ...set, said }
}

const versioned = (version: unknown): object => documentOf({ info: { title: 'It', version } })

describe('the name of a version', () => {
  test.each([
    ['the date in the name of its file', { 'api-2026-01-01.json': versioned('1.0'), 'b.json': versioned('2.0') }, ['2026-01-01', '2.0']],
    ['the date in its address', { '2025-02-03/api.json': versioned('1'), '2025-02-04/api.json': versioned('1') }, ['2025-02-03', '2025-02-04']],
    ['what info says, whatever the files are called', { 'one/api.json': versioned('1.0'), 'two/api.json': versioned('2.0 (beta)') }, ['1.0', '2.0 (beta)']],
    ['what info says as YAML spells it', { 'a.yaml': 'openapi: 3.1.0\ninfo: { title: It, version: 1.0 }\npaths: { /a: { get: {} } }', 'b.json': versioned('2') }, ['1.0', '2']],
    ['the name of the file, where info says what no header can hold', { 'a.json': versioned('ü'), 'b.json': versioned(' 1') }, ['a', 'b']],
    ['the name of the file alone, of one document', { 'api.json': versioned('1.0') }, ['api']],
  ])('is %s', async (_, files, names) => {
    const { apis } = await opened(files)
    expect(apis.map(({ version, surface }) => [version, surface.version])).toEqual(names.map((name) => [name, name]))
    expect(apis.map(({ baseUrl }) => baseUrl)).toEqual(names.map((name) => `http://127.0.0.1:1/${encodeURIComponent(name)}`))
  }) // prettier-ignore

  it('is refused where two have it, with what to do', async () => {
    const two = { 'a/api.json': versioned('1.0'), 'b/api.json': versioned('1.0') }
    await expect(opened(two)).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message: 'a/api.json and b/api.json are both of version 1.0',
      fix: expect.stringContaining('info.version') as string,
    })
  })
})

describe('several documents at one address', () => {
  const things = { 'a.json': versioned('1'), 'b.json': versioned('2') }
  const baseUrl = 'http://127.0.0.1:1'

  it('are refused where a request could be for either', async () => {
    await expect(opened(things, { baseUrl })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message: 'a.json and b.json both have GET /things at http://127.0.0.1:1, and no request says which of them it is for',
      fix: expect.stringContaining('--version-header') as string,
    }) // prettier-ignore
  })

  test.each([
    ['requests say it in a header', things, { baseUrl, versionHeader: 'X-Version' }],
    ['requests say it in the query', things, { baseUrl, versionQuery: 'v' }],
    ['the path says it', things, {}],
    ['they have no operation in common', { ...things, 'b.json': documentOf({ info: {}, paths: { '/others': { get: {} } } }) }, { baseUrl }],
  ])('are fine where %s', async (_, files, options) => {
    expect((await opened(files, options)).apis).toHaveLength(2)
  }) // prettier-ignore
})

describe('lines', () => {
  const swagger = `swagger: '2.0'
info: { title: It, version: '1' }
paths:
  /things:
    post:
      parameters:
        - { name: trace, in: header, type: string }
        - name: body
          in: body
          schema:
            $ref: '#/definitions/Thing'
      responses:
        200:
          description: It.
          schema:
            $ref: '#/definitions/Thing'
          headers:
            X-Left: { type: integer }
    put:
      consumes: [application/x-www-form-urlencoded]
      parameters:
        - { name: q, in: query, type: string }
        - { name: a, in: formData, type: string }
        - { name: b, in: formData, type: string }
      responses: { 200: { $ref: '#/responses/Fine' } }
responses:
  Fine:
    description: Fine.
    schema: { type: object }
definitions:
  Thing:
    type: object
    properties:
      name: { type: string }
`
  test.each([
    ['#/components/schemas/Thing/properties/name', 34],
    ['#/components/responses/Fine/content/application~1json/schema/type', 29],
    ['#/paths/~1things/post/requestBody', 8],
    ['#/paths/~1things/post/requestBody/content/application~1json/schema', 10],
    ['#/paths/~1things/post/parameters/0/schema/type', 7],
    ['#/paths/~1things/post/responses/200/content/application~1json/schema', 15],
    ['#/paths/~1things/post/responses/200/headers/X-Left/schema', 18],
    ['#/paths/~1things/put/requestBody/content/application~1x-www-form-urlencoded/schema/properties/b', 24],
    ['#/paths/~1things', 4],
    ['#/paths/~1things/put/parameters/1', undefined],
    ['#/components/schemas/Other', undefined],
    ['#/servers/0', undefined],
  ])('of %s in Swagger 2.0 are those of the text', async (pointer, line) => {
    const { sources, said } = await opened({ 'api.yaml': swagger })
    expect(sources[0]?.linesOf?.([pointer]).get(pointer)).toBe(line)
    expect(said).toBe('api.yaml is Swagger 2.0; it is read as OpenAPI 3.0.\n')
  })

  it('of another document are those of its pointers', async () => {
    const { sources } = await opened({ 'api.json': documentOf() })
    expect([...(sources[0]?.linesOf?.(['#/info/version', '#/info/x']) ?? [])]).toEqual([
      ['#/info/version', 5],
    ])
  })
})

describe('parts in other files', () => {
  const unreachable = 'https://elsewhere.example/parts.yaml#/'
  const get = {
    parameters: [{ $ref: './limit.json' }, { $ref: `${unreachable}q` }],
    responses: { 200: { $ref: `${unreachable}a` }, 400: { $ref: `${unreachable}b` } },
  }

  it('are read where they may be, and one line says how many others are not judged', async () => {
    const part = { name: 'limit', in: 'query', schema: { type: 'integer' } }
    const cwd = folderWith({ 'api.json': documentOf({ paths: { '/a': { get } } }), 'limit.json': part })
    const { apis, said } = await opened({}, { document: [join(cwd, 'api.json')] }, process.cwd())
    expect(apis[0]?.operations[0]?.parameters.map(({ name }) => name)).toEqual(['limit'])
    expect(said.trim().split('\n')).toHaveLength(1)
    expect(said).toContain('3 parts cannot be read as written, so nothing is judged by them')
    expect(apis[0]?.unread).toMatchObject([
      { operation: 'get_a', part: 'parameters' },
      { operation: 'get_a', part: 'responses', name: '200' },
      { operation: 'get_a', part: 'responses', name: '400' },
    ])
  })
})

describe('documents that nobody should write', () => {
  const laughs = Array.from({ length: 30 }, (_, level) =>
    level === 0 ? 'a0: &a0 [x, x]' : `a${level}: &a${level} [*a${level - 1}, *a${level - 1}]`,
  ).join('\n')
  const self = { $ref: '#/components/schemas/A' }
  const things = {
    '/things': {
      get: { responses: { 200: { description: 'It.', content: { 'application/json': { schema: self } } } } },
    },
  }

  test.each<[string, string | object, number, RegExp]>([
    ['a billion laughs', `openapi: 3.0.0\ninfo: {}\nx-it:\n  ${laughs.replaceAll('\n', '\n  ')}\npaths: {}`, 2, /its aliases/],
    ['paths that are none', documentOf({ paths: [1] }), 2, /has no operations that can be read/],
    ['no paths', documentOf({ paths: undefined }), 2, /has no operations that can be read/],
    ['paths that are odd', documentOf({ paths: { things: {}, '/a': 1, '/b': { get: null }, '/things': { get: { responses: {} } } } }), 3, /3 parts cannot be read/],
    ['a list', '[]', 2, /found an array/],
    ['nothing', '', 2, /found nothing/],
    ['an odd parameter of Swagger 2.0', { swagger: '2.0', paths: { '/a': { get: { parameters: [{}, null] } } } }, 2, /cannot be read as OpenAPI 3.0/],
    ['an odd path of Swagger 2.0', { swagger: '2.0', paths: { '/a': { get: null } } }, 2, /cannot be read as OpenAPI 3.0/],
    ['a schema that is itself', documentOf({ paths: things, components: { schemas: { A: self } } }), 3, /1 part cannot be read/],
    ['schemas that are each other', documentOf({ paths: things, components: { schemas: { A: { allOf: [{ $ref: '#/components/schemas/B' }] }, B: { allOf: [self] } } } }), 0, /^/],
    ['references that are all broken', documentOf({ paths: { '/a': { $ref: '#/gone' }, '/things': { get: { parameters: [{ $ref: '#/x' }], responses: { 200: { $ref: '#/y' } } } } } }), 3, /3 parts cannot be read/],
    ['a keyword of the wrong type', documentOf({ paths: things, components: { schemas: { A: { type: 'string', minLength: 'x' } } } }), 3, /^/],
  ])('%s', async (_, document, code, message) => {
    const { url } = await startServer((_request, response) => void response.setHeader('content-type', 'application/json').end('"it"'))
    const file = typeof document === 'string' ? 'api.yaml' : 'api.json'
    const cwd = folderWith({ [file]: document })
    const ended = await explore(['--document', file, '--base-url', url], { cwd })
    expect(ended.stderr).toMatch(message)
    expect(ended.stderr).not.toMatch(/\n {4}at |INTERNAL|bug/)
    expect(ended.code).toBe(code)
  }) // prettier-ignore
})
