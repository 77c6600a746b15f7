import { expect, test } from 'vitest'

import { createJournal, type Write } from '../../../sandbox/state/database.js'

const put = (key: string, value = key): Write => ({ type: 'put', key, value: Buffer.from(value) })

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A journal whose commits the test sees and ends. */
const open = () => {
  const commits: { readonly keys: readonly string[]; readonly end: (error?: Error) => void }[] = []
  const journal = createJournal(
    (writes) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error): void => (error === undefined ? resolve() : reject(error))
        commits.push({ keys: writes.map(({ key }) => key), end })
      }),
  )
  const begun = async (count: number): Promise<void> => {
    while (commits.length < count) await turn()
  }
  return { journal, commits, begun }
}

test('nothing noted means nothing to wait for', () => expect(open().journal.durable()).toBeUndefined())

test('what is noted within one turn is committed together, in the order of its coming', async () => {
  const { journal, commits, begun } = open()
  journal.note(put('a'))
  const durable = journal.durable()
  await Promise.resolve()
  journal.note(put('b'))
  await begun(1)
  commits[0]?.end()
  await durable
  expect(commits.map(({ keys }) => keys)).toEqual([['a', 'b']])
  expect(journal.durable()).toBeUndefined()
})

test('a commit waits for the one before it, and takes what came meanwhile', async () => {
  const { journal, commits, begun } = open()
  journal.note(put('a'))
  const first = journal.durable()
  await begun(1)
  expect(journal.durable(), 'what is being written must be waited for').toBeDefined()
  journal.note(put('b'))
  const second = journal.durable()
  journal.note(put('c'))
  expect(journal.durable()).toBe(second)
  await turn()
  expect(commits).toHaveLength(1)
  commits[0]?.end()
  await first
  await begun(2)
  commits[1]?.end()
  await second
  expect(commits.map(({ keys }) => keys)).toEqual([['a'], ['b', 'c']])
})

test('what could not be written rejects, and is written with the next commit unless it was noted again', async () => {
  const { journal, commits, begun } = open()
  journal.note(put('a', 'old'))
  journal.note(put('b'))
  const first = journal.durable()
  await begun(1)
  journal.note(put('a', 'new'))
  commits[0]?.end(new Error('disk full'))
  await expect(first).rejects.toThrow('disk full')
  const second = journal.durable()
  await begun(2)
  commits[1]?.end()
  await second
  expect(commits[1]?.keys.toSorted()).toEqual(['a', 'b'])
  expect(journal.durable()).toBeUndefined()
})
