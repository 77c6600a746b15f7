import type { AlsoBroken } from './also-broken.js'

/** What faults of webhooks break besides their own rule. */
export const webhooksAlsoBroken: AlsoBroken = {
  'webhooks/fiat-address-status': {
    'webhooks/fiat-address-straight': 'no event of the kind comes, whatever became of the account',
  },
}
