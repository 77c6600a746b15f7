import { expect, test } from 'vitest'
import { fallbackHtml, fitted } from '../../reporting/html/fallback.js'
import type { Facet, Item, ReportPage } from '../../reporting/html/model.js'

const item = (index: number): Item => ({
  id: `item-${index}`,
  title: 'A change',
  text: 'changed',
  facets: {},
  sections: [
    { excerpt: index, folded: { label: 'operations', list: index } },
    { facts: [['Where', 'here']] },
  ],
})
const page: ReportPage = {
  title: 'Changes', heading: 'Changes', subject: 'a to b', verdict: { tone: 'bad', sentence: 'It breaks.' },
  figures: [], facts: '', notices: [], asides: [], columns: '', facets: [], groupedBy: '', exchanges: [],
  items: [0, 1, 2].map(item), itemWord: 'change', excerpts: ['first', 'second', 'third'],
  lists: [['x'], ['y'], ['z']],
} // prettier-ignore

/** The size of a page: one for each item, and two for each item with its excerpt and list. */
const sizeOf = ({ items, excerpts = [], lists = [] }: ReportPage): number =>
  items.length + excerpts.filter(Boolean).length + lists.filter(({ length }) => length > 0).length

const first = 'of 3 changes, the worst first, have their fragments and long lists'

test.each([
  [9, 3, 3, undefined],
  [8, 3, 2, `to keep this page small, only the first 2 ${first}. The report as JSON has everything.`],
  [5, 3, 1, `to keep this page small, only the first 1 ${first}. The report as JSON has everything.`],
  [3, 3, 0, 'to keep this page small, fragments and long lists are left out. The report as JSON has everything.'],
  [2, 2, 0, 'to keep this page small, fragments and long lists are left out, and the last 1 of 3 changes are left out. The report as JSON has everything.'],
])('a page that may be of size %i keeps %i items, %i of them whole', (most, kept, whole, text) => {
  const cut = fitted(page, (one) => sizeOf(one) <= most)
  expect(cut.items.map(({ id }) => id)).toEqual(page.items.slice(0, kept).map(({ id }) => id))
  expect(cut.excerpts?.filter(Boolean)).toEqual(page.excerpts?.slice(0, whole))
  expect(cut.lists?.filter(({ length }) => length > 0)).toEqual(page.lists?.slice(0, whole))
  expect(cut.notices.map((one) => one.text)).toEqual(text === undefined ? [] : [text])
  const gone = ['Not listed here', 'before and after; operations']
  const facts = cut.items.map(({ sections: [about] }) => about?.facts ?? [])
  expect(facts).toEqual(cut.items.map((_, index) => (index < whole ? [] : [gone])))
}) // prettier-ignore

test('without script, facts are listed where an item has any', () => {
  const states = {
    name: 'state',
    label: 'State',
    kind: 'boxes',
    options: [{ value: 'wrong', label: 'Wrong', tone: 'bad' }],
  }
  const area = { name: 'area', label: 'Area', kind: 'choice', options: [{ value: 'all', label: 'All' }] }
  const facets = { state: ['wrong'], area: ['all'] }
  const items = [
    { ...item(0), facets },
    { ...item(1), facets, sections: [] },
  ]
  const html = fallbackHtml({ ...page, items, facets: [states, area] as Facet[], groupedBy: 'area' })
  expect(html.match(/<dl>.*?<\/dl>/g)).toEqual(['<dl><dt>Where</dt><dd>here</dd></dl>'])
})
