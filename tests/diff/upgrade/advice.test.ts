import { expect, test } from 'vitest'
import { catalogue, entryOf } from '../../../diff/catalogue/index.js'
import { adviceOf } from '../../../diff/catalogue/advice.js'
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

test.each([
  ['operation-moved', 'Call `after` instead of `before`.'],
  ['request-required-property-added', 'Send `name`: it is required in the request now.'],
  ['request-property-removed', 'Stop sending `name`.'],
  ['response-property-removed', 'Do without `name`: it is not in the answer any more.'],
  ['request-parameter-moved', 'Pass `name` with the `after`, not with the `before`.'],
  ['response-parameter-moved', 'Read `name` from the `after`, not from the `before`.'],
  ['request-parameter-explode-changed', 'Look at how `name` is written into the request.'],
  ['request-parameter-style-changed', 'Look at how `name` is written into the request.'],
  ['request-dependent-required-added', 'Send `after` wherever `before` is sent.'],
  ['response-dependent-required-removed', 'Handle `before` without `after`.'],
  ['response-became-nullable', 'Handle `null` in `location`.'],
  ['request-enum-value-removed', 'Stop sending the value `before`: `location` no longer takes it.'],
  ['response-variant-added', 'Handle the new variant `name` of `location`.'],
  ['request-max-items-lowered', 'Check that what is sent in `location` keeps to the new limit: `after`.'],
  ['request-items-forbidden', 'Send no further items in `location`.'],
  ['security-scope-added', 'Ask for the scope `name` when you obtain a token.'],
  [
    'request-property-became-optional',
    'Handle `undefined` where the code reads `name`: it may be left out now.',
  ],
])('what to do about %s is: %s', (id, advice) => {
  expect(adviceFor(id)).toBe(advice)
})

test('a change that states no value is advised without one', () => {
  const limit = 'request-max-length-lowered'
  const sentence = filled(entryOf(limit)?.template ?? '')
  expect(adviceOf(changeOf(limit, { sentence }))).toBe(
    'Check that what is sent in `location` keeps to the new limit.',
  )
  expect(adviceOf(changeOf('request-property-removed', { sentence: 'It went.' }))).toBeUndefined()
})
