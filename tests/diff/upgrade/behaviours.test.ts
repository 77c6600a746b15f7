import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mintingPolicy, policyOf, behavioursBetween } from '../../../diff/index.js'
import type { PolicySettings } from '../../../diff/policy/minting.js'
import {
  callsOf,
  makeUpgrade,
  mustChange,
  type UpgradeReport,
  withCalls,
} from '../../../diff/upgrade/make-upgrade.js'
import { renderUpgradeMarkdown } from '../../../diff/upgrade/markdown.js'
import { changeOf, reportOf } from '../make.js'

const [from, to] = ['2026-07-01', '2026-08-01'] as const
const documentOf = (version: string) =>
  JSON.parse(readFileSync(new URL(`../../../dist/specs/${version}.json`, import.meta.url), 'utf8')) as Record<
    string,
    unknown
  >

const reference = [documentOf(from), documentOf(to)] as const
/** A document of another service that happens to share names with this one. */
const pets = {
  openapi: '3.1.0',
  paths: { '/customers': { post: {} }, '/pets': { get: { operationId: 'listPets' } } },
  components: { schemas: { BirthPlace: {}, Pet: {} } },
}
const others = [pets, pets] as const

const saysOf = (documents: typeof reference | typeof others, settings?: PolicySettings): string[] => {
  const { table = {} } = settings ? policyOf(settings) : mintingPolicy
  return behavioursBetween({ table, from, to, documents, changes: [] }).map(({ says }) => says)
}
const own = { table: { [to]: [{ says: 'pets tell their age', operations: ['get /pets'] }] } }

test('the table of the specification speaks of documents of this service, and of no other', () => {
  const says = saysOf(reference)
  expect(says).toContain('structured identification errors')
  expect(says).toContain('a Business without its company documents is refused')
  expect(says).not.toContain('deposit_rails can include a FedNow member')
  expect(saysOf(others)).toEqual([])
})

test('rows of a configured table count, for any service, whatever they name', () => {
  expect(saysOf(others, own)).toEqual(['pets tell their age'])
  expect(saysOf(reference, own)).toEqual(['pets tell their age'])
  const table = { '2026-08-01': [{ says: 'faster' }], '2026-07-15': [{ says: 'slower' }] }
  expect(saysOf(others, { table })).toEqual(['slower', 'faster'])
  expect(saysOf(others, { base: 'effects', ...own })).toEqual(['pets tell their age'])
  expect(saysOf(reference, { base: 'effects', verdicts: {} })).toEqual([])
  expect(
    saysOf(others, { table: { '2026-07-01': [{ says: 'before' }], '2026-09-01': [{ says: 'after' }] } }),
  ).toEqual([])
})

test('a row has the operations that it names', () => {
  const { table = {} } = policyOf(own)
  for (const documents of [others, [pets, {}], [{}, pets]] as const) {
    const [behaviour] = behavioursBetween({ table, from, to, documents, changes: [] })
    expect(behaviour?.change.uses).toEqual([{ operation: 'get /pets', operationId: 'listPets', within: '' }])
  }
})

test('operations of OpenAPI 3.2 have rows and calls', () => {
  const item = { query: { operationId: 'ask' }, additionalOperations: { COPY: { operationId: 'copy' } } }
  const document = { openapi: '3.2.0', paths: { '/a': item } }
  const { table = {} } = policyOf({ table: { [to]: [{ says: 'x', operations: ['query /a', 'COPY /a'] }] } })
  const documents = [document, document] as const
  const [behaviour] = behavioursBetween({ table, from, to, documents, changes: [] })
  expect(behaviour?.change.uses.map(({ operationId }) => operationId)).toEqual(['ask', 'copy'])
  expect(callsOf(document).map(({ sentence }) => sentence)).toEqual(['query /a', 'COPY /a'])
})

test('calls get the changes that reach them and no other line, and are gone without one', () => {
  const [calls] = callsOf(pets).slice(1)
  const call = calls?.fingerprint ?? ''
  const line = {
    file: 'a.ts',
    line: 1,
    column: 1,
    code: 'listPets()',
    kind: 'mention' as const,
    changes: [call],
  }
  const uses = [{ operation: 'get /pets', within: '' }]
  const [removed, added, read] = [
    'response-property-removed',
    'response-property-added',
    'response-type-changed',
  ].map((id) => changeOf(id, { uses }))
  const { changes } = reportOf([removed, added, read].filter((one) => one !== undefined))
  const touched = { ...line, line: 2, changes: [read?.fingerprint ?? '', call] }
  expect(withCalls([line, touched], changes).map(({ changes: own }) => own)).toEqual([
    [removed?.fingerprint],
    [read?.fingerprint, removed?.fingerprint],
  ])
  expect(withCalls([line], [])).toEqual([])
})

const finding = { operation: 'get /a', message: 'no `b`', count: 1, entry: 0, advice: '' }
const traffic = { file: 'a.har', isOwn: true, older: 1, newer: 0, ignored: 0 }
const refused = [{ ...traffic, findings: [{ ...finding, kind: 'request' as const }] }]

test.each([
  ['nothing', {}, false],
  ['a line that must change', { must: [{ file: 'a.ts', line: 1, column: 1, code: '', advice: [] }] }, true],
  ['a request of its own that is refused', { traffic: refused }, true],
  ['one of others', { traffic: refused.map((one) => ({ ...one, isOwn: false })) }, false],
  ['one of its past, on the newer code', { traffic: refused, imports: 'newer' }, false],
  ['an answer', { traffic: [{ ...traffic, findings: [{ ...finding, kind: 'answer' as const }] }] }, false],
])('what must change before an upgrade: %s', (_what, rest, expected) => {
  const report = { must: [], traffic: [], imports: 'older', ...rest } as unknown as UpgradeReport
  expect(mustChange(report)).toBe(expected)
})

test('changes that no line uses are listed with the operations that they reach, if any', () => {
  const usesOf = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ operation: `get /${index}`, within: '' }))
  const changes = [0, 1, 3].map((count) =>
    changeOf('response-property-removed', { sentence: `It reaches ${count}.`, uses: usesOf(count) }),
  )
  const more = { behaviours: [], moves: [], isWritten: false, named: [], traffic: [], folder: '.', notes: [] }
  const made = makeUpgrade({ report: reportOf(changes), ...more })
  const lines = renderUpgradeMarkdown({ ...made, commands: [] }).split('\n')
  expect(lines.filter((line) => line.includes('It reaches'))).toEqual([
    '- It reaches 0: no line of 0 files uses it.',
    '- It reaches 1 (`get /0`): no line of 0 files uses it.',
    '- It reaches 3 (`get /0` and 2 more): no line of 0 files uses it.',
  ])
})

test('the headline says that errors of its own may hide what has to change', () => {
  const more = { behaviours: [], moves: [], isWritten: false, named: [], traffic: [], folder: '.', notes: [] }
  const made = makeUpgrade({ report: reportOf([]), ...more })
  const ownErrors = { count: 1, first: [{ file: 'a.ts', line: 1, column: 1, message: 'wrong' }] }
  const heads = [made, { ...made, ownErrors }].map((one) => renderUpgradeMarkdown({ ...one, commands: [] }))
  expect(heads.map((text) => /\*\*(.*?by hand)\*\*/.exec(text)?.[1])).toEqual([
    'Nothing has to change by hand',
    'Beside its own errors nothing has to change by hand',
  ])
})
