import { expect, test } from 'vitest'
import { appliesTo } from '../../../conformance/index.js'

test.each([
  ['all', '2025-03-13', true],
  ['all', '*', false],
  ['service', '*', true],
  ['service', '2026-08-01', false],
  [{ from: 'global-terms' }, '2026-08-01', true],
  [{ from: 'global-terms' }, '2026-07-31', false],
  [{ from: 'global-terms' }, '*', false],
  [{ until: 'global-terms' }, '2026-07-31', true],
  [{ until: 'global-terms' }, '2026-08-01', false],
  [{ until: 'global-terms' }, '*', false],
  [{ from: 'fednow-rail', until: 'global-terms' }, '2025-03-13', false],
  [{ from: 'fednow-rail', until: 'global-terms' }, '2026-07-01', true],
  [{ from: 'fednow-rail', until: 'global-terms' }, '2026-08-01', false],
] as const)('the scope of a rule %j speaks of %s: %s', (scope, version, speaks) =>
  expect(appliesTo(scope, version)).toBe(speaks),
)
