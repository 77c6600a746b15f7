import { beforeAll, describe, expect, it } from 'vitest'
import { assertionKeywords } from '../../document/index.js'
import { Judge } from '../../document/values/judge/judge.js'
import {
  Bounds,
  coveringValues,
  deviatingValues,
  fullValue,
  randomValue,
  smallestValue,
} from '../../document/values/index.js'
import { generate, type OutputFile } from '../../generator/index.js'
import type { Surface } from '../../runtime/surface.js'
import type { ValidationError, Validator } from '../../runtime/fail.js'
import { seeded, sourceOf } from '../document/values/support.js'
import { compile } from '../support/compile.js'
import { schemasDocument } from '../generator/support/documents.js'
import { sharedFolder } from '../support/folder.js'
import { parts, surfaceIn, validatorOf, writeFiles } from '../generator/support/generated.js'
import { plainAjv } from '../generator/support/plain-judge.js'
import { tableIn } from '../support/table.js'
import { type Row, rows, type Verdicts } from './rows.js'

// Tests all readers of schemas with one table. rows.ts describes its columns.

const folder = sharedFolder()

/** Each row with the name of its document, which is also the folder of its code. */
const cases = rows.map((row, index) => ({ row, id: `row-${index}`, title: `${row.topic}: ${row.name}` }))

const refersTo = (schema: unknown): boolean => JSON.stringify(schema).includes('"$ref"')

/** Rows that one document can hold together: those that ajv judges alike, and that refer to no others. */
const whole = cases.filter(
  ({ row }) => row.document.openapi === '3.1.0' && row.ajv === undefined && !refersTo(row.It),
)
const apart = whole.filter(({ row }) => !JSON.stringify(row.It).includes('unevaluated'))

const togetherAs = (together: typeof cases): object =>
  schemasDocument(Object.fromEntries(together.map(({ id, row }) => [id, row.It])))

const documents: readonly (readonly [name: string, document: object])[] = [
  ...cases.map(({ id, row }) => [id, row.document] as const),
  ['whole', togetherAs(whole)],
  ['apart', togetherAs(apart)],
]

const common = tableIn<unknown[]>(import.meta.dirname, 'common-values.yaml')

const accepted = ({ right = [], narrow = [] }: Verdicts): unknown[] => [...right, ...narrow]
const refused = ({ wrong = [], wide = [] }: Verdicts): unknown[] => [...wrong, ...wide]
const valuesOf = (row: Row): unknown[] => {
  const { request = {} } = row
  return [...accepted(row), ...refused(row), ...accepted(request), ...refused(request), ...common]
}

let files: readonly OutputFile[]
const surfaces = new Map<string, Surface>()

beforeAll(async () => {
  const inputs = documents.map(([name, document]) => ({
    name,
    file: `${name}.json`,
    text: JSON.stringify(document),
  }))
  const generated = await generate(inputs, parts)
  files = generated.files
  const needed = /^runtime\/|\/(operations|validators)\.js$/
  writeFiles(
    folder,
    files.filter(({ path }) => needed.test(path)),
  )
  for (const [name] of documents) surfaces.set(name, surfaceIn(folder, name))
})

const surfaceOf = (name: string): Surface => {
  const surface = surfaces.get(name)
  if (!surface) throw new Error(`nothing was generated for ${name}`)
  return surface
}

describe('the table', () => {
  it('has no two rows of one name', () => {
    const titles = cases.map(({ title }) => title)
    expect(titles.filter((title, index) => titles.indexOf(title) < index)).toEqual([])
  })

  it('has every keyword that has an effect on a value', () => {
    const used = JSON.stringify(documents)
    expect([...assertionKeywords].filter((keyword) => !used.includes(`"${keyword}":`))).toEqual([])
  })
})

describe('the validator accepts and refuses the values of', () => {
  it.each(cases)('$title', async ({ row, id }) => {
    const sent = row.request ?? row
    const response = await validatorOf(surfaceOf(id), 'It', 'response')
    const request = await validatorOf(surfaceOf(id), 'It', 'request')
    expect(accepted(row).filter((value) => !response(value))).toEqual([])
    expect(refused(row).filter((value) => response(value))).toEqual([])
    expect(accepted(sent).filter((value) => !request(value))).toEqual([])
    expect(refused(sent).filter((value) => request(value))).toEqual([])
  })
})

/** The verdict on each value: accepted, or its errors in any order. */
const verdicts = (validate: Validator, values: readonly unknown[], isWhole: boolean): unknown[] => {
  const told = ({ schemaPath, ...error }: ValidationError): string =>
    JSON.stringify([error.instancePath, isWhole && schemaPath, error.keyword, error.params, error.message])
  return values.map((value) => validate(value) || (validate.errors ?? []).map(told).toSorted())
}

const ajv = plainAjv()

/** The verdicts of ajv on the values of a row; undefined if it fails. */
const plainVerdicts = ({ document, ...row }: Row, id: string): unknown[] | undefined => {
  try {
    const validate = ajv.addSchema(document, id).compile({ $ref: `${id}#/components/schemas/It` })
    return verdicts(validate as Validator, valuesOf({ document, ...row }), false)
  } catch {
    return undefined
  }
}

describe('ajv has the same errors for', () => {
  it.each(cases.filter(({ row }) => row.document.openapi === '3.1.0'))('$title', async ({ row, id }) => {
    const validate = await validatorOf(surfaceOf(id), 'It')
    const own = verdicts(validate, valuesOf(row), false)
    if (row.ajv === undefined) expect(own).toEqual(plainVerdicts(row, id))
    else expect(own).not.toEqual(plainVerdicts(row, id))
  })

  // Repeated schemas have separate functions, whose errors have relative schema paths. With `unevaluated…` in a
  // document each component has one function.
  it.each([
    ['whole', whole],
    ['apart', apart],
  ] as const)('all rows in one document: %s', async (name, together) => {
    for (const { id, row } of together) {
      const validate = await validatorOf(surfaceOf(name), id)
      const plain = ajv.compile(row.It as object | boolean) as Validator
      const values = valuesOf(row)
      const isWhole = name === 'whole'
      expect([row.name, verdicts(validate, values, isWhole)]).toEqual([
        row.name,
        verdicts(plain, values, isWhole),
      ])
    }
  })
})

/** A value as it is written in TypeScript. */
const literal = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([name, member]) =>
      `${name === '__proto__' ? '["__proto__"]' : JSON.stringify(name)}: ${literal(member)}`,
  )
  return `{ ${members.join(', ')} }`
}

const assignments = (type: string, name: string, row: Verdicts): string[] => {
  const { right = [], wide = [], wrong = [], narrow = [] } = row
  const lineOf = (value: unknown, index: number): string =>
    `export const ${name}${index}: import('./types.js').${type}['It'] = ${literal(value)}`
  return [
    ...[...wrong, ...narrow].map((value, index) => `// @ts-expect-error\n${lineOf(value, index)}`),
    ...[...right, ...wide].map((value, index) => lineOf(value, index + wrong.length + narrow.length)),
  ]
}

/** A module that assigns the values of a row to its types. */
const codeOf = ({ request, ...row }: Row): string =>
  [
    ...assignments("components['schemas']", 'seen', row),
    ...(request ? assignments('requests', 'sent', request) : []),
    'export {}\n',
  ].join('\n')

describe('the type takes the values of', () => {
  let diagnostics: readonly string[]
  beforeAll(() => {
    const declarations = files.filter(({ path }) => /^runtime\/|\/(types|schemas)\.d\.ts$/.test(path))
    const code = cases.map(({ row, id }) => ({ path: `${id}/code.ts`, content: codeOf(row) }))
    diagnostics = compile([...declarations, ...code])
  })

  it.each(cases)('$title', ({ row, id }) => {
    const lines = codeOf(row).split('\n')
    const found = diagnostics.filter((line) => line.startsWith(`${id}/`))
    const lineOf = (diagnostic: string): unknown => lines[Number(/\((\d+)\)/.exec(diagnostic)?.[1]) - 1]
    expect(found.map((diagnostic) => [diagnostic, lineOf(diagnostic)])).toEqual([])
  })
})

const first = <Item>(items: Iterable<Item>, most = 40): Item[] => {
  const found: Item[] = []
  for (const item of items) if (found.push(item) >= most) break
  return found
}

describe('values for requests are made and judged as validators do, for', () => {
  it.each(cases)('$title', async ({ row, id }) => {
    const { schemas } = surfaceOf(id)
    const It = schemas['It'] ?? true
    const validate = await validatorOf(surfaceOf(id), 'It', 'request')
    const source = sourceOf(schemas)
    const judge = new Judge(source, new Bounds())
    const random = seeded(1)
    const smallest = smallestValue(It, source)
    const made = [
      smallest,
      fullValue(It, source),
      ...first(coveringValues(It, source)),
      ...Array.from({ length: 4 }, () => randomValue(It, source, random)),
    ]
    const values = valuesOf(row)
    const others = values.filter((value) => typeof value !== 'number' || Number.isFinite(value))
    const mistakes = [
      ...made.filter((value) => value !== undefined && !validate(value)),
      ...first(deviatingValues(It, source)).filter(({ value }) => validate(value)),
      ...others.filter((value) => judge.holds(value, It) !== validate(value)),
    ]
    expect([mistakes.length > 0, mistakes]).toEqual([row.misjudged !== undefined, expect.any(Array)])
    expect(smallest !== undefined).toBe(row.unmade === undefined && values.some((value) => validate(value)))
  })
})
