import { describe, expect, test } from 'vitest'
import {
  allowListProblems,
  allowListOf,
  applyAllowList,
  judgeChanges,
  mintingPolicy,
  policyProblems,
  policyOf,
  type AllowList,
  type PolicySettings,
} from '../../../diff/index.js'
import { isAtPointer } from '../../../diff/policy/judge.js'
import { validatorOf } from '../../support/published-schema.js'
import { changeOf, reportOf } from '../make.js'

const schemaOf = (name: string) => validatorOf(`diff/policy/${name}.schema.json`)

const added = ['request', 'response'].map((flow) => `${flow}-enum-value-added`)
const [inRequest = '', inResponse = ''] = added

test.each<[what: string, PolicySettings, id: string, ruling: string]>([
  ['an id', { verdicts: { [inResponse]: 'ship' } }, inResponse, `ship configured/${inResponse}`],
  ['another id', { verdicts: { [inResponse]: 'ship' } }, inRequest, 'mint variant-added'],
  ['a kind', { verdicts: { 'enum-value-added': 'ship' } }, inRequest, 'ship configured/enum-value-added'],
  [
    'the direction of a kind',
    { verdicts: { 'enum-value-added': { request: 'ship' } } },
    inRequest,
    'ship configured/enum-value-added/request',
  ],
  [
    'another direction of a kind',
    { verdicts: { 'enum-value-added': { request: 'ship' } } },
    inResponse,
    'mint variant-added',
  ],
  [
    'an id behind its kind',
    { verdicts: { 'enum-value-added': 'mint', [inResponse]: 'ship' } },
    inResponse,
    `ship configured/${inResponse}`,
  ],
  ['an effect', { unnamed: { 'may-break': 'ship' } }, 'server-removed', 'ship unnamed-may-break'],
  ['the effect of what is named', { unnamed: { breaks: 'ship' } }, inResponse, 'mint variant-added'],
  ['effects alone', { base: 'effects' }, inRequest, 'ship unnamed-safe'],
])('a configured policy decides by %s', (_what, settings, id, ruling) => {
  const [judged] = judgeChanges([changeOf(id)], policyOf(settings))
  expect(`${judged?.ruling.verdict} ${judged?.ruling.clause}`).toBe(ruling)
})

test('a configured policy adds rows to the change table of what it stands on', () => {
  const table = { '2027-01-01': [{ says: 'pets have names', pointers: ['#/components/schemas/Pet'] }] }
  const rows = Object.keys(mintingPolicy.table ?? {})
  expect(Object.keys(policyOf({ table }).table ?? {})).toEqual([...rows, '2027-01-01'])
  expect(policyOf({ base: 'effects' }).table).toBeUndefined()
  expect(policyOf({})).toEqual(mintingPolicy)
  expect(policyOf({ unnamed: { safe: 'ship' } }).name).toBe(`configured, on ${mintingPolicy.name}`)
})

test.each([
  ['the later', '/a', '/b/c', true],
  ['the earlier', '/b', '/a', true],
  ['neither', '/a', '/bc', false],
])('a change is at the pointers of a row where %s location is at or below one', (_, from, to, isThere) => {
  const change = changeOf('server-removed', {
    from: { pointer: from, line: 1 },
    to: { pointer: to, line: 1 },
  })
  expect(isAtPointer({ says: 'b', pointers: ['/b'] }, change)).toBe(isThere)
})

describe('what a policy is read from', () => {
  const validate = schemaOf('policy')
  const ofTable = (rows: unknown): object => ({ table: { '2027-01-01': rows } })
  const bare = [{}, [], { name: 'ours' }, { $schema: 'any' }, { verdict: {} }, { base: 'none' }]
  const effects = [
    { base: 'effects', name: ' ' },
    { unnamed: { unsafe: 'mint' } },
    { unnamed: { breaks: null } },
  ]
  const wrong: readonly unknown[] = [
    ...bare,
    ...effects,
    ...[[], { 'operation-added': 'allow' }, { 'operation-added': 1 }].map((verdicts) => ({ verdicts })),
    ...[{ both: 'mint' }, { request: 1 }].map((one) => ({ verdicts: { 'property-added': one } })),
    ...[{}, [{}], [{ says: 'a', pointers: 'b' }], [{ says: 'a', paths: [] }]].map(ofTable),
    { table: { soon: [] } },
  ]

  test.each(wrong)('%j is refused', (value) => {
    expect(validate(value)).toBe(false)
    expect(policyProblems(value), 'problems of the schema are not repeated').toEqual([])
  })

  test.each([
    ['response-propery-removed', '; did you mean "response-property-removed"'],
    ['constructor', 'is neither the id nor the kind of a change'],
  ])('an invalid id is refused, with the nearest ones: %s', (id, says) => {
    const [fault, ...others] = policyProblems({ verdicts: { 'operation-added': 'ship', [id]: 'ship' } })
    expect(others).toEqual([])
    expect(fault).toMatchObject({ pointer: `/verdicts/${id}`, message: expect.stringContaining(says) })
  })

  test.each([
    [{ 'operation-added': { request: 'mint' } }, 'has no direction "request"; it has neither'],
    [{ 'response-property-removed': { request: 'ship' } }, 'has no direction "request"; it has response'],
    [
      { 'required-property-no-longer-read-only': { response: 'ship' } },
      'has no direction "response"; it has request',
    ],
  ])('a verdict that could never count is refused: %j', (verdicts, says) => {
    expect(policyProblems({ verdicts })).toEqual([
      expect.objectContaining({ message: expect.stringContaining(says) }),
    ])
  })

  test.each<PolicySettings>([
    { name: 'ours', base: 'effects', verdicts: {}, unnamed: { breaks: 'mint', documentation: 'ship' } },
    {
      verdicts: {
        'operation-removed': 'ship',
        'property-added': { request: 'ship', response: 'mint' },
        'server-removed': { neither: 'ship' },
      },
    },
    { table: { '2027-01-01': [{ says: 'a', pointers: ['#/a'], operations: ['get /a'] }, { says: 'b' }] } },
  ])('%j is taken', (value) => {
    expect(policyProblems(value)).toEqual([])
    expect(validate(value)).toBe(true)
  })
})

describe('an allow-list', () => {
  const removed = changeOf('response-property-removed')
  const entry = { fingerprint: removed.fingerprint, reason: 'nobody reads it', expires: '2026-12-31' }
  const list = (...changes: (typeof entry & { change?: string })[]): AllowList => ({
    allowVersion: 1,
    changes,
  })

  test('lets a change pass: it stays in the report, and no longer counts', () => {
    const report = reportOf([removed], { allowList: list(entry) })
    expect(report).toMatchObject({ verdict: 'ships', counts: { mint: 0, allowed: 1 }, notes: [] })
    expect(report.changes[0]?.allowed).toEqual({ reason: 'nobody reads it', expires: '2026-12-31' })
  })

  const gone = { fingerprint: 'f'.repeat(16), change: 'it is gone' }
  test.each<[what: string, Partial<typeof entry & { change: string }>, verdict: string, ...notes: string[]]>([
    ['on its last day', { expires: '2026-11-20' }, 'ships'],
    [
      'the day after',
      { expires: '2026-11-19' },
      'drift',
      `allow-expired: the allow-list's entry for ${entry.fingerprint} expired on 2026-11-19`,
    ],
    [
      'that matches nothing',
      gone,
      'drift',
      `allow-unmatched: the allow-list's entry for ${gone.fingerprint} (it is gone) matches no change; remove it`,
    ],
  ])('has an entry %s', (_what, own, verdict, ...notes) => {
    const report = reportOf([removed], { allowList: list({ ...entry, ...own }) })
    expect(report.verdict).toBe(verdict)
    expect(report.notes.map(({ code, message }) => `${code}: ${message}`)).toEqual(notes)
  })

  test('is written of what needs a version, keeps reasons that were given, and is read again', () => {
    const report = reportOf([removed, changeOf('response-property-added'), changeOf('operation-removed')], {
      allowList: list(entry),
    })
    const written = allowListOf(report.changes, 'why', '2027-01-01')
    expect(written.changes.map(({ reason, expires }) => `${reason} ${expires}`).toSorted()).toEqual([
      'nobody reads it 2026-12-31',
      'why 2027-01-01',
    ])
    expect(allowListProblems(written)).toEqual([])
    expect(schemaOf('allow')(written)).toBe(true)
    expect(
      applyAllowList(report.changes, written, '2026-11-20').changes.filter(({ allowed }) => allowed),
    ).toHaveLength(2)
  })

  test.each<unknown>([
    { allowVersion: 2, changes: [] },
    { allowVersion: 1 },
    { allowVersion: 1, changes: [], findings: [] },
    { allowVersion: 1, changes: [1] },
    { allowVersion: 1, changes: [{ ...entry, fingerprint: 'x' }] },
    { allowVersion: 1, changes: [entry, { ...entry, reason: ' ' }] },
    { allowVersion: 1, changes: [{ ...entry, expires: '2026-02-30' }] },
    { allowVersion: 1, changes: [{ fingerprint: entry.fingerprint, reason: 'r' }] },
    { allowVersion: 1, changes: [{ ...entry, why: '' }] },
  ])('%j is refused', (value) => {
    expect(schemaOf('allow')(value)).toBe(false)
  })

  test('that names a change twice is refused', () => {
    expect(allowListProblems(list(entry, entry))).toEqual([
      { pointer: '/changes/1/fingerprint', message: `${entry.fingerprint} is named twice` },
    ])
  })
})
