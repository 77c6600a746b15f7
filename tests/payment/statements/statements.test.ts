import { describe, expect, test } from 'vitest'
import { areaOf } from '../../../conformance/index.js'
import { catalogue, hasRule, registry, sections } from '../../../payment/index.js'

const judged = catalogue.filter(({ kind }) => kind !== 'open')
const all = sections.flatMap(({ title, statements }) =>
  Object.entries(statements).map(([key, statement]) => ({ title, key, statement })),
)

const repeated = (texts: readonly string[]): string[] =>
  texts.filter((text, index) => texts.indexOf(text) !== index)

describe('the table of statements', () => {
  test('has one entry for each subject of a section: a rule takes the place of what nothing judged', () => {
    const subjects = all.map(({ title, key }) => `${title}: ${key.replace(/^.*\//, '')}`)
    expect(repeated(subjects), 'keep one entry in payment/statements/').toEqual([])
  })

  test('has no statement twice, and no rule or section either', () => {
    expect(repeated(all.map(({ title, statement }) => `${title}: ${statement.statement}`))).toEqual([])
    expect(repeated(catalogue.map(({ id }) => id))).toEqual([])
    expect(repeated(sections.map(({ title }) => title))).toEqual([])
  })

  test('gives every rule an id of one of the areas, and every other statement a key without one', () => {
    const wrong = all.filter(
      ({ key, statement }) => !(hasRule(statement) ? /^[a-z-]+\/[a-z0-9-]+$/ : /^[a-z0-9-]+$/).test(key),
    )
    expect(wrong.map(({ key }) => key)).toEqual([])
    const listed = new Set(catalogue.map(({ id }) => id))
    const rules = all.filter(({ statement }) => hasRule(statement)).map(({ key }) => key)
    expect(
      rules.filter((id) => !listed.has(id)),
      'name the area in payment/statements/statement.ts',
    ).toEqual([])
  })

  test('names rules that are judged', () => {
    // Statements about documents are judged by the rules of documents.
    const known = new Set(registry.rules.filter(({ kind }) => kind !== 'open').map(({ id }) => id))
    const named = all.flatMap(({ title, key, statement }) =>
      'also' in statement ? statement.also.map((id) => ({ id, by: `${title}: ${key}` })) : [],
    )
    expect(named.filter(({ id }) => !known.has(id))).toEqual([])
  })

  test('gives every statement a sentence, and a judge or a reason', () => {
    const lame = all.filter(({ statement }) => {
      if (!statement.statement.endsWith('.')) return true
      if (statement.kind === 'judged') return statement.also.length === 0
      return (
        (statement.kind === 'unjudged' || statement.kind === 'open') && (statement.reason ?? '').length < 10
      )
    })
    expect(lame.map(({ title, key }) => `${title}: ${key}`)).toEqual([])
  })
})

test('what judges a rule whatever creates a customer needs `writes`', () => {
  const writing = new Set(['idempotency', 'customers', 'required-signings', 'autoramp', 'identification'])
  const own = judged.filter((rule) => writing.has(areaOf(rule)))
  expect(own.filter(({ needs }) => !needs.includes('writes'))).toEqual([])
})
