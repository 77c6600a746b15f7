import { describeMutants } from './cross.js'

describeMutants('errors', ['quote', 'authentication', 'idempotency', 'autoramp', 'versioning'])
