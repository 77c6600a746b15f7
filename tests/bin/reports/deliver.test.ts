import { expect, test } from 'vitest'
import { createdWords } from '../../../bin/reports/write-reports.js'

test.each<[fates: readonly ('cancelled' | 'gone' | 'refused' | 'kept')[], words: string]>([
  [[], ''],
  [['cancelled'], 'Created: 1 thing, which is deleted again.'],
  [['cancelled', 'gone'], 'Created: 2 things, all of them deleted again.'],
  [['kept'], 'Created: 1 thing, which stays; the report lists it.'],
  [['kept', 'gone'], 'Created: 2 things, 1 of them stays, which the report lists.'],
  [['kept', 'refused'], 'Created: 2 things, all of which stay; the report lists them.'],
])('what became of %j', (fates, words) => {
  expect(createdWords(fates.map((fate) => ({ operation: 'POST /pets', version: '', fate })))).toBe(words)
})

test('why most of them stay', () => {
  const because = (fate: 'refused' | 'kept', why: string) => ({
    operation: 'POST /pets',
    version: '',
    fate,
    why,
  })
  const free = because('kept', 'the document has no operation that deletes it')
  const refused = because('refused', '500')
  expect(createdWords([refused, free, refused])).toContain(
    'Most often because the deletion was answered 500 (2).',
  )
  expect(createdWords([refused, free, free])).toContain(
    'Most often because the document has no operation that deletes it (2).',
  )
})
