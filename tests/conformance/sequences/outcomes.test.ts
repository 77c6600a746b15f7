import { expect, test } from 'vitest'
import { isTakenOver } from '../../../conformance/sequences/outcomes.js'
import { lawsOfThings } from '../../../conformance/sequences/laws.js'
import { isHiddenBy } from '../../../conformance/sequences/related.js'
import type { Life, Taken } from '../../../conformance/sequences/steps.js'

test.each([
  ['a reference that another thing has now', 'app_id', 7, null, 7, true],
  ['a reference that nothing has now', 'app_id', 7, null, 8, false],
  ['a reference to something else', 'app_id', 7, 9, 7, false],
  ['a text that is gone', 'note', 'a', null, 'a', false],
])('%s: whether another thing took %s over', (_what, name, before, after, ofOther, expected) => {
  expect(isTakenOver(name, { [name]: before }, { [name]: after }, () => [{ [name]: ofOther }])).toBe(expected)
})

test.each([
  [{ name: 'a', archived: true }, true],
  [{ isDeleted: true }, true],
  [{ archived: false }, false],
  [{ archivedBy: 'a' }, false],
  [{ stale: true }, false],
])('whether an update with %j hides the thing: %j', (sent, expected) =>
  expect(isHiddenBy(sent)).toBe(expected),
)

test.each([
  ['POST', 200, 'created'],
  ['PUT', 201, 'created'],
  ['PUT', 204, 'accepted'],
])('what a %s answered %j is said to have %s, where it is not found', (method, status, said) => {
  const taken = (of: string, answered: number): Taken =>
    ({ by: { exchange: { request: { method: of }, response: { status: answered } } } }) as unknown as Taken
  const [first] = lawsOfThings
  const broken = first?.promise?.([taken(method, status), taken('GET', 404)], {} as Life)
  expect(broken).toMatchObject({ says: `what @ ${said} is not found when it is read` })
})
