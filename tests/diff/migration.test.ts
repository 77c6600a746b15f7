import { expect, test } from 'vitest'
import { migrationOf } from '../../diff/index.js'
import { documentOf } from './support/documents.js'

const pets = (count: number, methods: readonly string[] = ['get']): object =>
  documentOf({
    paths: Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `/pets/${index}`,
        Object.fromEntries(methods.map((method) => [method, { summary: 'One pet', responses: {} }])),
      ]),
    ),
  })

const between = (before: object, after: object) =>
  migrationOf({ name: '2030-01-01', root: before }, { name: '2030-01-02', root: after })

const listed = ({ chapters }: ReturnType<typeof between>) =>
  chapters.map(({ title, groups }) => ({ title, entries: groups.flatMap(({ entries }) => entries) }))

test('equal versions have nothing to list', () => {
  expect(between(pets(1), pets(1))).toMatchObject({ chapters: [], omitted: undefined, texts: undefined })
})

test('removals stand before additions, each with what to do', () => {
  const migration = between(pets(1, ['get', 'put']), pets(2))
  expect(migration.counts).toBe('1 removed')
  expect(listed(migration)).toEqual([
    {
      title: 'Removed',
      entries: [
        expect.objectContaining({
          text: 'Operation `put /pets/0` was removed',
          advice: 'Stop calling `put /pets/0`: the newer version does not have it.',
        }),
      ],
    },
    {
      title: 'New',
      entries: [
        expect.objectContaining({ text: 'Operation `get /pets/1` was added', detail: 'One pet', advice: '' }),
      ],
    },
  ])
})

test('of hundreds of changes the most urgent are listed, and the others counted', () => {
  const migration = between(pets(1, ['get', 'put']), pets(300))
  expect(listed(migration).map(({ title, entries }) => [title, entries.length])).toEqual([
    ['Removed', 1],
    ['New', 199],
  ])
  expect(migration.omitted).toBe(1 + 299 - 200)
})

test('names of a document cannot become markup', () => {
  const hostile = '</script> ![x](https://evil.example) *'
  const migration = between(
    documentOf({}),
    documentOf({
      tags: [{ name: hostile }],
      paths: { [`/${hostile}`]: { get: { tags: [hostile], summary: hostile, responses: {} } } },
    }),
  )
  const [entry] = listed(migration).flatMap(({ entries }) => entries)
  expect(entry?.detail).not.toMatch(/<|!\[x\]\(|https:\/\//)
})
