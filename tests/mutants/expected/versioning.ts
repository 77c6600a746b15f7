import type { AlsoBroken } from './also-broken.js'

/** What faults of versioning break besides their own rule. */
export const versioningAlsoBroken: AlsoBroken = {
  'versioning/unknown-version:status': {
    'versioning/every-operation': 'every operation answers so',
    'versioning/no-fallback': 'the days beside a version are unknown versions too',
  },
  'versioning/echo': { 'versioning/unknown-path': 'it is due on every path' },
  'versioning/echo:refusals': { 'versioning/unknown-path': 'it is a refusal too' },
  'versioning/vary': { 'versioning/unknown-path': 'it is due on every path' },
  'versioning/vary:refusals': { 'versioning/unknown-path': 'it is a refusal too' },
  'versioning/error-body:reason': {
    'versioning/unknown-version': 'the reason is due by name',
    'versioning/malformed-version': 'the reason is due by name',
  },
  'versioning/default-absent': {
    'versioning/echo': 'the version that is due is not the one that is named',
    'customers/onboarding-default': 'a customer made without a version gets the order of the newest',
    'versioning/fednow-rail': 'an autoramp that is read without a version has a rail of the newest',
    'answers/body': 'the oldest document has no such rail',
  },
  'versioning/routes': { 'versioning/listed-changes': 'the other path is new' },
  'versioning/quote-shape': { 'versioning/listed-changes': 'the quote is a part of bodies too' },
  'versioning/fednow-rail': { 'answers/body': 'older documents have no such rail' },
}
