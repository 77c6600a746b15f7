import { expect, test } from 'vitest'
import { groupJudge } from '../../../payment/documents/operations.js'
import { omissions } from '../../../payment/documents/index.js'
import { operationGroups } from '../../../payment/tables/operations.js'
import { lacks } from '../../../payment/documents/view.js'
import { documents } from '../../specs/documents.js'
import { viewsOf } from './judge.js'
import { type RawDocument, surfaceOf } from './surface.js'

const [[version, reference] = ['', {}]] = documents

const told = (change: (text: string) => string): readonly string[] | undefined => {
  const document: RawDocument = JSON.parse(change(JSON.stringify(reference)))
  const views = viewsOf([surfaceOf(document, version)])
  const view = views.get(version)
  if (!view) throw new Error('there is no view')
  const found = groupJudge({ ...view, versions: views, api: { ...view.api, document: { ...document } } })
  return found && Array.from(found, ({ message }) => message)
}

const renamed = (from: string, to: string) => (text: string) => text.replaceAll(`"${from}"`, `"${to}"`)

const readIn =
  (path: string, ...tags: readonly string[]) =>
  (text: string): string =>
    text.replace(new RegExp(`(?<="${path}":\\{"get":\\{.*?"tags":)\\[.*?\\]`, 's'), JSON.stringify(tags))

test.each<readonly [string, (text: string) => string, number]>([
  ['the groups of the specification', (text) => text, 0],
  ['a group in two words', renamed('FeeProfiles', 'Fee profiles'), 0],
  ['a group without an operation under another name', renamed('Sse', 'Events'), 1],
  ['a group under another name', renamed('FeeProfiles', 'Fees'), 1],
  ['no groups at all', renamed('tags', 'x-tags'), 1],
  ['an operation in another group', readIn('/autoramps/quote', 'Quotes'), 1],
  ['an operation in another group too', readIn('/autoramps/quote', 'Quotes', 'Autoramp'), 0],
  ['an operation that is not described in another group', readIn('/fee-profiles', 'Fees'), 1],
  ['no operation of a group', renamed('/fee-profiles', '/rates'), 0],
])('%s', (_, change, count) => expect(told(change)).toHaveLength(count))

test.each(Object.keys(operationGroups))('the group %s under another name', (name) =>
  expect(told(renamed(name, 'Others'))).toHaveLength(1),
)

test('of omissions of one kind, more than three are one', () => {
  const names = ['one', 'two', 'three', 'four']
  const found = (count: number) => () => [
    lacks('the document has no tag'),
    ...names.slice(0, count).map((name) => lacks(`\`${name}\` is not limited`)),
  ]
  const { [version]: view } = Object.fromEntries(
    viewsOf([surfaceOf(JSON.parse(JSON.stringify(reference)), version)]),
  )
  if (!view) throw new Error('there is no view')
  const lines = (count: number) =>
    Array.from(omissions(found(count))({ ...view, versions: new Map() }) ?? [], ({ message }) => message)
  expect(lines(3)).toHaveLength(4)
  expect(lines(4)).toEqual(['the document has no tag', '`one` is not limited, and 3 more of the kind'])
})
