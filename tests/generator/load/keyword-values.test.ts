import { describe, expect, it } from 'vitest'
import { schemasDocument } from '../support/documents.js'
import { generateOne, surfaceOf, temporaryFolder, validatorOf } from '../support/generated.js'

const folder = temporaryFolder()

describe('a keyword with a value of another kind', () => {
  it.each<[keyword: string, value: unknown, kind: string]>([
    ['pattern', 0, 'a string'],
    ['format', ['date'], 'a string'],
    ['minimum', '1', 'a number'],
    ['exclusiveMaximum', '1', 'a number'],
    ['maxLength', '3', 'a count'],
    ['minItems', -1, 'a count'],
    ['minProperties', 1.5, 'a count'],
    ['multipleOf', 0, 'a number above zero'],
    ['uniqueItems', 'yes', 'true or false'],
    ['enum', 'one', 'a list'],
    ['required', [7], 'a list of names'],
    ['dependentRequired', { a: 'b' }, 'an object of lists of names'],
  ])('is left out, and named: %s: %j', async (keyword, value, kind) => {
    const root = schemasDocument({ A: { [keyword]: value } })
    const { problems } = await generateOne(root)
    expect(problems.map(({ message, where, severity }) => [severity, where?.pointer, message])).toEqual([
      ['warning', `#/components/schemas/A/${keyword}`, `"${keyword}" is not ${kind}; it is not checked`],
    ])
  })

  it('leaves the others as they are', async () => {
    const surface = await surfaceOf(
      folder,
      schemasDocument({ A: { type: 'string', pattern: 0, minLength: 2 } }),
    )
    const validate = await validatorOf(surface, 'A')
    expect([validate('ab'), validate('a')]).toEqual([true, false])
  })

  it.each([
    ['required', true],
    ['pattern', null],
    ['exclusiveMinimum', true],
  ])('is no mistake where older dialects had it, or it is empty: %s: %j', async (keyword, value) => {
    const { problems } = await generateOne(schemasDocument({ A: { minimum: 1, [keyword]: value } }))
    expect(problems).toEqual([])
  })
})
