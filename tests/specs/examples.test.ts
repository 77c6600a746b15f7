import { describe, expect, test } from 'vitest'
import { isObject, type JsonObject } from '../../document/index.js'
import { asObject, dates, deref, documentOf } from './documents.js'
import { operationsOf } from './operations.js'
import { validatorOf } from './validate.js'

interface Example {
  readonly pointer: string
  readonly value: unknown
}

const escape = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1')

/** Every example of a document with the pointer of the schema that it illustrates. */
function examplesOf(node: unknown, pointer = ''): Example[] {
  if (Array.isArray(node)) return node.flatMap((item, index) => examplesOf(item, `${pointer}/${index}`))
  if (!isObject(node)) return []
  const own = isObject(node['schema'])
    ? valuesOf(node).map((value) => ({ pointer: `${pointer}/schema`, value }))
    : []
  return [
    ...own,
    ...Object.entries(node).flatMap(([key, child]) => examplesOf(child, `${pointer}/${escape(key)}`)),
  ]
}

function valuesOf(node: JsonObject): unknown[] {
  const named = Object.values(isObject(node['examples']) ? node['examples'] : {})
  return [
    ...('example' in node ? [node['example']] : []),
    ...named.map((example) => asObject(example)['value']),
  ]
}

describe.each(dates)('examples of %s', (date) => {
  const examples = examplesOf(documentOf(date))

  test('are there', () => expect(examples.length).toBeGreaterThan(25))

  test.each(examples)('$pointer', ({ pointer, value }) => {
    const validate = validatorOf(date, pointer)
    validate(value)
    expect(validate.errors).toBeNull()
  })
})

test('a wrong example is found', () => {
  const quote = examplesOf(documentOf('2025-03-13')).find(
    ({ value }) => isObject(value) && 'quote_id' in value,
  )
  const validate = validatorOf('2025-03-13', quote?.pointer ?? '')
  expect(validate({ ...asObject(quote?.value), rate: 1.07 })).toBe(false)
})

test('the examples of the quote parameters make one request', () => {
  const document = documentOf('2025-03-13')
  const quote = operationsOf(document).find(({ id }) => id === 'getAutorampQuote')
  const missing = quote?.parameters.filter(
    (parameter) => parameter['required'] === true && !('example' in parameter),
  )
  expect(missing).toEqual([])
  expect(deref(document, quote?.parameters[0])).toHaveProperty('example')
})
