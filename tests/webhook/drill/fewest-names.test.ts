import { expect, test } from 'vitest'
import { fewestNames } from '../../../webhook/drill/probe/fewest-names.js'
import { TimeOver } from '../../../webhook/drill/sending/sender.js'

const groups = [['sign-a', 'sign-b', 'sign-c', 'sign-d', 'sign-e'], ['time-a', 'time-b', 'time-c'], ['id-a']]

const inTurn = async <Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> => {
  const results: Result[] = []
  for (const item of items) results.push(await act(item))
  return results
}

/** A receiver that takes an event with some of the names, and has time for so many. */
const receiver = (isTaken: (names: readonly string[]) => boolean, most = Infinity) => {
  let asked = 0
  const ask = async (names: readonly string[]): Promise<boolean> => {
    if (asked >= most) throw new TimeOver()
    asked += 1
    return isTaken(names)
  }
  return { ask, count: () => asked }
}

test.each([
  ['the first', (names: readonly string[]) => names.includes('sign-a'), ['sign-a']],
  ['the last', (names: readonly string[]) => names.includes('sign-e'), ['sign-e']],
  [
    'one of each group',
    (names: readonly string[]) => ['sign-d', 'time-b', 'id-a'].every((name) => names.includes(name)),
    ['sign-d', 'time-b', 'id-a'],
  ],
  [
    'two of one group',
    (names: readonly string[]) => names.includes('sign-b') && names.includes('sign-c'),
    ['sign-b', 'sign-c'],
  ],
  [
    'one in place of another',
    (names: readonly string[]) => names.includes('sign-b') || names.includes('time-c'),
    ['time-c'],
  ],
])('%s of the names is found', async (_, isTaken, names) => {
  const { ask, count } = receiver(isTaken)
  expect(await fewestNames(groups, ask, inTurn)).toEqual(names)
  expect(count()).toBeLessThan(20)
})

test.each([
  [2, groups.flat()],
  [4, groups[0]],
])('with time for %i the groups are known as far as they were seen', async (most, names) => {
  const { ask } = receiver((given) => given.includes('sign-b'), most)
  expect(await fewestNames(groups, ask, inTurn)).toEqual(names)
})
