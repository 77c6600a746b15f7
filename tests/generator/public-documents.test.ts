import { beforeAll, describe, expect, it } from 'vitest'
import { generate, type GeneratedSet, type GeneratorInput } from '../../generator/index.js'
import { isObject } from '../../document/index.js'
import type { Surface } from '../../runtime/surface.js'
import { compile } from '../support/compile.js'
import { compareVerdicts } from './support/verdicts.js'
import { assignments, examplesOf } from './support/examples.js'
import { sharedFolder } from '../support/folder.js'
import { parts, surfaceIn, writeFiles } from './support/generated.js'
import { distinct, publicDocuments, referenceDocuments } from './support/public-documents.js'

const folder = sharedFolder()
const all = [...publicDocuments('3.0'), ...publicDocuments('3.1'), ...referenceDocuments()]
const inputs = await distinct(all)

let set: GeneratedSet
let surfaces: ReadonlyMap<string, Surface>

beforeAll(async () => {
  set = await generate(inputs, parts)
  // Declarations are compiled in memory.
  writeFiles(
    folder,
    set.files.filter(({ path }) => !path.endsWith('.d.ts')),
  )
  surfaces = new Map(inputs.map(({ name }) => [name, surfaceIn(folder, name)]))
})

/** Examples that their schemas refuse rightly: each is a string with JSON text instead of the value. */
const wrongExamples: Readonly<Record<string, readonly string[]>> = {
  '3_0_json_request-examples': ['put', 'patch'].flatMap((method) =>
    ['requestBody', 'responses/200'].flatMap((body) =>
      ['cat', 'dog'].map(
        (name) =>
          `#/paths/~1requestBody-primitive-example/${method}/${body}/content/application~1json ${name}`,
      ),
    ),
  ),
}

const isWrong = ({ name }: GeneratorInput, at: string): boolean => wrongExamples[name]?.includes(at) ?? false

// Two examples are references, which OpenAPI takes for data. Schemas without requirements accept them.
const isReference = (value: unknown): boolean => isObject(value) && '$ref' in value

const surfaceOf = ({ name }: GeneratorInput): Surface => {
  const surface = surfaces.get(name)
  if (!surface) throw new Error(`${name} was not generated`)
  return surface
}

describe('documents that nobody here wrote, and those of the reference service', () => {
  it('are many', () => {
    expect([all.length, inputs.length]).toEqual([118, 70])
  })

  it('give code that compiles strictly, and types that take what their validators take', () => {
    const checks = inputs.flatMap((input) => {
      const all = examplesOf(surfaceOf(input))
      const accepted = all.filter(({ at, value }) => !isWrong(input, at) && !isReference(value))
      const path = `${input.name}/examples.check.ts`
      return accepted.length === 0 ? [] : [{ path, content: assignments(accepted) }]
    })
    expect(compile([...set.files, ...checks])).toEqual([])
  })

  it('give modules that Node runs', async () => {
    const validators = inputs.flatMap((input) => {
      const { operations, webhooks, schemaValidators, validator } = surfaceOf(input)
      const tables = [...JSON.stringify([operations, webhooks]).matchAll(/"validator":"((?:[^"\\]|\\.)*)"/g)]
      const names = tables.map((match) => String(JSON.parse(`"${match[1]}"`)))
      return [...names, ...Object.values(schemaValidators).map(({ response }) => response)].map((name) =>
        validator(name),
      )
    })
    const loaded = await Promise.all(validators)
    expect(loaded.length).toBeGreaterThan(2500)
    expect(loaded.filter((validate) => typeof validate !== 'function')).toEqual([])
  })

  it('leave nothing to say but what is true', () => {
    // One document has patterns with alternatives that overlap below a plus, and with many loops in a row.
    const isOf = (what: string): number => set.problems.filter(({ message }) => message.includes(what)).length
    expect([isOf('may take exponential time'), isOf('is slow on long texts')]).toEqual([9, 53])
    const others = set.problems.filter(({ message }) => !message.startsWith('the pattern '))
    // That document has no security schemes at all.
    const unnamed =
      'no security scheme is named "api_key"; no credentials are sent for it (the first of 3 places)'
    expect(others.map(({ message, where }) => [where?.pointer, message])).toEqual([
      ['#/paths/~1cache/get/security', unnamed],
    ])
  })

  it('give code of Swagger 2.0 too, which is said to be read as OpenAPI 3.0', async () => {
    const { files, problems } = await generate(await distinct(publicDocuments('2.0')), parts)
    expect(compile(files)).toEqual([])
    expect(new Set(problems.map(({ message }) => message))).toEqual(
      new Set(['the document is Swagger 2.0; it is read as OpenAPI 3.0']),
    )
  })
})

describe('examples in those documents', () => {
  it('are many', () => {
    const counts = inputs.map((input) => examplesOf(surfaceOf(input)).length)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(100)
  })

  it.each(inputs)('are accepted where they are right: $name', async (input) => {
    const surface = surfaceOf(input)
    const refused: string[] = []
    for (const { at, validator, value } of examplesOf(surface)) {
      const validate = await surface.validator(validator)
      if (!validate(value)) refused.push(at)
    }
    expect(refused.toSorted()).toEqual([...(wrongExamples[input.name] ?? [])].toSorted())
  })
})

describe('verdicts on values that are drawn from the schemas', () => {
  // Schemas with a direction differ from the document on purpose; the others here hold `nullable` without `type`.
  const leftOut = [
    '3_0_json_complex-nesting: MultischemaOfEverything, ObjectOfEverything, ObjectOfAdditionalPropertiesObjectPolymorphism',
    '3_0_json_petstore: Pet',
    '3_0_json_response-schemas: Object',
    '3_1_json_petstore: Pet',
    '3_1_json_train-travel: Booking, Wrapper-Collection, BookingPayment',
    '3_1_yaml_train-travel: Booking, Wrapper-Collection, BookingPayment',
  ]

  it('are those of ajv on the schemas as they stand', async () => {
    const drawn = await Promise.all(inputs.map(async (input) => compareVerdicts(input, surfaceOf(input))))
    const count = (of: 'accepted' | 'refused' | 'schemas') =>
      drawn.reduce((sum, counts) => sum + counts[of], 0)
    expect(drawn.flatMap(({ differing }) => differing)).toEqual([])
    expect(drawn.flatMap(({ left }) => left)).toEqual(leftOut)
    expect([count('schemas') > 1000, count('accepted') > 5000, count('refused') > 5000]).toEqual([
      true,
      true,
      true,
    ])
  })
})
