import { describe, expect, test } from 'vitest'

import { excerptOf, longestStart } from '../../../sandbox/webhooks/http-client.js'

const secret = 'sandbox_0123456789abcdefghijklmnopqrstuvwxyz'
const startOf = (text: string): Buffer => Buffer.from(text).subarray(0, longestStart)

describe('the excerpt of a response', () => {
  test('has [secret] for the secret, however often it is sent back and wherever it is cut', () => {
    for (let before = 0; before < secret.length; before += 1) {
      const excerpt = excerptOf(startOf('x'.repeat(before) + secret.repeat(60)), secret)
      expect(excerpt.replaceAll('x', '').replaceAll('[secret]', '')).toBe('')
    }
  })

  test('keeps what only looks like the beginning of one, in an answer that is whole', () => {
    expect(excerptOf(Buffer.from('ends with sandbox_'), secret)).toBe('ends with sandbox_')
    expect(excerptOf(Buffer.from(''), secret)).toBe('')
  })

  test('shows emoji as they are, and nothing that turns text around', () =>
    expect(excerptOf(Buffer.from('👨‍👩‍👧🇩🇪🏴󠁧󠁢󠁥󠁮󠁧󠁿 \u202Ex \u{E0041} \u0007'), secret)).toBe(
      '👨‍👩‍👧🇩🇪🏴󠁧󠁢󠁥󠁮󠁧󠁿 \uFFFDx \uFFFD \uFFFD',
    ))
})
