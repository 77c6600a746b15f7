import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { apisOf } from '../../../bin/test/apis.js'
import { namedDocuments } from '../../../bin/test/documents.js'
import type { Api, DocumentSource } from '../../../conformance/index.js'
import type { TestOptions } from '../../../bin/test/command.js'
import { idleContext } from '../../support/context.js'
import { startServer } from '../../support/loopback.js'
import { tableIn } from '../../support/table.js'
import { documentOf, explore } from './support.js'
import { folderWith } from '../../support/folder.js'

interface Opened {
  readonly apis: readonly Api[]
  readonly sources: readonly DocumentSource[]
  readonly said: string
}

/** Opens files as a run does. */
const opened = async (
  files: Readonly<Record<string, unknown>>,
  options: Partial<TestOptions> = {},
  from?: string,
): Promise<Opened> => {
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
  const tested = await apisOf(documents, given, {}, context)
  return { apis: tested.map(({ api }) => api), sources: tested.map(({ source }) => source), said }
}

const versioned = (version: unknown): object => documentOf({ info: { title: 'It', version } })

const table = tableIn<{
  readonly names: readonly (readonly [string, Readonly<Record<string, string>>, readonly string[]])[]
  readonly swagger: string
  readonly lines: Readonly<Record<string, number | null>>
  readonly odd: readonly (readonly [string, document: string | object, code: number, says: string])[]
}>(import.meta.dirname, 'named-documents.yaml')

describe('the name of a version', () => {
  test.each(table.names)('is %s', async (_, versions, names) => {
    const files = Object.entries(versions).map(([file, text]) => [
      file,
      file.endsWith('yaml') ? text : versioned(text),
    ])
    const { apis } = await opened(Object.fromEntries(files) as Readonly<Record<string, unknown>>)
    expect(apis.map(({ version, surface }) => [version, surface.version])).toEqual(
      names.map((name) => [name, name]),
    )
    const roots = names.map((name) => `http://127.0.0.1:1/${encodeURIComponent(name)}`)
    expect(apis.map(({ baseUrl }) => baseUrl)).toEqual(roots)
  })

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

  it('are refused where a request could be for either', async () =>
    await expect(opened(things, { baseUrl })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message:
        'a.json and b.json both have GET /things at http://127.0.0.1:1, and no request says which of them it is for',
      fix: expect.stringContaining('--version-header') as string,
    }))

  test.each([
    ['requests say it in a header', things, { baseUrl, versionHeader: 'X-Version' }],
    ['requests say it in the query', things, { baseUrl, versionQuery: 'v' }],
    ['the path says it', things, {}],
    [
      'they have no operation in common',
      { ...things, 'b.json': documentOf({ info: {}, paths: { '/others': { get: {} } } }) },
      { baseUrl },
    ],
  ])('are fine where %s', async (_, files, options) =>
    expect((await opened(files, options)).apis).toHaveLength(2),
  )
})

describe('lines', () => {
  test.each(Object.entries(table.lines))(
    'of %s in Swagger 2.0 are those of the text',
    async (pointer, line) => {
      const { sources, said } = await opened({ 'api.yaml': table.swagger })
      expect(sources[0]?.linesOf?.([pointer]).get(pointer)).toBe(line ?? undefined)
      expect(said).toBe('api.yaml is Swagger 2.0; it is read as OpenAPI 3.0.\n')
    },
  )

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
  ).join('\n  ')
  const bomb = `openapi: 3.0.0\ninfo: {}\nx-it:\n  ${laughs}\npaths: {}`

  test.each([['a billion laughs', bomb, 2, 'too many aliases'] as const, ...table.odd])(
    '%s',
    async (_, document, code, says) => {
      const { url } = await startServer((_request, response) => {
        response.setHeader('content-type', 'application/json').end('"it"')
      })
      const isText = typeof document === 'string'
      const file = isText ? 'api.yaml' : 'api.json'
      const cwd = folderWith({ [file]: isText ? document : documentOf(document) })
      const ended = await explore(['--document', file, '--base-url', url], { cwd })
      expect(ended.stderr).toContain(says)
      expect(ended.stderr).not.toMatch(/\n {4}at |INTERNAL|bug/)
      expect(ended.code).toBe(code)
    },
  )
})
