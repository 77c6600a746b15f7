import { expect, test } from 'vitest'
import { complaintsIn, type Want } from '../../../conformance/run/refusals.js'
import { tableIn } from '../../support/table.js'

const tables = tableIn<{
  readonly texts: [string, Want | undefined, string?][]
  readonly errors: [string, unknown, [string, Want][]][]
}>(import.meta.dirname, 'refusals.yaml')

const told = (body: unknown): [string, Want][] =>
  complaintsIn(typeof body === 'string' ? body : JSON.stringify(body)).flatMap(({ at, want }) =>
    want ? [[at.join('.'), want]] : [],
  )

test.each(tables.texts)('a text wants %s', (message, want, name = '') =>
  expect(told(message)).toEqual(want ? [[name, want]] : []),
)

test.each(tables.errors)('an error of %s says what it is about', (_, body, wants) =>
  expect(told(body)).toEqual(wants),
)
