import { describe, expect, it } from 'vitest'
import { coveringValues, deviatingValues, randomValue } from '../../../document/values/index.js'
import type { JsonSchema, Operation, Surface } from '../../../runtime/surface.js'
import { sharedFolder } from '../../support/folder.js'
import { surfaceOf } from '../../generator/support/generated.js'
import { publicDocuments } from '../../generator/support/public-documents.js'
import { seeded, sourceOf } from './support.js'

const names = /^3_0_json_(petstore|star-trek|schema-validation|discriminators|polymorphism|complex-nesting)$/
const most = 60

interface Judged {
  readonly schema: JsonSchema
  readonly pointer: string
  readonly validator: string
}

const judgedIn = ({ parameters, requestBody }: Operation): Judged[] =>
  [...parameters, ...Object.values(requestBody?.content ?? {})].flatMap(({ schema, pointer, validator }) =>
    schema === undefined || validator === undefined
      ? []
      : [{ schema, pointer: `${pointer}/schema`, validator }],
  )

const firstOf = <Item>(items: Iterable<Item>): Item[] => {
  const found: Item[] = []
  for (const item of items) if (found.push(item) >= most) break
  return found
}

/** Values on which the validators and the maker disagree. */
const misjudged = async (surface: Surface, { schema, pointer, validator }: Judged): Promise<unknown[]> => {
  const source = sourceOf(surface.schemas, { pointer })
  const judge = await surface.validator(validator)
  const random = seeded(Number(process.env['RAMPART_DRAW_SEED'] ?? 1))
  const valid = [
    ...firstOf(coveringValues(schema, source)),
    ...Array.from({ length: 5 }, () => randomValue(schema, source, random)),
  ].filter((value) => value !== undefined)
  return [
    ...valid.filter((value) => !judge(value)),
    ...firstOf(deviatingValues(schema, source)).filter(({ value }) => judge(value)),
  ]
}

describe('values for documents that nobody here wrote', () => {
  const folder = sharedFolder()
  const documents = publicDocuments('3.0').filter(({ name }) => names.test(name))

  it.each(documents)('are judged by the validators of $name as they are meant', async ({ text }) => {
    const surface = await surfaceOf(folder, text)
    const judged = Object.values(surface.operations).flatMap(judgedIn)
    expect(judged.length).toBeGreaterThan(0)
    for (const one of judged) expect(await misjudged(surface, one)).toEqual([])
  })

  it('are there at all', () => {
    expect(documents.length).toBeGreaterThan(4)
  })
})
