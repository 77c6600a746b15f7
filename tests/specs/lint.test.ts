import { describe, expect, test } from 'vitest'
import { lintDocument, printDocument } from '../../scripts/specs/lint.js'
import { asObject, at, dates, documentOf } from './documents.js'

describe('every document passes the recommended rules', () => {
  test.each(dates)('%s', async (date) => {
    expect(await lintDocument(`/${date}.json`, printDocument(documentOf(date)))).toEqual([])
  })
})

describe('a document that breaks a rule is reported with its pointer', () => {
  const cases = [
    { breaks: 'error', pointer: '/paths/~1customers/post', remove: 'summary', rule: 'operation-summary' },
    { breaks: 'error', pointer: '/components/schemas', remove: 'Amount', rule: 'no-unresolved-refs' },
    { breaks: 'warning', pointer: '/tags/0', remove: 'description', rule: 'tag-description' },
    { breaks: 'warning', pointer: '/info', remove: 'license', rule: 'info-license' },
  ]
  test.each(cases)('$rule ($breaks)', async ({ pointer, remove, rule }) => {
    const document = structuredClone(documentOf('2025-03-13'))
    Reflect.deleteProperty(asObject(at(document, pointer)), remove)
    const problems = await lintDocument('/broken.json', printDocument(document))
    expect(problems.join('\n')).toContain(`(${rule})`)
    expect(problems[0]).toMatch(/broken\.json#\//)
  })

  test('a component that nothing refers to', async () => {
    const document = structuredClone(documentOf('2025-03-13'))
    Reflect.set(asObject(at(document, '/components/schemas')), 'Stray', { type: 'string' })
    const problems = await lintDocument('/broken.json', printDocument(document))
    expect(problems).toEqual([expect.stringContaining('"Stray" is never used')])
  })
})

test('printing is deterministic and orders components by name', () => {
  const document = { openapi: '3.1.1', components: { schemas: { B: 1, A: 2 } } }
  expect(printDocument(document)).toBe(
    '{\n  "openapi": "3.1.1",\n  "components": {\n    "schemas": {\n      "A": 2,\n      "B": 1\n    }\n  }\n}\n',
  )
})
