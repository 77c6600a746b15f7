import { describeMutants } from './cross.js'

describeMutants('documents', [
  'quote',
  'customers',
  'required-signings',
  'idempotency',
  'terms',
  'abilities',
  'autoramp',
  'authentication',
])
