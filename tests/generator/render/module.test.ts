import { describe, expect, it } from 'vitest'
import { type Module, renderModule } from '../../../generator/render/module.js'
import { browser, compile } from '../../support/compile.js'
import { sharedFolder } from '../../support/folder.js'
import { document, ref } from '../support/documents.js'
import { generateOne, surfaceIn, validatorOf, writeFiles } from '../support/generated.js'

const folder = sharedFolder()

interface Rows {
  readonly functions: readonly { readonly name: string; readonly body: string }[]
}

const rowOf = (number: number): Rows['functions'][number] => ({
  name: `row${number}`,
  body: `row${number ** 2 % 3000}() // ${'-'.repeat(number % 1500)}`,
})

const rowsTo = (count: number): Rows['functions'] =>
  Array.from({ length: count }, (_, number) => rowOf(number))

const moduleOf = (functions: Rows['functions']): Module<'functions', Rows> => ({
  name: 'module',
  values: { functions },
  lists: ['functions'],
  specifiers: { functions: ({ name }) => name },
  print: (values) => {
    const imports = values.borrowed.map(({ names, path }) => `import { ${names} } from '${path}'\n`)
    const exports = values.chunks.map(({ path }) => `export * from '${path}'\n`)
    const own = values.chunks.length > 0 ? [] : values.functions
    const lines = own.map(({ name, body }) => `export function ${name}() { ${body} }\n`)
    return { '.js': [...imports, ...exports, ...lines].join('') }
  },
})

const printed = (functions: Rows['functions']): Map<string, string> =>
  new Map(renderModule(moduleOf(functions)).map(({ path, content }) => [path, content]))

const declared = (text: string): string[] =>
  Array.from(text.matchAll(/function (\w+)/g), ([, name = '']) => name)

describe('a module', () => {
  it('is one file as long as it is below a megabyte', () => {
    expect([...printed(rowsTo(1000)).keys()]).toEqual(['module.js'])
  })

  it('hands on chunks of about a megabyte where it would be larger', () => {
    const { 'module.js': itself = '', ...chunks } = Object.fromEntries(printed(rowsTo(3000)))
    expect(Object.keys(chunks)).toEqual(itself.match(/module\/\d+\.js/g))
    expect(Object.values(chunks).flatMap(declared)).toEqual(rowsTo(3000).map(({ name }) => name))
    expect(Math.max(...Object.values(chunks).map(({ length }) => length))).toBeLessThan(1_100_000)
    expect(Math.min(...Object.values(chunks).map(({ length }) => length))).toBeGreaterThan(250_000)
  })

  it('has chunks that import from each other what they mention', () => {
    const chunks = [...printed(rowsTo(3000))].slice(1)
    for (const [path, text] of chunks) {
      const known = new Set([
        ...declared(text),
        ...(text.match(/(?<=import \{ ).*(?= \} from)/g) ?? []).join(', ').split(', '),
      ])
      const missing = (text.match(/row\d+/g) ?? []).filter((name) => !known.has(name))
      expect([path, missing]).toEqual([path, []])
    }
  })

  it('keeps its chunks but for one where a row is added', () => {
    const rows = rowsTo(9000)
    const before = printed(rows)
    const after = printed(rows.toSpliced(100, 0, { name: 'added', body: '1' }))
    const changed = [...after].filter(
      ([path, text]) => declared(before.get(path) ?? '').join() !== declared(text).join(),
    )
    expect(changed.map(([path]) => path)).toEqual(['module/1.js'])
  })
})

describe('a large document', () => {
  const values = (schema: number): string[] =>
    Array.from({ length: 400 }, (_, value) => `${schema}-${value}-${'x'.repeat(70)}`)
  const schemaOf = (number: number): object => {
    const kind = { type: 'string', enum: values(number) }
    // Record is a name that printed types use.
    const properties = { kind, other: ref(`Schema${(number * 7 + 1) % 60}`), record: ref('Record') }
    return { type: 'object', required: ['kind'], properties }
  }
  const schemas = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`Schema${at}`, schemaOf(at)]))
  const text = { 'application/json': { schema: { type: 'string' } } }
  const description = 'Long. '.repeat(5000)
  const operation = (name: string): object => {
    const content = { 'application/json': { schema: ref(name) } }
    const parameters = [{ name: 'q', in: 'query', description, schema: { type: 'string' } }]
    const responses = {
      200: { description: 'Fine.', content },
      404: { $ref: '#/components/responses/Missing' },
    }
    return { get: { operationId: `get${name}`, description, parameters, responses } }
  }
  const tree = document({
    servers: [{ url: 'https://example.com' }],
    paths: Object.fromEntries(Object.keys(schemas).map((name) => [`/${name}`, operation(name)])),
    components: {
      schemas: { ...schemas, Record: { type: 'object', properties: { a: { type: 'string' } } } },
      responses: { Missing: { description: 'Missing.', content: text } },
    },
  })

  it('is printed as files of about a megabyte, which compile and judge', async () => {
    const set = await generateOne(tree)
    const cut = new Set(set.files.flatMap(({ path }) => /^it\/(\w+)\/1\./.exec(path)?.[1] ?? []))
    expect([...cut]).toEqual(['client', 'operations', 'schemas', 'types', 'validators'])
    expect(Math.max(...set.files.map(({ content }) => content.length))).toBeLessThan(1_100_000)
    expect(compile(set.files, { ...browser, skipLibCheck: false })).toEqual([])
    writeFiles(folder, set.files)
    const surface = surfaceIn(folder, 'it')
    expect(Object.keys(surface.operations)).toHaveLength(60)
    const validate = await validatorOf(surface, 'Schema8')
    const good = { kind: values(8)[3], other: { kind: values(57)[0] }, record: { a: '' } }
    expect([validate(good), validate({ ...good, other: { kind: values(8)[0] } })]).toEqual([true, false])
  }, 60_000)
})
