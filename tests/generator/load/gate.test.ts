import { describe, expect, it } from 'vitest'
import { loadDocument } from '../../../generator/load/load.js'
import { resolvePointer } from '../../../document/index.js'
import { document, schemasDocument } from '../support/documents.js'
import { failureOf } from '../support/failure.js'
import { tableIn } from '../../support/table.js'

const tables = tableIn<{
  readonly shapes: [string, object, string][]
  readonly passing: [string, string][]
  readonly authors: [string, object][]
}>(import.meta.dirname, 'gate.yaml')

const load = (content: string | object, file = 'api.json') =>
  loadDocument({ name: 'api', file, text: typeof content === 'string' ? content : JSON.stringify(content) })

const faultsOf = async (content: object): Promise<[string, string][]> => {
  const failure = await failureOf(load(content))
  expect(failure.code).toBe('DOCUMENT_INVALID')
  expect(failure.where?.file).toBe('api.json')
  return failure.problems.map(({ where, message }) => [where?.pointer ?? '', message])
}

describe('what is no OpenAPI 3 document', () => {
  it.each([
    ['Swagger 1.2', { swagger: '1.2', paths: {} }, 'Swagger "1.2"'],
    ['OpenAPI 4', { openapi: '4.0.0' }, '"openapi": "4.0.0"'],
    ['a number for a version', { openapi: 3.1 }, '"openapi": 3.1'],
    ['any other object', { hello: 'world' }, 'an object without "openapi"'],
    ['an array', [], 'an array'],
    ['an HTML page', '<!DOCTYPE html><html><body>Sign in</body></html>', 'a bare string'],
    ['nothing', '', 'nothing'],
    ['a word', 'Not found', 'a bare string'],
  ])('%s', async (_what, content, found) => {
    const failure = await failureOf(load(content, 'api.yaml'))
    expect(failure.code).toBe('DOCUMENT_UNSUPPORTED')
    expect(failure.message).toBe(`api.yaml: expected an OpenAPI 3.x document, found ${found}`)
  })

  it.each([
    ['3.0.3', '3.0'],
    ['3.1.0', '2020-12'],
    ['3.1.1', '2020-12'],
    ['3.2.0', '2020-12'],
  ])('but %s is, in dialect %s', async (openapi, dialect) => {
    expect((await load({ ...document({}), openapi })).dialect).toBe(dialect)
  })
})

describe('references', () => {
  it('are all reported when they name nothing', async () => {
    const get = {
      parameters: [{ $ref: '#/components/parameters/Page' }],
      responses: { 200: { $ref: '#/components/responses/toString' } },
    }
    const faults = await faultsOf(
      document({
        info: { title: '#/nowhere', version: '1' },
        paths: { '/a/{b}': { get } },
        components: {
          schemas: {
            A: { properties: { b: { $ref: '#/components/schemas/B' }, c: { $ref: '#anchor' } } },
            D: { $ref: '#/info/title' },
          },
        },
      }),
    )
    expect(faults).toEqual([
      ['#/paths/~1a~1{b}/get/parameters/0', '"#/components/parameters/Page" names nothing in this document'],
      [
        '#/paths/~1a~1{b}/get/responses/200',
        '"#/components/responses/toString" names nothing in this document',
      ],
      ['#/components/schemas/A/properties/b', '"#/components/schemas/B" names nothing in this document'],
      ['#/components/schemas/A/properties/c', '"#anchor" names nothing in this document'],
      ['#/components/schemas/D', '"#/info/title" names no object in this document'],
    ])
  })

  it.each([
    ['an example', { example: { $ref: '#/gone' } }],
    ['examples', { examples: [{ $ref: '#/gone' }] }],
    ['a default', { default: { $ref: '#/gone' } }],
    ['a constant', { const: { $ref: '#/gone' } }],
    ['an enumeration', { enum: [{ $ref: '#/gone' }] }],
    ['an extension', { 'x-more': { $ref: '#/gone' } }],
    ['a member that OpenAPI does not know', { more: { $ref: '#/gone' } }],
  ])('are data inside %s', async (_where, schema) => {
    await expect(load(schemasDocument({ A: schema }))).resolves.toBeDefined()
  })

  it('are data in members of an operation, and of the document, that OpenAPI does not know', async () => {
    const unknown = { parameters: [1], responses: [], schema: 5, $ref: '#/gone' }
    const root = document({ paths: { '/a': { get: { unknown } } }, unknown, info: unknown, tags: [unknown] })
    await expect(load(root)).resolves.toBeDefined()
  })

  it('are followed out of the members that OpenAPI knows', async () => {
    const faults = await faultsOf(
      document({
        components: { schemas: { A: { $ref: '#/definitions/B' } } },
        definitions: { B: { items: { $ref: '#/gone' } }, Unused: { $ref: '#/gone' } },
      }),
    )
    expect(faults.map(([pointer]) => pointer)).toEqual(['#/definitions/B/items'])
  })

  it.each([
    ['properties named like keywords', { properties: { example: { $ref: '#/gone' } } }],
    ['a property named like an extension', { properties: { 'x-a': { $ref: '#/gone' } } }],
    ['a property named $ref', { properties: { $ref: { $ref: '#/gone' } } }],
    ['items in the old spelling', { items: [{ $ref: '#/gone' }] }],
    ['a branch', { oneOf: [{ not: { $ref: '#/gone' } }] }],
    ['a definition', { $defs: { default: { $ref: '#/gone' } } }],
  ])('are references in %s', async (_where, schema) => {
    expect(await faultsOf(schemasDocument({ A: schema }))).toHaveLength(1)
  })

  it.each([
    ['a tilde and a slash', 'a~b/c', '#/components/schemas/a~0b~1c'],
    ['an encoded space', 'a b', '#/components/schemas/a%20b'],
    ['a percent sign', '100%', '#/components/schemas/100%'],
  ])('find a name with %s', async (_what, name, ref) => {
    await expect(load(schemasDocument({ [name]: {}, B: { $ref: ref } }))).resolves.toBeDefined()
  })

  it('that lead nowhere but to each other are refused', async () => {
    const schemas = {
      A: { $ref: '#/components/schemas/B' },
      B: { $ref: '#/components/schemas/A' },
      LeadsThere: { $ref: '#/components/schemas/A' },
      Self: { $ref: '#/components/schemas/Self' },
    }
    const faults = await faultsOf(schemasDocument(schemas))
    expect(faults.map(([pointer]) => pointer)).toEqual(
      ['A', 'B', 'Self'].map((name) => `#/components/schemas/${name}`),
    )
    expect(faults[0]?.[1]).toContain('a reference to itself')
  })
})

describe('shapes', () => {
  it.each(tables.shapes)('%s', async (_what, members, pointer) => {
    expect((await faultsOf(document(members))).map(([at]) => at)).toEqual([pointer])
  })

  it.each(tables.passing)('let pass: %s', async (_what, text) => {
    await expect(load(text, 'api.yaml')).resolves.toBeDefined()
  })
})

describe('references to what is no schema', () => {
  it.each(['#', '', '#/components', '#/paths', '#/components/responses/R', '#/components/schemas'])(
    'are refused: %j',
    async (ref) => {
      const components = { responses: { R: {} }, schemas: { A: { properties: { b: { $ref: ref } } } } }
      const faults = await faultsOf(document({ components }))
      expect(faults).toEqual([['#/components/schemas/A/properties/b', expect.stringMatching(/ names no /)]])
    },
  )

  it.each([
    '#/definitions/A',
    '#/x-schemas/A',
    '#/components/schemas/B/example',
    '#/components/schemas/B/items',
  ])('but not where OpenAPI says nothing of the target: %j', async (ref) => {
    const components = { schemas: { A: { $ref: ref }, B: { example: {}, items: {} } } }
    const root = { ...document({ components }), definitions: { A: {} }, 'x-schemas': { A: {} } }
    await expect(load(root)).resolves.toBeDefined()
  })
})

it('a reference in the place of a map is refused', async () => {
  const content = { $ref: '#/components/content/A' }
  const faults = await faultsOf(document({ components: { responses: { R: { content } } } }))
  expect(faults).toEqual([
    ['#/components/responses/R/content/$ref', 'OpenAPI allows no reference in the place of "content"'],
  ])
})

describe('parameters', () => {
  const withParameter = (parameter: unknown) =>
    document({
      paths: { '/a': { parameters: [parameter, { name: 'kept', in: 'query', schema: {} }], get: {} } },
      components: { responses: { R: {} }, parameters: { P: { name: 'p', in: 'query' } } },
    })

  const unknown: readonly (readonly [string, unknown, RegExp])[] = [
    ['text', 'x', /"0" in "parameters" is not an object/],
    ['null', null, /is not an object/],
    ['a list', [{ name: 'a', in: 'query' }], /is not an object/],
    ['without a name', { in: 'query' }, /a parameter has no name/],
    ['with an empty name', { in: 'query', name: '' }, /the name of a parameter is empty/],
    ['named by a number', { in: 'query', name: 5 }, /a name that is no string/],
    ['in a body, as in Swagger 2.0', { in: 'body', name: 'b' }, /is in "body".*"requestBody"/],
    ['in a form, as in Swagger 2.0', { in: 'formData', name: 'b' }, /is in "formData".*"requestBody"/],
    ['in no known location', { in: 'nowhere', name: 'b' }, /is in "nowhere"/],
    ['without a location', { name: 'b' }, /is in nothing/],
    ['a reference that names nothing', { $ref: '#/components/parameters/Gone' }, /names nothing/],
    ['a reference to a response', { $ref: '#/components/responses/R' }, /names no parameter/],
  ]

  it.each(unknown)('%s are refused', async (_what, parameter, message) => {
    const faults = await faultsOf(withParameter(parameter))
    expect(faults).toEqual([['#/paths/~1a/parameters/0', expect.stringMatching(message)]])
  })

  it.each(unknown)(
    '%s are left out where that is asked for, and reported',
    async (_what, parameter, message) => {
      const text = JSON.stringify(withParameter(parameter))
      const { root, problems } = await loadDocument(
        { name: 'api', file: 'api.json', text },
        { lenient: true },
      )
      expect(resolvePointer(root, '#/paths/~1a/parameters')).toEqual([
        { name: 'kept', in: 'query', schema: {} },
      ])
      expect(problems).toMatchObject([{ where: { pointer: '#/paths/~1a/parameters/0' } }])
      expect(problems[0]?.message).toMatch(message)
      expect(problems[0]?.message).toMatch(/; it is left out$/)
    },
  )

  it('that a component is none of is left out with all that refer to it', async () => {
    const root = document({
      paths: { '/a': { parameters: [{ $ref: '#/components/parameters/P' }], get: {} } },
      components: { parameters: { P: { in: 'body', name: 'p' } } },
    })
    const text = JSON.stringify(root)
    const loaded = await loadDocument({ name: 'api', file: 'api.json', text }, { lenient: true })
    expect(loaded.root).toMatchObject({ paths: { '/a': { parameters: [] } }, components: { parameters: {} } })
    expect(loaded.problems.map(({ where }) => where?.pointer)).toEqual([
      '#/components/parameters/P',
      '#/paths/~1a/parameters/0',
    ])
  })

  it.each([
    ['a reference', { $ref: '#/components/parameters/P' }],
    ['a whole query string', { in: 'querystring', name: 'q' }],
  ])('pass as %s', async (_what, parameter) => {
    await expect(load(withParameter(parameter))).resolves.toBeDefined()
  })
})

describe('names and values of an author', () => {
  it.each(tables.authors)('are not read as OpenAPI: %s', async (_what, content) => {
    const { problems } = await load(document(content))
    expect(problems).toEqual([])
  })

  it('but an example may be a reference', async () => {
    const faults = await faultsOf(document({ components: { examples: { a: { $ref: '#/gone' } } } }))
    expect(faults).toEqual([['#/components/examples/a', '"#/gone" names nothing in this document']])
  })
})

it.each([
  ['1 problem in the document', ['a']],
  ['2 problems in the document', ['a', 'b']],
])('the error counts: %s', async (count, names) => {
  const examples = Object.fromEntries(names.map((name) => [name, { $ref: '#/gone' }]))
  await expect(load(document({ components: { examples } }))).rejects.toThrow(count)
})
