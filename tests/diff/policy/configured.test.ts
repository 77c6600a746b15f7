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
import { validatorOf } from '../../support/published-schema.js'
import { changeOf, reportOf } from '../make.js'

const schemaOf = (name: string) => validatorOf(`diff/policy/${name}.schema.json`)

describe('a configured policy', () => {
  const verdict = (settings: PolicySettings, id: string) =>
    judgeChanges([changeOf(id)], policyOf(settings))[0]?.ruling

  test('decides by id before everything else', () => {
    const settings = { verdicts: { 'response-enum-value-added': 'ship' } } as const
    expect(verdict(settings, 'response-enum-value-added')).toEqual({
      verdict: 'ship',
      clause: 'configured/response-enum-value-added',
    })
    expect(verdict(settings, 'request-enum-value-added')).toMatchObject({
      verdict: 'mint',
      clause: 'variant-added',
    })
  })

  test('a kind stands for all directions, or for the one that is named', () => {
    expect(verdict({ verdicts: { 'enum-value-added': 'ship' } }, 'request-enum-value-added')?.verdict).toBe(
      'ship',
    )
    const request = { verdicts: { 'enum-value-added': { request: 'ship' } } } as const
    expect(verdict(request, 'request-enum-value-added')?.clause).toBe('configured/enum-value-added/request')
    expect(verdict(request, 'response-enum-value-added')?.clause).toBe('variant-added')
  })

  test('an id says more than its kind, in whatever order they stand', () => {
    const verdicts = { 'enum-value-added': 'mint', 'response-enum-value-added': 'ship' } as const
    expect(verdict({ verdicts }, 'response-enum-value-added')?.verdict).toBe('ship')
  })

  test('what is not named follows its effect', () => {
    expect(verdict({ unnamed: { 'may-break': 'ship' } }, 'server-removed')).toEqual({
      verdict: 'ship',
      clause: 'unnamed-may-break',
    })
    expect(verdict({ unnamed: { breaks: 'ship' } }, 'response-enum-value-added')?.verdict).toBe('mint')
  })

  test('can stand on effects alone', () => {
    expect(verdict({ base: 'effects' }, 'request-enum-value-added')?.clause).toBe('unnamed-safe')
    expect(policyOf({ base: 'effects' }).table).toBeUndefined()
  })

  test('adds rows to the change table', () => {
    const table = { '2027-01-01': [{ says: 'pets have names', pointers: ['#/components/schemas/Pet'] }] }
    expect(Object.keys(policyOf({ table }).table ?? {})).toEqual([
      ...Object.keys(mintingPolicy.table ?? {}),
      '2027-01-01',
    ])
  })

  test('without content is the policy of the specification', () => {
    expect(policyOf({})).toEqual(mintingPolicy)
    expect(policyOf({ unnamed: { safe: 'ship' } }).name).toBe(`configured, on ${mintingPolicy.name}`)
  })
})

describe('what a policy is read from', () => {
  const validate = schemaOf('policy')
  const wrong: readonly unknown[] = [
    {},
    { name: 'ours' },
    { $schema: 'any' },
    { verdict: {} },
    { base: 'none' },
    { base: 'effects', name: ' ' },
    [],
    { verdicts: [] },
    { verdicts: { 'operation-added': 'allow' } },
    { verdicts: { 'operation-added': 1 } },
    { verdicts: { 'property-added': { both: 'mint' } } },
    { verdicts: { 'property-added': { request: 1 } } },
    { unnamed: { unsafe: 'mint' } },
    { unnamed: { breaks: null } },
    { table: { soon: [] } },
    { table: { '2027-01-01': {} } },
    { table: { '2027-01-01': [{}] } },
    { table: { '2027-01-01': [{ says: 'a', pointers: 'b' }] } },
    { table: { '2027-01-01': [{ says: 'a', paths: [] }] } },
  ]

  test.each(wrong)('%j is refused', (value) => {
    expect(validate(value)).toBe(false)
    expect(policyProblems(value), 'problems of the schema are not repeated').toEqual([])
  })

  test.each([
    ['response-propery-removed', '; did you mean "response-property-removed"'],
    ['constructor', 'is neither the id nor the kind of a change'],
  ])('an id that is none is refused, with the nearest ones: %s', (id, says) => {
    const [fault, ...others] = policyProblems({ verdicts: { 'operation-added': 'ship', [id]: 'ship' } })
    expect(others).toEqual([])
    expect(fault).toMatchObject({ pointer: `/verdicts/${id}`, message: expect.stringContaining(says) })
  })

  test.each([
    [{ 'operation-added': { request: 'mint' } }, 'has no direction "request"; it has neither'],
    [{ 'response-property-removed': { request: 'ship' } }, 'has no direction "request"; it has response'],
    [{ 'property-became-write-only': { request: 'ship' } }, 'has no direction "request"; it has response'],
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

  test('holds on its last day, and not after it, with a note', () => {
    const allowList = list({ ...entry, expires: '2026-11-20' })
    expect(reportOf([removed], { allowList }).verdict).toBe('ships')
    const later = reportOf([removed], { allowList, today: '2026-11-21' })
    expect(later.verdict).toBe('drift')
    expect(later.notes).toEqual([
      {
        code: 'allow-expired',
        message: `the allow-list's entry for ${entry.fingerprint} expired on 2026-11-20`,
      },
    ])
  })

  test('an entry that matches nothing is noted', () => {
    const allowList = list({ ...entry, fingerprint: 'f'.repeat(16), change: 'it is gone' })
    expect(reportOf([removed], { allowList }).notes).toEqual([
      {
        code: 'allow-unmatched',
        message: `the allow-list's entry for ${'f'.repeat(16)} (it is gone) matches no change; remove it`,
      },
    ])
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
