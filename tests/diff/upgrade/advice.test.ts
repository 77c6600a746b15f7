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

test.each([
  ['operation-moved', 'Call `after` instead of `before`.'],
  ['request-required-property-added', 'Send `name`: it is required in the request now.'],
  ['request-property-removed', 'Stop sending `name`.'],
  ['response-property-removed', 'Do not rely on `name`: it is no longer in the response.'],
  ['request-parameter-moved', 'Pass `name` with the `after`, not with the `before`.'],
  ['response-parameter-moved', 'Read `name` from the `after`, not from the `before`.'],
  ['request-parameter-explode-changed', 'Check how `name` is written into the request.'],
  ['request-parameter-style-changed', 'Check how `name` is written into the request.'],
  ['request-dependent-required-added', 'Send `after` wherever `before` is sent.'],
  ['response-dependent-required-removed', 'Handle `before` without `after`.'],
  ['response-became-nullable', 'Handle `null` in `location`.'],
  ['request-enum-value-removed', 'Stop sending the value `before`: `location` no longer accepts it.'],
  ['response-variant-added', 'Handle the new variant `name` of `location`.'],
  ['request-max-items-lowered', 'Check that values sent in `location` keep to the new limit: `after`.'],
  ['request-items-forbidden', 'Send no further items in `location`.'],
  ['security-scope-added', 'Ask for the scope `name` when you obtain a token.'],
  [
    'request-property-became-optional',
    'Handle `undefined` where the code reads `name`: it may be absent now.',
  ],
])('what to do about %s is: %s', (id, advice) => {
  expect(adviceFor(id)).toBe(advice)
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

test.each([
  ['link-added', undefined],
  ['response-pattern-properties-added', 'Check properties of `location` whose names match `name`.'],
  ['request-pattern-properties-removed', 'Check properties of `location` whose names match `name`.'],
  ['request-dependent-required-removed', undefined],
  ['response-dependent-required-added', undefined],
  ['request-dependent-schema-removed', undefined],
  ['request-media-type-narrowed', 'Send `after`: no other media type of `before` is accepted any more.'],
  ['request-success-status-removed', 'Respond with another status than `name`.'],
  ['request-required-header-added', 'Send `name` with the response: it is required now.'],
  ['response-required-body-removed', 'Handle a request of the service without a body.'],
  ['request-type-unstated', undefined],
  ['request-known-value-removed', 'Do not rely on the value `before`: `location` no longer names it.'],
  [
    'response-unwrapped-from-one-of',
    'Handle values of `location` that match several of its former variants.',
  ],
  ['response-max-length-lowered', undefined],
  ['request-max-length-raised', undefined],
  ['response-items-forbidden', undefined],
  ['response-additional-properties-unconstrained', 'Handle any value in further properties of `location`.'],
])('advice fits its direction and its effect: %s', (id, advice) => {
  expect(adviceFor(id)).toBe(advice)
})

test('a change that states no value is advised without one', () => {
  const limit = 'request-max-length-lowered'
  const sentence = filled(entryOf(limit)?.template ?? '')
  expect(adviceOf(changeOf(limit, { sentence }))).toBe(
    'Check that values sent in `location` keep to the new limit.',
  )
  expect(adviceOf(changeOf('request-property-removed', { sentence: 'It went.' }))).toBeUndefined()
})
