import { beforeAll, describe, expect, it } from 'vitest'
import type { GenerateOptions } from '../../../generator/index.js'
import type { Surface } from '../../../runtime/surface.js'
import type { Validator } from '../../../runtime/fail.js'
import { sharedFolder } from '../../support/folder.js'
import { tableIn, withReferences } from '../../support/table.js'
import type { Verdicts } from '../../schemas/rows.js'
import { ref, schemasDocument } from '../support/documents.js'
import { surfaceOf, surfacesOf, validatorOf } from '../support/generated.js'

interface Row extends Pick<Verdicts, 'right' | 'wrong'> {
  readonly what: string
  readonly of?: string
  readonly request?: Pick<Verdicts, 'right' | 'wrong'>
  /** Values with all errors: pointer and keyword, and the message if given. */
  readonly errors?: readonly (readonly [value: unknown, ...errors: string[]])[]
  /** The validators of both directions. */
  readonly names?: object
  readonly [component: string]: unknown
}

const { groups } = tableIn<{
  readonly groups: Readonly<
    Record<string, { options?: Partial<GenerateOptions>; schemas: object; rows: readonly Row[] }>
  >
}>(import.meta.dirname, 'verdicts.yaml')

const folder = sharedFolder()
const text = { type: 'string' }
const discriminator = { propertyName: 'kind' }

const documentOf = (shared: object, row: Row): object => {
  const own = Object.fromEntries(Object.entries(row).filter(([name]) => /^[A-Z]/.test(name)))
  const other = ['Own', 'Other'].find((name) => name in row)
  const It = other && {
    oneOf: [ref(other === 'Own' ? other : 'Card'), ref(other === 'Own' ? 'Bank' : other)],
  }
  const schemas = { ...shared, ...(It && { It: { ...It, discriminator } }), ...own }
  return schemasDocument(withReferences(schemas) as object)
}

describe.each(Object.entries(groups))('%s', (_name, { options, schemas, rows }) => {
  let surfaces: readonly Surface[]
  beforeAll(async () => {
    surfaces = await surfacesOf(
      folder,
      rows.map((row) => documentOf(schemas, row)),
      options,
    )
  })

  it.each(rows.map((row, index) => ({ what: row.what, row, index })))('$what', async ({ row, index }) => {
    const { of = 'It', request = row, names, errors = [] } = row
    const surface = surfaces[index]
    if (!surface) throw new Error('nothing was generated')
    for (const [direction, { right = [], wrong = [] }] of [
      ['response', row],
      ['request', request],
    ] as const) {
      const validate = await validatorOf(surface, of, direction)
      expect(right.filter((value) => !validate(value))).toEqual([])
      expect(wrong.filter((value) => validate(value))).toEqual([])
    }
    const validate = await validatorOf(surface, of)
    for (const [value, ...expected] of errors)
      expect(saidOf(validate, value, expected)).toEqual(expected.toSorted())
    if (names) expect(surface.schemaValidators[of]).toEqual(names)
  })
})

const saidOf = (validate: Validator, value: unknown, expected: readonly string[]): string[] => {
  validate(value)
  const all = (validate.errors ?? []).map(({ instancePath, keyword, message }) => {
    const short = `${instancePath} ${keyword}`
    return expected.includes(`${short} ${message}`) ? `${short} ${message}` : short
  })
  return all.toSorted()
}

const times = <Item>(length: number, item: (index: number) => Item): Item[] =>
  Array.from({ length }, (_item, index) => item(index))

it.each<[string, object, accepts: readonly object[], refuses: readonly object[]]>([
  [
    'oneOf',
    { oneOf: times(1500, (index) => ({ required: [`a${index % 1499}`] })) },
    [{ a1: 1 }, { a1498: 1 }],
    [{}, { a0: 1 }, { a1: 1, a2: 2 }],
  ],
  [
    'anyOf',
    {
      anyOf: times(600, (at) => ({ required: [`a${at}`], properties: { [`a${at}`]: text } })),
      unevaluatedProperties: false,
    },
    [{ a1: 'x' }, { a599: 'x', a0: 'y' }],
    [{}, { a1: 1 }, { a1: 'x', b: 'x' }, { a1: 'x', a2: 1 }],
  ],
  [
    'a tag',
    {
      discriminator: { propertyName: 't' },
      oneOf: times(600, (index) => ({
        type: 'object',
        required: ['t', `a${index}`],
        properties: { t: { const: `t${index}` } },
      })),
    },
    [0, 599].map((index) => ({ t: `t${index}`, [`a${index}`]: 1 })),
    [{}, { t: 't1', a0: 1 }, { t: 't600' }],
  ],
])('unions of very many branches under %s', async (_what, It, accepts, refuses) => {
  const validate = await validatorOf(await surfaceOf(folder, schemasDocument({ It })), 'It')
  expect(accepts.filter((value) => !validate(value))).toEqual([])
  expect(refuses.filter((value) => validate(value))).toEqual([])
})

it('components lead to each other five thousand times', async () => {
  const length = 5000
  const chain = times(length, (index) => [`S${index}`, index + 1 < length ? ref(`S${index + 1}`) : text])
  const surface = await surfaceOf(folder, schemasDocument(Object.fromEntries(chain)))
  const validate = await validatorOf(surface, 'S0')
  expect([validate('a'), validate(1)]).toEqual([true, false])
  expect(Object.keys(surface.schemas)).toHaveLength(length)
})

it('no name of a schema comes in the way of what the module uses', async () => {
  // Reserved words of JavaScript, which cannot name a constant.
  const names =
    'Array Infinity Math Object Set data e fail formats isNaN judge keep standard under validators delete'
  const own = {
    type: 'object',
    required: ['toString', 'kind'],
    properties: {
      toString: true,
      kind: { enum: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] },
      ratio: { type: 'number', multipleOf: 0.01, exclusiveMaximum: 1 },
      list: { type: 'array', uniqueItems: true },
    },
    additionalProperties: false,
  }
  const right = { toString: 1, kind: 'a', ratio: 0.13, list: [1] }
  const documents = names.split(' ').map((name) =>
    schemasDocument({
      [name]: own,
      Holder: { properties: { own: { anyOf: [ref(name), { type: 'null' }] } } },
    }),
  )
  for (const [index, surface] of (await surfacesOf(folder, documents)).entries()) {
    const name = names.split(' ')[index] ?? ''
    const [validate, holds] = await Promise.all([validatorOf(surface, name), validatorOf(surface, 'Holder')])
    const values = [right, { ...right, kind: 'z' }, { ...right, list: [1, 1] }].map((value) =>
      validate(value),
    )
    expect([name, ...values]).toEqual([name, true, false, false])
    expect([right, null, {}].map((value) => holds({ own: value }))).toEqual([true, true, false])
  }
})
