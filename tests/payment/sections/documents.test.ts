import { describe, expect, test } from 'vitest'
import { mayNameDefault } from '../../../payment/sections/spec-documents.js'

describe('a version list that is not understood may name the default', () => {
  const dates = ['2025-03-13', '2026-07-01', '2026-08-01']
  const old = '2025-03-13'
  const entries = (more: (date: string) => object) =>
    dates.map((date) => ({ version: date, url: `/spec/${date}`, ...more(date) }))

  test.each<[string, unknown, boolean]>([
    ['as a flag in words', entries((date) => ({ default: date === old ? 'yes' : 'no' })), true],
    ['as a remark', entries((date) => ({ role: date === old ? 'default' : 'dated' })), true],
    ['as one of several', entries((date) => ({ tags: date === old ? ['default', 'stable'] : [] })), true],
    ['as a flag below a date', { versions: { [old]: { isDefault: true }, '2026-07-01': {} } }, true],
    ['something else', { default: 'the first', versions: dates }, true],
    ['in another word', { initial: old, versions: dates }, true],
    ['nowhere', { versions: dates }, false],
    ['nowhere, and the latest one', { latest: '2026-08-01', versions: dates }, false],
    ['nowhere among entries', entries(() => ({})), false],
    ['null', { default: null, versions: dates }, false],
  ])('%s', (_case, list, due) => expect(mayNameDefault(list)).toBe(due))
})
