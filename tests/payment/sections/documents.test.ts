import { describe, expect, test } from 'vitest'
import { namedDefault } from '../../../payment/sections/spec-documents/section.js'

describe('the default of a version list', () => {
  const dates = ['2025-03-13', '2026-07-01', '2026-08-01']
  const old = '2025-03-13'
  const entries = (more: (date: string) => object) =>
    dates.map((date) => ({ version: date, url: `/spec/${date}`, ...more(date) }))

  test.each<[string, unknown, ReturnType<typeof namedDefault>]>([
    ['as a member', { default: old, versions: dates }, 'right'],
    ['as a member inside', { meta: { default_version: old }, versions: dates }, 'right'],
    ['as an entry', { default: { version: old, url: '/x' }, versions: dates }, 'right'],
    ['as a location', { default: '/spec/2025-03-13.json', versions: dates }, 'right'],
    ['as a flag', entries((date) => ({ is_default: date === old })), 'right'],
    ['as a flag in words', entries((date) => ({ default: date === old ? 'yes' : 'no' })), 'right'],
    ['as a remark', entries((date) => ({ role: date === old ? 'default' : 'dated' })), 'right'],
    ['as one of several', entries((date) => ({ tags: date === old ? ['default', 'stable'] : [] })), 'right'],
    ['as a flag below a date', { versions: { [old]: { default: true }, '2026-07-01': {} } }, 'right'],
    ['another one', { default: '2026-08-01', versions: dates }, 'wrong'],
    ['another one, flagged', entries((date) => ({ default: date === '2026-08-01' })), 'wrong'],
    ['another one below a date', { [old]: {}, '2026-07-01': { isDefault: true } }, 'wrong'],
    ['something else', { default: 'the first', versions: dates }, 'unclear'],
    ['in another word', { current: old, versions: dates }, 'unclear'],
    ['nowhere', { versions: dates }, 'none'],
    ['nowhere among entries', entries(() => ({})), 'none'],
    ['null', { default: null, versions: dates }, 'none'],
  ])('%s', (_case, list, due) => {
    expect(namedDefault(list)).toBe(due)
  })
})
