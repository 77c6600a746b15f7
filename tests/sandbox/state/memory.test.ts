import { describe, expect, test } from 'vitest'

import { memoryRepository, type Entity, pageOf } from '../../../sandbox/state/repository.js'
import { tableIn } from '../../support/table.js'

interface Note extends Entity {
  readonly topic?: string
  readonly text: string
}

const fill = () => {
  const notes = memoryRepository<Note>({
    indexes: { topic: (note) => note.topic },
    texts: ({ text }) => [text],
  })
  for (let count = 1; count <= 6; count += 1) {
    const topic = count % 2 === 0 ? 'even' : 'odd'
    notes.save({ id: `n${count}`, partnerId: 'p', topic, text: String(count) })
  }
  return notes
}

const idsOf = (notes: Iterable<Note>) => [...notes].map(({ id }) => id)
const all = { partnerId: 'p' }
const even = { partnerId: 'p', index: 'topic', value: 'even' }

describe('a repository in memory', () => {
  test('walks both ways, from any record on, within a scope', () => {
    const notes = fill()
    expect(idsOf(notes.walk(all, { order: 'newest-first' }))).toEqual(['n6', 'n5', 'n4', 'n3', 'n2', 'n1'])
    expect(idsOf(notes.walk(even, { order: 'oldest-first' }))).toEqual(['n2', 'n4', 'n6'])
    expect(idsOf(notes.walk(even, { order: 'newest-first', after: 'n4' }))).toEqual(['n2'])
    expect(idsOf(notes.walk(even, { order: 'newest-first', after: 'n3' }))).toEqual([])
  })

  test('keeps the place of a replaced record, and refiles it', () => {
    const notes = fill()
    notes.save({ id: 'n4', partnerId: 'p', topic: 'odd', text: 'moved' })
    expect(idsOf(notes.walk(all, { order: 'oldest-first' }))).toEqual(['n1', 'n2', 'n3', 'n4', 'n5', 'n6'])
    expect(idsOf(notes.walk(even, { order: 'oldest-first' }))).toEqual(['n2', 'n6'])
    expect(notes.find('p', 'n4')?.text).toBe('moved')
  })

  test('forgets what is removed, and everything of a partner that is cleared', () => {
    const notes = fill()
    notes.save({ id: 'x', partnerId: 'q', text: 'other' })
    notes.remove('p', 'n6')
    notes.remove('p', 'unknown')
    expect(notes.find('p', 'n6')).toBeUndefined()
    expect(idsOf(notes.walk(even, { order: 'newest-first' }))).toEqual(['n4', 'n2'])
    notes.clear('p')
    expect(idsOf(notes.walk(all, { order: 'newest-first' }))).toEqual([])
    expect(notes.find('q', 'x')?.text).toBe('other')
  })

  test('shows no partner the records of another', () => {
    const notes = fill()
    expect(notes.find('q', 'n1')).toBeUndefined()
    expect(idsOf(notes.walk({ partnerId: 'q' }, { order: 'newest-first' }))).toEqual([])
    notes.remove('q', 'n1')
    expect(notes.find('p', 'n1')).toBeDefined()
  })
})

describe('a page', () => {
  const page = (request: Parameters<typeof pageOf>[2]) => {
    const { items, ...cursors } = pageOf(fill(), all, request, (record) => record)
    return { ids: items.map(({ id }) => id), ...cursors }
  }

  test.each(tableIn<[Parameters<typeof pageOf>[2], object][]>(import.meta.dirname, 'pages.yaml'))(
    'for %j',
    (request, expected) => expect(page(request)).toEqual(expected),
  )
})
