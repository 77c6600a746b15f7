import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { appliesTo, catalogue } from '../../../conformance/index.js'
import { areaOf } from '../../../conformance/engine/schedule/schedule.js'
import { observers } from '../../../conformance/observers/index.js'
import { scenarioSets } from '../../../conformance/scenarios/index.js'

const root = resolve(import.meta.dirname, '../../..')
const idsOf = (kind: string): string[] => catalogue.filter((rule) => rule.kind === kind).map(({ id }) => id)

/** Headings of the specification, with the parts of its longer sections that rules point at. */
const sections = [
  'Authentication 1',
  'Authentication 2',
  'Authentication 4',
  'Endpoints',
  'Endpoints, GET /autoramps/quote',
  'Endpoints, GET /autoramps/{id}',
  'Endpoints, GET /customers/{id}/abilities',
  'Endpoints, GET /customers/{id}/required-signings',
  'Endpoints, GET /terms-and-conditions',
  'Endpoints, POST /customers/{id}/identifications/v2',
  'Endpoints, POST /customers/{id}/identifications/v2, rule 1',
  'Endpoints, POST /customers/{id}/identifications/v2, rule 2',
  'Endpoints, idempotency',
  'Endpoints, sandbox simulation',
  'Endpoints, specification documents',
  'Errors',
  'Errors, general',
  'Errors, structured identification errors',
  'Events, delivery',
  'Events, event kinds',
  'Events, message types',
  'Events, registering',
  'Limits',
  'Resources, Account',
  'Resources, Amount',
  'Resources, BankAccountIdentifier',
  'Resources, Currency',
  'Resources, Fee',
  'Resources, SignedAutorampQuote',
  'Resources, enumerations',
  'States, customer onboarding',
  'States, identification',
  'Versioning 1',
  'Versioning 2',
  'Versioning 3',
  'Versioning 4',
  'Versioning 5',
  'Versioning 6',
  'Versioning 7',
  'Versioning, change table',
  'What the service does',
]

describe('the catalogue', () => {
  test('gives every rule an id of its own, of area and name', () => {
    const ids = catalogue.map(({ id }) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    expect(ids.filter((id) => !/^[a-z-]+\/[a-z0-9-]+$/.test(id))).toEqual([])
  })

  test('points at sections that the specification has', () => {
    expect([...new Set(catalogue.map(({ section }) => section))].toSorted()).toEqual(sections)
  })

  test('says each promise as a sentence', () => {
    expect(catalogue.filter(({ statement, title }) => !statement.endsWith('.') || title === '')).toEqual([])
  })

  test('says of every open rule why it is not judged', () => {
    const silent = catalogue.filter((rule) => rule.kind === 'open' && rule.reason.length < 10)
    expect(silent).toEqual([])
  })

  test('has one scenario for each rule of that kind, and no scenario without a rule to judge or to watch', () => {
    const implemented = scenarioSets.flatMap((set) => Object.keys(set))
    expect(idsOf('scenario').filter((id) => !implemented.includes(id))).toEqual([])
    const watched = new Set([...idsOf('scenario'), ...idsOf('open')])
    expect(implemented.filter((id) => !watched.has(id))).toEqual([])
  })

  test('has one observer for each rule of that kind, and no observer without a rule', () => {
    expect(Object.keys(observers).toSorted()).toEqual(idsOf('observer').toSorted())
  })

  test('has a suite file for every area, and none for another', () => {
    const areas = new Set(catalogue.map((rule) => `${areaOf(rule)}.suite.ts`))
    const files = readdirSync(join(root, 'conformance/engine/suite')).filter((name) =>
      name.endsWith('.suite.ts'),
    )
    expect(files.toSorted()).toEqual([...areas].toSorted())
  })

  test('wants to write for whatever creates a customer', () => {
    const writing = new Set(['idempotency', 'customers', 'required-signings', 'autoramp', 'identification'])
    const judged = catalogue.filter((rule) => writing.has(areaOf(rule)) && rule.kind !== 'open')
    expect(judged.filter(({ needs }) => !needs.includes('writes'))).toEqual([])
  })
})

describe('the scope of a rule', () => {
  test.each([
    ['all', '2025-03-13', true],
    ['all', '*', false],
    ['service', '*', true],
    ['service', '2026-08-01', false],
    [{ from: 'global-terms' }, '2026-08-01', true],
    [{ from: 'global-terms' }, '2026-07-31', false],
    [{ from: 'global-terms' }, '*', false],
    [{ until: 'global-terms' }, '2026-07-31', true],
    [{ until: 'global-terms' }, '2026-08-01', false],
    [{ until: 'global-terms' }, '*', false],
    [{ from: 'fednow-rail', until: 'global-terms' }, '2025-03-13', false],
    [{ from: 'fednow-rail', until: 'global-terms' }, '2026-07-01', true],
    [{ from: 'fednow-rail', until: 'global-terms' }, '2026-08-01', false],
  ] as const)('%j speaks of %s: %s', (scope, version, speaks) => {
    expect(appliesTo(scope, version)).toBe(speaks)
  })
})
