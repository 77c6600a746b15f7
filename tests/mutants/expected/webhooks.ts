import type { AlsoBroken } from './also-broken.js'

const documented = { 'webhooks/document': 'the document requires the member too' }

/** What faults of webhooks break besides their own rule. */
export const webhooksAlsoBroken: AlsoBroken = {
  'webhooks/fiat-address-status': {
    'webhooks/fiat-address-straight': 'no event of the kind comes, whatever became of the account',
  },
  'webhooks/abilities-snapshot': documented,
  'webhooks/transaction-status-field': documented,
  'webhooks/topic-names': { 'answers/body': 'the document lists the topics as they should be' },
}
