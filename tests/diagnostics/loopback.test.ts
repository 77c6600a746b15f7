import { expect, test } from 'vitest'
import { isLoopback } from '../../diagnostics/index.js'

test.each([
  '127.0.0.1',
  '127.9.8.7',
  '::1',
  '[::1]',
  '[::ffff:7f00:1]',
  'localhost',
  'LOCALHOST',
  'a.localhost',
  'localhost.',
])('%s is this machine', (host) => {
  expect(isLoopback(host)).toBe(true)
})

// Names may begin as the addresses of this machine do.
test.each([
  '127.example.com',
  '127.0.0.1.example.com',
  'localhost.example.com',
  'notlocalhost',
  '128.0.0.1',
  '::2',
  '',
])('%s is another machine, or may be', (host) => {
  expect(isLoopback(host)).toBe(false)
})
