import { describe, expect, test } from 'vitest'
import { isObject } from '../../document/index.js'
import { tableIn } from '../support/table.js'
import { at, type Date, dates, documentOf } from './documents.js'
import { validatorOf } from './validate.js'

const { shapes, differing } = tableIn<{
  readonly shapes: Readonly<Record<string, Readonly<Record<'accepted' | 'refused', readonly unknown[]>>>>
  readonly differing: readonly (readonly [schema: string, value: unknown, ...acceptedBy: Date[]])[]
}>(import.meta.dirname, 'shapes.yaml')

const json = 'content/application~1json; charset=utf-8'
const quote = Object(
  at(documentOf('2025-03-13'), `/paths/~1autoramps~1quote/get/responses/200/${json}/example`),
) as object

/** A value of the table, with the quote for what stands for it. */
const inFull = (value: unknown): unknown => {
  if (!isObject(value)) return value
  if ('quote' in value) return { ...quote, ...Object(value['quote']) }
  if (!('without' in value)) return value
  return Object.fromEntries(Object.entries(quote).filter(([name]) => name !== value['without']))
}

describe.each(dates)('shapes of %s', (date) => {
  describe.each(Object.entries(shapes))('%s', (schema, { accepted, refused }) => {
    const validate = validatorOf(date, `/components/schemas/${schema}`)
    test.each(accepted.map(inFull))('accepts %j', (value) => expect(validate(value)).toBe(true))
    test.each(refused.map(inFull))('refuses %j', (value) => expect(validate(value)).toBe(false))
  })

  test.each(differing.map(([schema, value, ...acceptedBy]) => ({ schema, value, acceptedBy })))(
    '$schema with $value',
    ({ schema, value, acceptedBy }) => {
      const answer = date === '2026-08-01' ? 'IdentificationBadRequest' : 'BadRequest'
      const place = schema === 'identification' ? `responses/${answer}/${json}/schema` : schema
      expect(validatorOf(date, `/components/${place}`)(value)).toBe(acceptedBy.includes(date))
    },
  )
})
