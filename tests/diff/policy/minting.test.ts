import { expect, test } from 'vitest'
import { catalogue } from '../../../diff/catalogue/index.js'
import { clauseFor, effectsPolicy, judgeChanges, kindOf, mintingPolicy } from '../../../diff/index.js'
import { changeOf } from '../make.js'

test('every clause that names the specification quotes it, and no other does', () => {
  for (const { basis, says } of mintingPolicy.clauses)
    expect(says !== undefined).toBe(basis === 'specification')
})

test('every clause that a kind names is of the policy', () => {
  const ids = new Set(mintingPolicy.clauses.map(({ id }) => id))
  expect(catalogue.flatMap(({ clauses }) => clauses).filter((id) => !ids.has(id))).toEqual([])
  expect(mintingPolicy.clauses.filter(({ matches }) => matches.changes?.length === 0)).toEqual([])
})

test('every kind that a clause names is in the catalogue', () => {
  const kinds = new Set(catalogue.flatMap(({ id, kind }) => [id, kind]))
  const named = mintingPolicy.clauses.flatMap(({ matches }) => matches.changes ?? [])
  expect(named.filter((kind) => !kinds.has(kind))).toEqual([])
})

test.each(catalogue.map(({ id }) => id))('%s has a clause in either policy', (id) => {
  expect(clauseFor(changeOf(id), mintingPolicy).id).toBeDefined()
  expect(clauseFor(changeOf(id), effectsPolicy).basis).toBe('unnamed')
})

test('nothing that breaks a client may ship', () => {
  const breaking = catalogue.filter(({ effect }) => effect === 'breaks').map(({ id }) => changeOf(id))
  expect(
    judgeChanges(breaking, mintingPolicy).filter(({ ruling: { verdict } }) => verdict === 'ship'),
  ).toEqual([])
})

test('a kind is an id without its direction, and only that', () => {
  expect(catalogue.filter((entry) => kindOf(entry) !== entry.kind)).toEqual([])
})

test('each change of the table but one of behaviour alone accounts for something in the documents', () => {
  const lines = Object.values(mintingPolicy.table ?? {}).flat()
  const bare = lines.filter(({ pointers = [], operations = [] }) => pointers.length + operations.length === 0)
  expect(lines.length).toBeGreaterThan(bare.length)
  expect(bare.map(({ says }) => says)).toEqual(['a Business without its company documents is refused'])
})
