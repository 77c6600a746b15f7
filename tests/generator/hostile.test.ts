import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { GeneratedSet } from '../../generator/index.js'
import { isObject } from '../../document/index.js'
import type { Surface } from '../../runtime/surface.js'
import { compile } from '../support/compile.js'
import { sharedFolder } from '../support/folder.js'
import { tableIn } from '../support/table.js'
import { startServer } from '../support/loopback.js'
import { document as documentOf } from './support/documents.js'
import { generateOne, moduleAt, repository, surfaceIn, validatorOf, writeFiles } from './support/generated.js'

const folder = sharedFolder()
const text = readFileSync(join(repository, 'fixtures/generator/hostile.json'), 'utf8')
const document: unknown = JSON.parse(text)
const components = isObject(document) ? document['components'] : undefined
const schemas = isObject(components) && isObject(components['schemas']) ? components['schemas'] : {}

/** Names of schemas that accept one value only: `{ is: <their number> }`. */
const numbered = Object.keys(schemas).slice(0, Object.keys(schemas).indexOf('Everything'))

const rows = tableIn<
  readonly { readonly schema: string; readonly right: unknown[]; readonly wrong: unknown[] }[]
>(import.meta.dirname, 'hostile.yaml')

let set: GeneratedSet
let surface: Surface

beforeAll(async () => {
  set = await generateOne(text, { name: 'hostile' })
  writeFiles(folder, set.files)
  surface = surfaceIn(folder, 'hostile')
})

describe('files of a document that means harm', () => {
  it('stay in their folder', () => {
    const outside = set.files.filter(
      ({ path }) => !/^(hostile|runtime)\/|^(index|package|rampart)\b/.test(path),
    )
    expect(outside).toEqual([])
    expect(set.files.filter(({ path }) => path.split('/').includes('..'))).toEqual([])
    expect(readdirSync(folder).toSorted()).toEqual([
      'hostile',
      'index.d.ts',
      'index.js',
      'package.json',
      'rampart.generated.json',
      'runtime',
    ])
  })

  it('hide nothing and turn no direction', async () => {
    const odd = 'a\u202Eb\0c\u2066'
    const schemas = { A: { type: 'object', description: odd, properties: { [odd]: { enum: [odd] } } } }
    const response = { description: odd, content: { [odd]: { schema: { $ref: '#/components/schemas/A' } } } }
    const get = { operationId: odd, summary: odd, responses: { 200: response } }
    const info = { title: odd, version: odd }
    const tree = documentOf({ info, paths: { [`/${odd}`]: { get } }, components: { schemas } })
    const { files } = await generateOne(tree, { name: 'odd' })
    const isHidden = (content: string): boolean => /[\0\u202E\u2066]/.test(content)
    expect(files.filter(({ content }) => isHidden(content)).map(({ path }) => path)).toEqual([])
  })

  it('have names that every file system takes, and none twice', () => {
    const names = set.files.map(({ path }) => path.toLowerCase())
    expect(new Set(names).size).toBe(names.length)
    for (const name of names.flatMap((path) => path.split('/'))) {
      expect(name).toMatch(/^[a-z0-9_-][a-z0-9_.-]{0,130}$/)
      expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)\./)
    }
  })

  it('compile strictly, also with the other types that there are', async () => {
    const { files } = await generateOne(text, { name: 'other', brands: true, openEnums: true })
    const own = files.filter(({ path }) => path.startsWith('other/'))
    expect(compile([...set.files, ...own])).toEqual([])
  })

  it('are all run by Node, and do nothing but what they are for', async () => {
    const loaded = Object.values(surface.schemaValidators).flatMap((names) => Object.values(names))
    const all = await Promise.all(loaded.map((name) => surface.validator(name)))
    expect(all.every((validate) => typeof validate === 'function')).toBe(true)
    expect(Object.keys(moduleAt(join(folder, 'hostile/client.js'))).length).toBeGreaterThan(5)
    expect(Object.getOwnPropertyNames({})).toEqual([])
    expect(await surface.validator('valueOf').catch((error: unknown) => error)).toBeInstanceOf(RangeError)
  })
})

describe('its validators', () => {
  it.each(numbered)('of the schema %j are its own', async (name) => {
    const validate = await validatorOf(surface, name)
    const accepted = numbered.map((_name, number) => number).filter((number) => validate({ is: number }))
    expect(accepted).toEqual([numbered.indexOf(name)])
  })

  it('reach all schemas by references', async () => {
    const validate = await validatorOf(surface, 'Everything')
    const whole = Object.fromEntries(numbered.map((name, is) => [name, { is }]))
    expect([validate(whole), validate.errors]).toEqual([true, null])
    for (const name of numbered) {
      const wrong = Object.fromEntries(
        Object.entries(whole).map(([key, value]) => [key, key === name ? { is: -1 } : value]),
      )
      const lacking = Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name))
      expect([name, validate(wrong), validate(lacking)]).toEqual([name, false, false])
    }
    expect(validate({ ...whole, more: 1 })).toBe(false)
  })

  it('of the operation are its own', async () => {
    for (const [index, name] of numbered.entries()) {
      const validator =
        surface.operations[name]?.requestBody?.content['application/json; charset="utf-8"']?.validator
      const validate = await surface.validator(validator ?? '')
      expect([name, validate(index), validate(index + 1)]).toEqual([name, true, false])
    }
  })

  it.each(rows)('of $schema judge by the letter', async ({ schema, right, wrong }) => {
    const validate = await validatorOf(surface, schema)
    expect(right.filter((value) => !validate(value))).toEqual([])
    expect(wrong.filter((value) => validate(value))).toEqual([])
  })
})

describe('its tables', () => {
  it('have the names of the document', () => {
    expect(Object.keys(surface.schemas)).toEqual(Object.keys(schemas))
    expect(Object.keys(surface.operations)).toEqual([...numbered, 'odd'])
    expect(Object.keys(surface.webhooks)).toEqual(['hook', 'Quote'])
    expect(Object.keys(surface.securitySchemes)).toEqual(['__proto__'])
    expect(surface.operations['odd']?.parameters.map(({ name }) => name)).toEqual([
      '__proto__',
      '*/',
      'constructor',
    ])
    expect(Object.keys(surface.operations['Quote']?.responses['200']?.headers ?? {})).toEqual([
      'X-"',
      '__proto__',
    ])
  })

  it('have the texts of the document', () => {
    expect(surface.title).toBe(
      isObject(document) && isObject(document['info']) ? document['info']['title'] : '',
    )
    expect(surface.operations['Quote']?.servers).toEqual(['https://a.example/`${x}`'])
  })

  it('say which operations are exported by other names than theirs', () => {
    const renamed = set.problems.filter(({ message }) => message.startsWith('the operation '))
    const note = 'the operation quote is exported as quoteOperation: quote is taken'
    expect(renamed.map(({ message }) => message)).toContain(note)
    expect(renamed.length).toBeLessThanOrEqual(numbered.length)
  })

  it('say what could not be checked', () => {
    const notes = set.problems.filter(({ message }) => !message.startsWith('the operation '))
    expect(notes.map(({ code }) => code)).toEqual(notes.map(() => 'DOCUMENT_NOTE'))
    expect(notes.map(({ where }) => where?.pointer)).toContain(
      '#/components/schemas/Patterns/properties/engine/pattern',
    )
  })
})

describe('the client', () => {
  interface Client {
    readonly createClient: (options: object) => unknown
    readonly call: (client: unknown, id: string) => Promise<{ readonly body: unknown }>
  }
  const get = (operationId: string, more: object = {}): object => {
    const responses = { 200: { description: 'It.', content: { 'text/plain': {} } } }
    return { operationId, responses, ...more }
  }
  const clientOf = async (name: string, paths: object) => {
    const { files } = await generateOne(documentOf({ paths }), { name })
    writeFiles(folder, files)
    const server = await startServer((request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).end(request.url)
    })
    const module = moduleAt(join(folder, name, 'client.js'))
    return { files, module, ...(module as unknown as Client), ...server }
  }

  it('calls operations of any name', async () => {
    const ids = ['"', "'", '`${x}`', '*/', '__proto__', 'constructor', 'a\nb', '\u2028', '</script>', '\\']
    const paths = ids.map((operationId, index) => [`/it/${index}`, { get: get(operationId) }])
    const { createClient, call, url } = await clientOf('names', Object.fromEntries(paths))
    const client = createClient({ baseUrl: url })
    const responses = await Promise.all(ids.map((id) => call(client, id)))
    expect(responses.map(({ body }) => body)).toEqual(ids.map((_id, index) => `/it/${index}`))
    await expect(call(client, '')).rejects.toThrow('no such operation')
  })

  it('has nothing of another API', async () => {
    const { module, files } = await clientOf('plain', { '/it': { get: get('it') } })
    const names = ['ClientError', 'RefusedError', 'bodyOf', 'call', 'createClient', 'it']
    expect(Object.keys(module).toSorted()).toEqual(names.toSorted())
    const texts = files.map(({ content }) => content).join('\n')
    expect(texts).not.toMatch(/identification|unsupported_api_version|docs_url/i)
    expect(files.filter(({ path }) => path.startsWith('plain/webhooks'))).toEqual([])
  })

  it('asks for the version of a document that is not dated', async () => {
    const parameters = [{ name: 'X-API-Version', in: 'header', schema: { type: 'string' } }]
    const { createClient, call, url, requests } = await clientOf('undated', {
      '/it': { get: get('it', { parameters }) },
    })
    await call(createClient({ baseUrl: url }), 'it')
    await call(createClient({ baseUrl: url, version: '7' }), 'it')
    expect(requests.map(({ headers }) => headers['x-api-version'])).toEqual([undefined, '7'])
  })
})
