import { describe, expect, test } from 'vitest'

import { memoryRepository, type Entity, type Scope, type Walk } from '../../../sandbox/state/repository.js'
import { diceOf } from '../support/generate.js'

interface Note extends Entity {
  readonly topic: string
  readonly texts: readonly string[]
}

const { below: pick } = diceOf(7)
const letters = (length: number) => Array.from({ length }, () => 'abc'[pick(3)]).join('')
const note = (index: number): Note => ({
  id: `n${index}`,
  partnerId: 'p',
  topic: pick(2) === 0 ? 'even' : 'odd',
  texts: [letters(pick(9)), letters(pick(5))],
})

/** A repository after many changes, and the same records in a plain list. */
const filled = () => {
  const notes = memoryRepository<Note>({
    indexes: { topic: ({ topic }) => topic },
    texts: ({ texts }) => texts,
  })
  const plain = new Map<string, Note>()
  for (let count = 0; count < 300; count += 1) {
    const one = note(count % 200)
    notes.save(one)
    plain.set(one.id, one)
  }
  for (let count = 0; count < 20; count += 1) {
    notes.remove('p', `n${count * 7}`)
    plain.delete(`n${count * 7}`)
  }
  return { notes, plain: [...plain.values()] }
}

const { notes, plain } = filled()

/** The expected result of a walk, found by looking at every record. */
const expected = ({ index, value }: Scope, { order, after, matching = '' }: Walk): readonly string[] => {
  const all = order === 'newest-first' ? plain.toReversed() : plain
  const scoped = all.filter(({ topic }) => index === undefined || topic === value)
  const start = after === undefined ? 0 : scoped.findIndex(({ id }) => id === after) + 1
  if (after !== undefined && start === 0) return []
  return scoped
    .slice(start)
    .filter(({ texts }) => texts.some((text) => text.includes(matching)))
    .map(({ id }) => id)
}

describe('a search', () => {
  const scopes: readonly Scope[] = [
    { partnerId: 'p' },
    { partnerId: 'p', index: 'topic', value: 'even' },
    { partnerId: 'p', index: 'topic', value: 'none' },
  ]
  test.each(['newest-first', 'oldest-first'] as const)(
    'finds %s what looking at every record finds',
    (order) => {
      for (const scope of scopes)
        for (const after of [undefined, 'n11', 'n100', 'n7', 'unknown'])
          for (const matching of ['', 'a', 'bc', 'abc', 'abca', 'cabcab', 'aaaaaaaaaa', 'x', letters(3)]) {
            const walk = { order, matching, ...(after === undefined ? {} : { after }) }
            const found = [...notes.walk(scope, walk)].map(({ id }) => id)
            expect(found, JSON.stringify({ scope, walk })).toEqual(expected(scope, walk))
          }
    },
  )
})
