import { expect, test } from 'vitest'
import { whyNotAbout } from '../../../conformance/checks/judge.js'
import type { Api } from '../../../conformance/model/case.js'
import type { ExploreRuleId } from '../../../conformance/model/document-rules.js'
import { shop } from './shop.js'
import { tableIn } from '../../support/table.js'

const tables = tableIn<{
  readonly about: [ExploreRuleId, string, string][]
  readonly operations: [ExploreRuleId, string, string | undefined][]
}>(import.meta.dirname, 'about.yaml')

const aboutOf = (rule: ExploreRuleId, api: Api = shop) =>
  api.operations.map((one) => [one.operationId, whyNotAbout(rule, { ...api, operations: [one] })] as const)

// The operations that a rule applies to, and why it applies to no other.
test.each(tables.about)('%s is about %s', (rule, names, reason) => {
  const about = aboutOf(rule)
  expect(about.filter(([, why]) => why === undefined).map(([name]) => name)).toEqual(
    names.split(' ').filter((name) => name !== ''),
  )
  expect(new Set(about.flatMap(([, why]) => why ?? []))).toEqual(new Set([reason]))
})

test.each(tables.operations)('%s is about %s: %s', (rule, name, reason) =>
  expect(Object.fromEntries(aboutOf(rule))[name]).toBe(reason),
)

test.each<[object, boolean]>([
  [{ '/a': { get: { responses: { 200: { links: {} } } } } }, true],
  [{ '/a': { get: { responses: { 200: { links: true } } } } }, false],
  [{ '/a': { get: { responses: { 200: { headers: { links: {} } } } } } }, false],
])('the responses of %j have links: %j', (paths, isLinked) => {
  const why = whyNotAbout('state/links', { ...shop, document: { ...shop.document, paths } })
  expect(why === undefined).toBe(isLinked)
})
