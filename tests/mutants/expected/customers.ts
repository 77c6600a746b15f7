import type { AlsoBroken } from './also-broken.js'

/** What faults of customers break besides their own rule. */
export const customersAlsoBroken: AlsoBroken = {
  'customers/onboarding-default': { 'customers/pinned': 'the customer reads otherwise at once' },
  'customers/onboarding-order:business': { 'customers/pinned': 'the customer reads otherwise at once' },
}
