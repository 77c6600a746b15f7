import { describeMutants } from './cross.js'

/** Operations that the specification does not name are called by the rules about operations alone. */
const unnamed = /:(open-banking|authentication-code)$/

const areas = [
  'quote',
  'customers',
  'required-signings',
  'idempotency',
  'terms',
  'abilities',
  'autoramp',
  'authentication',
]

describeMutants('documents', (name) => (unnamed.test(name) ? ['operations'] : areas))
