import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mintingPolicy, policyOf, behavioursBetween } from '../../../diff/index.js'
import type { PolicySettings } from '../../../diff/policy/configured.js'

const [from, to] = ['2026-07-01', '2026-08-01'] as const
const documentOf = (version: string) =>
  JSON.parse(readFileSync(new URL(`../../../dist/specs/${version}.json`, import.meta.url), 'utf8')) as Record<
    string,
    unknown
  >

const reference = [documentOf(from), documentOf(to)] as const
/** Of another service, which happens to share names with this one. */
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
  expect(saysOf(others, { table: { '2026-07-15': [{ says: 'slower' }] } })).toEqual(['slower'])
  expect(saysOf(others, { base: 'effects', ...own })).toEqual(['pets tell their age'])
  expect(saysOf(reference, { base: 'effects', verdicts: {} })).toEqual([])
  expect(
    saysOf(others, { table: { '2026-07-01': [{ says: 'before' }], '2026-09-01': [{ says: 'after' }] } }),
  ).toEqual([])
})

test('a row has the operations that it names', () => {
  const { table = {} } = policyOf(own)
  const [behaviour] = behavioursBetween({ table, from, to, documents: others, changes: [] })
  expect(behaviour?.change.uses).toEqual([{ operation: 'get /pets', operationId: 'listPets', within: '' }])
})
