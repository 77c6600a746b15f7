import type { AlsoBroken } from './also-broken.js'

/** What faults of required-signings break besides their own rule. */
export const requiredSigningsAlsoBroken: AlsoBroken = {
  'required-signings/conflict-when-none:not-found': {
    'versioning/served-routes': 'where it answers 404, the route seems to be gone',
  },
  'required-signings/empty-is-200': { 'answers/undeclared-refusal': 'the newest document has no 409 there' },
  'required-signings/before-identification': {
    'required-signings/any-point': 'the document is hidden after a refused identification too',
  },
  'required-signings/items': { 'answers/body': 'the document requires the field' },
  'required-signings/items:business': { 'answers/body': 'the document requires the field' },
  'required-signings/empty-is-200:business': { 'answers/undeclared-refusal': 'the newest document has no 409 there' },
}
