import { expect, test } from 'vitest'
import { whyNotAbout } from '../../../conformance/checks/index.js'
import type { Api } from '../../../conformance/model/api.js'
import type { ExploreRuleId } from '../../../conformance/model/document-rules.js'
import { shop } from './shop.js'

const aboutOf = (rule: ExploreRuleId, api: Api = shop) =>
  api.operations.map((one) => [one.operationId, whyNotAbout(rule, { ...api, operations: [one] })] as const)

const withInput = 'listItems createItem getItem deleteItem changeItem writeNote writeTags'
const withBody = 'listItems createItem getItem changeItem health'
const locked =
  'listItems createItem getItem deleteItem changeItem readMe sign file readNote writeNote writeTags events'

// The operations that a rule applies to, and why it applies to no other.
test.each<[ExploreRuleId, string, string]>([
  ['answers/media-type', `${withBody} file download readNote events`, 'no response declares a body'],
  ['answers/body', `${withBody} download readNote events`, 'no response declares a schema'],
  ['answers/headers', 'listItems', 'no response declares a header'],
  ['requests/lenient', withInput, 'no operation has a parameter or a body'],
  ['requests/valid-accepted', withInput, 'no operation has a parameter or a body'],
  ['requests/stricter-than-documented', withInput, 'no operation has a parameter or a body'],
  ['security/required', locked, 'no operation requires credentials'],
  ['state/readable', 'createItem writeNote writeTags', 'no operation creates anything'],
  ['state/updated', 'changeItem writeTags', 'no operation updates anything'],
  ['state/gone', 'deleteItem', 'no operation deletes anything'],
  ['state/listed', 'createItem writeNote writeTags', 'no operation creates anything'],
  ['state/links', '', 'no response declares a link'],
])('%s is about %s', (rule, names, reason) => {
  const about = aboutOf(rule)
  expect(about.filter(([, why]) => why === undefined).map(([name]) => name)).toEqual(
    names.split(' ').filter((name) => name !== ''),
  )
  expect(new Set(about.flatMap(([, why]) => why ?? []))).toEqual(new Set([reason]))
})

test.each<[ExploreRuleId, string, string | undefined]>([
  ['answers/status', 'getItem', undefined],
  ['answers/server-error', 'getItem', undefined],
  ['requests/invalid-refused', 'createItem', undefined],
  ['requests/invalid-refused', 'deleteItem', 'no operation declares that it refuses wrong requests'],
  ['requests/invalid-refused', 'health', 'no operation has a parameter or a body'],
  ['security/made-up', 'readMe', undefined],
  ['security/made-up', 'getItem', 'no operation asks for a name or a token'],
  ['security/made-up', 'health', 'no operation requires credentials'],
])('%s is about %s: %s', (rule, name, reason) => {
  expect(Object.fromEntries(aboutOf(rule))[name]).toBe(reason)
})

test.each<[object, boolean]>([
  [{ '/a': { get: { responses: { 200: { links: {} } } } } }, true],
  [{ '/a': { get: { responses: { 200: { links: true } } } } }, false],
  [{ '/a': { get: { responses: { 200: { headers: { links: {} } } } } } }, false],
])('the responses of %j have links: %j', (paths, isLinked) => {
  const why = whyNotAbout('state/links', { ...shop, document: { ...shop.document, paths } })
  expect(why === undefined).toBe(isLinked)
})
