import type { AlsoBroken } from './also-broken.js'

/** What faults of idempotency break besides their own rule. */
export const idempotencyAlsoBroken: AlsoBroken = {
  'idempotency/replay-status:one-operation': {
    'answers/status': 'the document declares the stored status alone',
  },
  'idempotency/replay-body:signings': { 'idempotency/concurrent': 'two at once get two ids as well' },
  'idempotency/replay-body': { 'idempotency/concurrent': 'two at once get two ids as well' },
  'idempotency/replay-body:transactions': { 'idempotency/concurrent': 'two at once get two ids as well' },
  'idempotency/replay-status': { 'answers/status': 'the document declares the stored status alone' },
}
