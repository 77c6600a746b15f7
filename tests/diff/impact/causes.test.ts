import { describe, expect, test } from 'vitest'
import { Causes, type Evidence } from '../../../diff/impact/errors.js'
import type { ReportedChange } from '../../../diff/model/report.js'
import { changeOf, reportOf } from '../make.js'

const at = (path: string) => ({ pointer: `#/components/schemas/${path}` })
const uses = (operationId: string) => [{ operation: 'get /a', operationId, within: '' }]
const judged = (
  id: string,
  path: string,
  operationId: string,
  rest: Partial<ReportedChange> = {},
): ReportedChange => {
  const [change] = reportOf([
    changeOf(id, { from: at(path), to: at(path), uses: uses(operationId), ...rest }),
  ]).changes
  if (!change) throw new Error('no change')
  return change
}

const tag = judged('response-property-removed', 'Pet/properties/tag', 'getPet')
const otherTag = judged('response-property-removed', 'Cat/properties/tag', 'getCat')
const safe = judged('response-property-added', 'Pet/properties/age', 'getPet')
const words = judged('text-changed', 'Pet/properties/tag', 'getPet')
const asked = judged('request-property-removed', 'Query/properties/sort', 'getAll')
const status = judged('response-error-status-added', 'x', 'getAll', {
  sentence: 'Status `418` was added to `get /a`.',
})
const variant = judged('response-variant-added', 'Payee/oneOf/2', 'getAll', {
  sentence: 'Variant `Card` was added to `Payee`.',
})
const typed = judged('response-type-changed', 'Pet/properties/size', 'getSize', { before: 'string' })
const listed = judged('response-enum-value-added', 'Pet/properties/mood/enum', 'getMood', { after: 'sad' })
const all = { tag, otherTag, safe, words, asked, status, variant, typed, listed }
const nameOf = new Map(Object.entries(all).map(([name, { fingerprint }]) => [fingerprint, name]))

describe('an error comes from', () => {
  const causes = new Causes(Object.values(all))
  const [one, other] = [tag.fingerprint, otherTag.fingerprint]
  const error: Evidence = { message: 'no idea', here: [], around: [], called: [] }

  test.each<[string, Partial<Evidence>, ...names: string[]]>([
    ['what it stands at', { message: "Property 'tag' does not exist", here: [one] }, 'tag'],
    ['what it stands at, whatever it says', { here: [one], around: [other], called: ['getCat'] }, 'tag'],
    ['of what it stands at, what it names', { message: "'sort'", here: [one, asked.fingerprint] }, 'asked'],
    ['what the call and the message name', { message: "'tag' is missing", called: ['getCat'] }, 'otherTag'],
    ['what its statement has', { message: "'sort' is unknown", around: [one, one] }, 'tag'],
    ['a name that few have', { message: "'tag' is missing" }, 'tag', 'otherTag'],
    ['the one of its schema', { message: "'tag' is missing in type 'Cat'" }, 'otherTag'],
    ['a status', { message: "'418' is not assignable to '200'" }, 'status'],
    ['a variant', { message: "Type 'Card' is not assignable to type 'never'" }, 'variant'],
    ['no text of another change', { message: "'200' and 'a'" }],
    ['no keyword', { message: "'number' or an enum type" }],
    ['no name of a type', { message: "'string' is not assignable to 'number'" }],
    ['what the call may break by, and never words', { called: ['getPet'] }, 'tag'],
    ['a schema that it names', { message: "Type 'Query' is missing" }, 'asked'],
    ['nothing that is known', {}],
  ])('%s', (_from, given, ...names) => {
    expect(causes.of({ ...error, ...given }).map((found) => nameOf.get(found))).toEqual(names)
  })

  test('no name that is too common', () => {
    const many = Array.from({ length: 4 }, (_, index) =>
      judged('response-property-removed', `S${index}/properties/name`, `get${index}`),
    )
    const common = new Causes(many)
    expect(common.of({ ...error, message: "Property 'name' does not exist" })).toEqual([])
  })
})
