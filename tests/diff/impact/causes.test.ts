import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { Causes, type ErrorContext } from '../../../diff/impact/causes.js'
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
const source = ts.createSourceFile('a.ts', 'pet.tag', ts.ScriptTarget.Latest)
const mention = { source, start: 4, end: 7, changes: [tag.fingerprint] }
const error: ErrorContext = {
  file: 'a.ts',
  start: 4,
  end: 7,
  message: 'no idea',
  called: new Set<string>(),
  changesOfTypes: [],
}

const status = judged('response-error-status-added', 'x', 'getCat', {
  sentence: 'Status `418` was added to `get /a`.',
})
const asked = judged('request-property-removed', 'Query/properties/sort', 'getCat')
const nameOf = new Map(
  Object.entries({ tag, otherTag, safe, words, status, asked }).map(([name, { fingerprint }]) => [
    fingerprint,
    name,
  ]),
)

describe('an error comes from', () => {
  const causes = new Causes([tag, otherTag, safe, words, status, asked], [mention])
  const elsewhere = { ...error, file: 'b.ts' }
  const both = [safe.fingerprint, otherTag.fingerprint]

  test.each<[string, Partial<ErrorContext>, ...names: string[]]>([
    ['what it stands at', { file: 'a.ts', message: "Property 'tag' does not exist" }, 'tag'],
    ['what it stands at, whatever it says', { file: 'a.ts' }, 'tag'],
    [
      'a member whose value it is about',
      { file: 'a.ts', start: 30, end: 33, spans: [{ start: 4, end: 7 }] },
      'tag',
    ],
    ['a member directly before it', { file: 'a.ts', start: 9, end: 12 }, 'tag'],
    ['no member further before it', { file: 'a.ts', start: 10, end: 12 }],
    [
      'what types there have and the message names',
      { message: "'tag' and 'age'", changesOfTypes: both },
      'otherTag',
    ],
    ['nothing of types that it does not name', { changesOfTypes: both }],
    [
      'what the call and the message name',
      { message: "'tag' is missing", called: new Set(['getCat']) },
      'otherTag',
    ],
    ['a name that few have', { message: "'tag' is missing" }, 'tag', 'otherTag'],
    ['a status', { message: "'418' is not assignable to '200'" }, 'status'],
    ['no text of another change', { message: "'200'" }],
    ['what the call may break by, and never words', { called: new Set(['getPet']) }, 'tag'],
    ['no request where it only reads', { called: new Set(['getCat']), isRead: true }, 'otherTag'],
    ['a schema that it names', { message: "Type 'Query' is missing" }, 'asked'],
    ['a schema that its line names', { code: 'const all: Query = {}' }, 'asked'],
    ['nothing that is known', {}],
  ])('%s', (_from, given, ...names) => {
    expect(causes.of({ ...elsewhere, ...given }).map((one) => nameOf.get(one))).toEqual(names)
  })

  test('no name that is too common', () => {
    const many = Array.from({ length: 4 }, (_, index) =>
      judged('response-property-removed', `S${index}/properties/name`, `get${index}`),
    )
    const common = new Causes(many, [])
    expect(common.of({ ...error, message: "Property 'name' does not exist" })).toEqual([])
  })
})
