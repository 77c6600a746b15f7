import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { JsonSchema, JsonSchemaObject } from '../../../runtime/surface.js'
import {
  coveringValues,
  deviatingValues,
  fullValue,
  peculiaritiesOf,
  randomValue,
  reachedPoints,
  schemaPoints,
  smallestValue,
  tellingValues,
} from '../../../document/values/index.js'
import { tableIn, withReferences } from '../../support/table.js'
import { rowsOf } from '../../schemas/rows.js'
import { compile } from '../../conformance/support/compile.js'
import { seeded, sourceOf } from './support.js'

// The values that are made for some schemas. To update them: npx vitest run tests/document/values/golden.test.ts -u

const { components, schemas } = withReferences(tableIn(import.meta.dirname, 'golden.yaml')) as {
  readonly components: Readonly<Record<string, JsonSchema>>
  readonly schemas: readonly JsonSchemaObject[]
}

const cases: readonly JsonSchemaObject[] = [
  ...rowsOf('keywords').map(({ It }) => It as JsonSchemaObject),
  ...schemas,
  ...Object.keys(components).map((name) => ({ $ref: `#/components/schemas/${name}` })),
]

const most = 40
const firstOf = (values: Iterable<unknown>): string[] => {
  const lines: string[] = []
  for (const value of values) {
    const line = value === undefined ? 'undefined' : JSON.stringify(value)
    if (lines.push(line.length > 200 ? `${line.slice(0, 200)}... ${line.length}` : line) >= most) break
  }
  return lines
}

const madeFor = (schema: JsonSchemaObject): string[] => {
  const source = sourceOf(components)
  const response = { ...source, direction: 'response' } as const
  const full = fullValue(schema, source)
  const random = seeded(1)
  return [
    JSON.stringify(schema),
    ` smallest ${JSON.stringify(smallestValue(schema, source))}`,
    ` full ${JSON.stringify(full)}`,
    ...firstOf(Array.from({ length: 4 }, () => randomValue(schema, source, random))).map(
      (line) => ` random ${line}`,
    ),
    ...firstOf(coveringValues(schema, source)).map((line) => ` covering ${line}`),
    ...firstOf(deviatingValues(schema, source)).map((line) => ` deviating ${line}`),
    ...firstOf(tellingValues(schema, source)).map((line) => ` telling ${line}`),
    ` points ${[...schemaPoints(schema, source)].join(', ')}`,
    ` points of responses ${[...schemaPoints(schema, response)].join(', ')}`,
    ` reached ${reachedPoints(full, schema, source).join(', ')}`,
    ` reached by responses ${reachedPoints(full, schema, response).join(', ')}`,
    ` peculiar ${JSON.stringify(peculiaritiesOf(full))}`,
  ]
}

test('the values that are made for each schema', async () => {
  const lines = cases.flatMap(madeFor)
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(join(import.meta.dirname, 'golden/values.txt'))
})

/** A value that no validator accepts as a schema. */
const isNoSchema = ({ multipleOf = 1, pattern }: JsonSchemaObject): boolean =>
  Number(multipleOf) <= 0 || pattern === '('

test.each(cases.filter((schema) => !isNoSchema(schema)))(
  'the smallest value of %j is one that another validator accepts, and is the same each time',
  (schema) => {
    const source = sourceOf(components)
    const value = smallestValue(schema, source)
    expect(smallestValue(schema, source)).toEqual(value)
    const validate = compile({ ...schema, components: { schemas: components } })
    if (value !== undefined) expect(validate(value), JSON.stringify(value)).toBe(true)
  },
)

const list = (length: number): unknown[] => Array.from({ length }, () => 1)
const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)])

test.each([
  [null, 'null '],
  ['', 'empty-text '],
  [' ', 'blank-text '],
  ['a ', 'blank-text '],
  ['a\0', 'nul '],
  ['\u0007', 'control '],
  ['\ud800', 'lone-surrogate , unicode '],
  ['é', 'unicode '],
  ['"', 'quotes '],
  ['x'.repeat(255), ''],
  ['x'.repeat(256), 'long-text '],
  [0, 'zero '],
  [-1, 'negative '],
  [0.5, 'fraction '],
  [2 ** 31 - 1, ''],
  [2 ** 31, 'huge-number '],
  [[], 'empty-list '],
  [{}, 'empty-object '],
  [list(49), ''],
  [list(50), 'long-list '],
  [deep(12), ''],
  [deep(13), 'deep /0/0/0/0/0/0/0/0/0/0/0/0'],
  [{ 'a"': 1, ' b': 1 }, 'blank-text / b'],
  [{ a: [null] }, 'null /a/0'],
])('peculiar in %j is %j', (value, kinds) => {
  expect(
    peculiaritiesOf(value)
      .map(({ kind, at }) => `${kind} ${at}`)
      .join(', '),
  ).toBe(kinds)
})
