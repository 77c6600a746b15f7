import type { AlsoBroken } from './also-broken.js'

const documented = { 'webhooks/document': 'the document requires the member too' }

export const webhooksAlsoBroken: AlsoBroken = {
  'webhooks/abilities-snapshot': documented,
  'webhooks/transaction-status-field': documented,
  'webhooks/topic-names': { 'documents/body': 'the document lists the topics as they should be' },
}

/** Rules about deliveries that no fault of the sandbox can break. */
export const webhooksWithoutFault: Readonly<Record<string, string>> = {
  'webhooks/fiat-address-straight':
    'the account that the suite registers waits for its bank; tests/conformance/webhooks has the fault',
}
