import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Backlog } from '../../../conformance/session/memory.js'

test('what is to be done waits for the next turn, and is done in order', async () => {
  const done: string[] = []
  const backlog = new Backlog()
  await backlog.add(async () => {
    await nextTurn()
    done.push('slow')
  })
  await backlog.add(() => void done.push('quick'))
  expect(done).toEqual([])
  await backlog.settle()
  expect(done).toEqual(['slow', 'quick'])
})

test('whoever leaves too much to be done waits until all of it is done', async () => {
  let done = 0
  const backlog = new Backlog()
  for (let count = 1; count <= 16; count++) await backlog.add(() => void done++)
  expect(done).toBe(0)
  await backlog.add(() => void done++)
  expect(done).toBe(17)
})

test('an error is told when all is settled, and what comes after it is not done', async () => {
  const backlog = new Backlog()
  let isDone = false
  await backlog.add(() => Promise.reject(new RangeError('a judge that breaks')))
  await backlog.add(() => void (isDone = true))
  await nextTurn()
  await nextTurn()
  await expect(backlog.settle()).rejects.toThrow('a judge that breaks')
  expect(isDone).toBe(false)
})
