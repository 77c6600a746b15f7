import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { GeneratedSet } from '../../generator/index.js'
import { isObject } from '../../document/index.js'
import type { Surface } from '../../runtime/surface.js'
import { compile } from '../support/compile.js'
import { sharedFolder } from '../support/folder.js'
import { generateOne, repository, surfaceIn, validatorOf, writeFiles } from './support/generated.js'

const folder = sharedFolder()
const text = readFileSync(join(repository, 'fixtures/generator/hostile.json'), 'utf8')
const document: unknown = JSON.parse(text)
const components = isObject(document) ? document['components'] : undefined
const schemas = isObject(components) && isObject(components['schemas']) ? components['schemas'] : {}

/** Names of schemas that accept one value only: `{ is: <their number> }`. */
const numbered = Object.keys(schemas).slice(0, Object.keys(schemas).indexOf('Everything'))

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
    const { files } = await generateOne(
      JSON.stringify({
        openapi: '3.1.0',
        info: { title: odd, version: odd },
        paths: { [`/${odd}`]: { get: { operationId: odd, summary: odd, responses: { 200: response } } } },
        components: { schemas },
      }),
      { name: 'odd' },
    )
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

  it('compile strictly', () => {
    expect(compile(set.files)).toEqual([])
  })

  it('are all run by Node, and do nothing but what they are for', async () => {
    const loaded = Object.values(surface.schemaValidators).flatMap(({ request, response }) => [
      request,
      response,
    ])
    const all = await Promise.all(loaded.map((name) => surface.validator(name)))
    expect(all.every((validate) => typeof validate === 'function')).toBe(true)
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

  it.each([
    [
      'Texts',
      ['"', "'", '`', '${x}', '*/', '\u2028', '\\', '+', '"+"', '__proto__'],
      ['', '\\n', 'x', '$', '"+', null],
    ],
    [
      'Members',
      [{ '*/': 'a' }, { '': 'a', '+': 'b', '`': 'c' }, JSON.parse('{"__proto__":"a"}')],
      [{ '"': 1 }, { '': 1 }, { x: 'a' }, JSON.parse('{"__proto__":1}'), { toString: 1 }],
    ],
    [
      'Patterns',
      [{ slash: '/"\'`${x}*/' }, { line: '\u2028\n' }, { braces: '{x}' }, { engine: 'anything' }],
      [{ slash: '/"\'`' }, { line: '\n' }, { braces: 'x' }],
    ],
    [
      'Constants',
      [{ plus: '+' }, { nothing: null }, { list: [] }, { object: JSON.parse('{"*/":["`"],"__proto__":1}') }],
      [{ plus: '' }, { nothing: 0 }, { list: [1] }, { object: { '*/': ['`'] } }],
    ],
    [
      'Inside',
      [
        {
          unit: 'a',
          validate0: 1,
          Object: true,
          formats: null,
          schema: [],
          'a b': 1,
          a_b: 2,
          'A b': 3,
          class: 4,
          elsewhere: 'a',
          outside: 'a',
          header: 1,
        },
      ],
      [
        { unit: 1 },
        { validate0: 'a' },
        { Object: 1 },
        { formats: 1 },
        { schema: 1 },
        { 'a b': 2 },
        { a_b: 3 },
        { 'A b': 1 },
        { class: 1 },
        { elsewhere: 1 },
        { outside: 1 },
        { header: 'a' },
      ],
    ],
  ])('of %s judge by the letter', async (name, accepts, refuses) => {
    const validate = await validatorOf(surface, name)
    for (const value of accepts) expect([value, validate(value)]).toEqual([value, true])
    for (const value of refuses) expect([value, validate(value)]).toEqual([value, false])
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
    expect(notes.map(({ code, where }) => [code, where?.pointer])).toEqual([
      ['DOCUMENT_NOTE', '#/components/schemas/Patterns/properties/engine/pattern'],
    ])
  })
})
