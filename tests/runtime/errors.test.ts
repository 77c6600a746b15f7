import { expect, test } from 'vitest'
import { messageOf } from '../../runtime/problem-messages.js'
import { withoutUnions } from '../../runtime/problems.js'
import { errorsOf } from '../../runtime/validation-errors.js'
import type { ValidationError } from '../../runtime/validators.js'
import { tableIn } from '../support/table.js'

type Params = Readonly<Record<string, unknown>>
type ErrorRow = readonly [schemaPath: string, params?: Params, instancePath?: string, message?: string]

const { messages, unions, said } = tableIn<{
  readonly messages: readonly (readonly [keyword: string, params: unknown, message: string, named?: Params])[]
  readonly unions: readonly (readonly [name: string, errors: readonly ErrorRow[], ...kept: string[]])[]
  readonly said: readonly (readonly [error: ErrorRow, path: string[], value: unknown, message: string])[]
}>(import.meta.dirname, 'errors.yaml')

test.each(messages.map(([keyword, params, message, named]) => ({ keyword, params, message, named })))(
  'a finding of $keyword with $params is the error: $message',
  ({ keyword, params: given, message, named = given }) => {
    const at = { instancePath: '/a', schemaPath: `#/x/${keyword}` }
    const params = keyword === 'enum' ? new Set(given as unknown[]) : (given ?? undefined)
    const finding = { ...at, params, propertyName: undefined }
    const error = { ...at, keyword, params: named as Params, message }
    expect(errorsOf([finding])).toEqual([error])
    expect(errorsOf([{ ...finding, propertyName: 'p' }])).toEqual([{ ...error, propertyName: 'p' }])
    // Errors stay unchanged, also among findings.
    const kept = { ...error, message: 'as it was' }
    expect(errorsOf([kept, finding])).toEqual([kept, error])
  },
)

test('no findings are not errors', () => {
  expect([errorsOf(null), errorsOf(undefined), errorsOf([])]).toEqual([null, null, []])
})

const errorOf = ([schemaPath, params = {}, instancePath = '', message]: ErrorRow): ValidationError => ({
  instancePath,
  schemaPath,
  keyword: schemaPath.slice(schemaPath.lastIndexOf('/') + 1),
  params: { ...params },
  ...(message === undefined ? {} : { message }),
})

test.each(unions.map(([name, errors, ...kept]) => ({ name, errors, kept })))(
  'a union is summarised: $name',
  ({ errors, kept }) => {
    const left = withoutUnions(errors.map(errorOf))
    expect(left.map(({ keyword, params }) => `${keyword} ${JSON.stringify(params)}`)).toEqual(kept)
  },
)

test.each(said)('%j at %j is said of %j: %s', (error, path, value, message) => {
  expect(messageOf(errorOf(error), { path, value })).toBe(message)
})
