import { expect, test } from 'vitest'
import { effectsPolicy, isBroken } from '../../../diff/index.js'
import type { ReportInput } from '../../../diff/policy/judge.js'
import { changeOf, reportOf, sideOf } from '../make.js'

const pointed = (from: string, to = from) =>
  changeOf('response-variant-added', { from: { pointer: `#${from}` }, to: { pointer: `#${to}` } })
const uses = ['post /customers', 'get /pets'].map((operation) => ({ operation, within: 'response 200' }))
const rail = '/components/schemas/DepositRail'

const changes = {
  breaking: changeOf('response-property-removed'),
  safe: changeOf('response-property-added'),
  words: changeOf('text-changed'),
  fedNow: pointed(`${rail}/oneOf`, `${rail}/oneOf/15`),
  near: pointed(`${rail}Kind`),
  ofRow: changeOf('response-type-changed', { uses: uses.slice(0, 1) }),
  beyond: changeOf('response-type-changed', { uses }),
}

const dates = { old: '2025-03-13', mid: '2026-07-01', new: '2026-08-01', next: '2027-01-01' }

test.each<
  [
    what: string,
    names: readonly (keyof typeof changes)[],
    sides: string,
    says: string,
    rest?: Partial<ReportInput>,
  ]
>([
  ['two texts with a change that needs a version', ['breaking', 'safe'], 'mid mid', 'published drift'],
  ['two texts of which all may ship', ['safe'], 'mid mid', 'published ships'],
  ['documentation alone', ['words'], 'mid mid', 'published ships documentation-only'],
  ['bytes alone', [], 'mid mid', 'published same bytes-only'],
  ['the same bytes', [], 'mid mid', 'published same', { to: sideOf(dates.mid) }],
  ['versions, whatever changed', ['breaking'], 'old mid', 'dated minted not-in-change-table'],
  ['a change that the row of the version names', ['fedNow'], 'old mid', 'dated minted'],
  ['a change that the row of a version between names', ['fedNow'], 'old new', 'dated minted'],
  ['a change of an older row', ['fedNow'], 'mid new', 'dated minted not-in-change-table'],
  ['a pointer that only begins like one of the row', ['near'], 'old mid', 'dated minted not-in-change-table'],
  ['an operation of the row', ['ofRow'], 'mid new', 'dated minted'],
  ['an operation of the row and others', ['beyond'], 'mid new', 'dated minted not-in-change-table'],
  ['nothing to mint', ['safe'], 'old mid', 'dated minted nothing-to-mint'],
  ['words to mint', ['words'], 'old mid', 'dated minted documentation-only nothing-to-mint'],
  ['a version without a row', ['breaking'], 'new next', 'dated minted not-in-change-table'],
  ['a policy without a table', ['breaking'], 'new next', 'dated minted', { policy: effectsPolicy }],
  ['versions backwards', ['breaking'], 'mid old', 'dated minted reversed'],
  ['documents without a date', ['breaking'], '? ?', 'undated must-be-minted'],
  ['one date, which is not enough', ['breaking'], '? mid', 'undated must-be-minted'],
  ['no date, said to be published', ['breaking'], '? ?', 'published drift', { circumstance: 'published' }],
  ['no date, said to be dated', ['breaking'], '? ?', 'dated minted', { circumstance: 'dated' }],
])('%s', (_what, names, sides, says, rest) => {
  const [from, to] = sides.split(' ').map((side) => (side === '?' ? undefined : Reflect.get(dates, side)))
  const all = names.map((name) => changes[name])
  const given = { from: sideOf(from), to: sideOf(to, { sha256: 'b'.repeat(64) }), ...rest }
  const { circumstance, verdict, notes } = reportOf(all, given)
  expect([circumstance, verdict, ...notes.map(({ code }) => code)].join(' ')).toBe(says)
  expect(isBroken({ verdict })).toBe(/ (drift|must-be-minted)/.test(says))
})

test('a change that the table does not name is told', () => {
  const { notes } = reportOf([changes.fedNow, changes.breaking], {
    from: sideOf(dates.old),
    to: sideOf(dates.mid),
  })
  expect(notes.map(({ message }) => message)).toEqual([
    'the row of 2026-07-01 in the change table does not name: `response-property-removed` happened to `name`',
  ])
})

test('a document without a version is called by its name', () => {
  const sides = { from: sideOf(undefined), to: sideOf(undefined), circumstance: 'dated' } as const
  const { notes } = reportOf([changes.safe], sides)
  expect(notes.map(({ message }) => message)).toContain('no change in pets.yaml needs a version of its own')
})
