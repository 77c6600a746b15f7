import type { AlsoBroken } from './also-broken.js'

/** What faults of idempotency break besides their own rule. */
export const idempotencyAlsoBroken: AlsoBroken = {
  'idempotency/replay-status': { 'documents/status': 'the document declares the stored status alone' },
}
