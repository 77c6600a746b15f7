import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { Causes } from '../../../diff/impact/causes.js'
import type { ReportedChange } from '../../../diff/model/report.js'
import { changeOf, reportOf } from '../make.js'

const at = (path: string) => ({ pointer: `#/components/schemas/${path}` })
const uses = (operationId: string) => [{ operation: 'get /a', operationId, within: '' }]
const judged = (id: string, path: string, operationId: string): ReportedChange => {
  const [change] = reportOf([changeOf(id, { from: at(path), to: at(path), uses: uses(operationId) })]).changes
  if (!change) throw new Error('no change')
  return change
}

const tag = judged('response-property-removed', 'Pet/properties/tag', 'getPet')
const otherTag = judged('response-property-removed', 'Cat/properties/tag', 'getCat')
const safe = judged('response-property-added', 'Pet/properties/age', 'getPet')
const words = judged('text-changed', 'Pet/properties/tag', 'getPet')
const source = ts.createSourceFile('a.ts', 'pet.tag', ts.ScriptTarget.Latest)
const mention = { source, start: 4, end: 7, changes: [tag.fingerprint] }
const error = {
  file: 'a.ts',
  start: 4,
  end: 7,
  message: 'no idea',
  called: new Set<string>(),
  changesOfTypes: [],
}

describe('an error comes from', () => {
  const causes = new Causes([tag, otherTag, safe, words], [mention])

  test('what it stands at', () => {
    expect(causes.of({ ...error, message: "Property 'tag' does not exist" })).toEqual([tag.fingerprint])
    expect(causes.of(error)).toEqual([tag.fingerprint])
  })

  test('what the types there have and the message names', () => {
    const changesOfTypes = [safe.fingerprint, otherTag.fingerprint]
    const elsewhere = { ...error, file: 'b.ts', changesOfTypes }
    expect(causes.of({ ...elsewhere, message: "'tag' and 'age'" })).toEqual([otherTag.fingerprint])
    expect(causes.of(elsewhere)).toEqual([])
  })

  test('what the call and the message name', () => {
    const elsewhere = { ...error, file: 'b.ts', message: "'tag' is missing" }
    expect(causes.of({ ...elsewhere, called: new Set(['getCat']) })).toEqual([otherTag.fingerprint])
    expect(causes.of(elsewhere)).toEqual([tag.fingerprint, otherTag.fingerprint])
  })

  test('what the call may break by, and never from words', () => {
    const called = { ...error, file: 'b.ts', called: new Set(['getPet']) }
    expect(causes.of(called)).toEqual([tag.fingerprint])
  })

  test('nothing that is known', () => {
    expect(causes.of({ ...error, file: 'b.ts' })).toEqual([])
  })

  test('no name that is too common', () => {
    const many = Array.from({ length: 4 }, (_, index) =>
      judged('response-property-removed', `S${index}/properties/name`, `get${index}`),
    )
    const common = new Causes(many, [])
    expect(common.of({ ...error, message: "Property 'name' does not exist" })).toEqual([])
  })
})
