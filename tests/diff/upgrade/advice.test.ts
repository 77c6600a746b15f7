import { join } from 'node:path'
import { expect, test } from 'vitest'
import { adviceOf, catalogue, entryOf } from '../../../diff/catalogue/index.js'
import { changeOf } from '../make.js'

const filled = (template: string): string =>
  template.replaceAll(/\{(\w+)(?:\|[^}]*)?\}/g, (_, name: string) => (name === 'of' ? '' : `\`${name}\``))
const adviceFor = (id: string): string | undefined =>
  adviceOf(changeOf(id, { sentence: filled(entryOf(id)?.template ?? ''), before: 'before', after: 'after' }))

const loud = catalogue.filter(({ effect }) => effect === 'breaks' || effect === 'may-break')

test('advice that kinds share is found by its name', () => {
  expect(catalogue.filter(({ advice }) => advice.startsWith('@')).map(({ id }) => id)).toEqual([])
})

test.each(loud.map(({ id }) => id))('%s has a sentence of what to do', (id) => {
  const advice = adviceFor(id)
  expect(advice).toMatch(/^[A-Z`].*\.$/)
  expect(advice).not.toMatch(/[{}]|undefined(?!`)/)
})

// When a change of the file is meant: npx vitest run tests/diff/upgrade -u
test('what to do about each kind of change', async () => {
  const lines = catalogue.map(({ id }) => `${id}: ${adviceFor(id) ?? 'nothing'}\n`)
  await expect(lines.join('')).toMatchFileSnapshot(join(import.meta.dirname, '../golden/advice.txt'))
})

const opposites: readonly (readonly [RegExp, string])[] = [
  [/-added\b/, '-removed'],
  [/-raised$/, '-lowered'],
  [/-tightened$/, '-loosened'],
  [/-widened$/, '-narrowed'],
  [/-allowed$/, '-forbidden'],
  [/-constrained$/, '-unconstrained'],
  [/-became-required$/, '-became-optional'],
  [/-became-nullable$/, '-became-not-nullable'],
  [/-stated$/, '-unstated'],
  [/-became-any-of$/, '-became-one-of'],
]

test('advice that says more than to check something, or to accept what comes, is never that of the opposite change', () => {
  const alike = catalogue.filter(({ id, advice }) => {
    const counterpart = opposites.map(([one, other]) => entryOf(id.replace(one, other)))
    const isCheck = /^$|^Check (?!that\b)|^Accept the media types/.test(advice)
    return !isCheck && counterpart.some((other) => other && other.id !== id && other.advice === advice)
  })
  expect(alike.map(({ id }) => id)).toEqual([])
})

test('a change that states no value is advised without one', () => {
  const limit = 'request-max-length-lowered'
  const sentence = filled(entryOf(limit)?.template ?? '')
  expect(adviceOf(changeOf(limit, { sentence }))).toBe(
    'Check that values sent in `location` keep to the new limit.',
  )
  expect(adviceOf(changeOf('request-property-removed', { sentence: 'It went.' }))).toBeUndefined()
})
