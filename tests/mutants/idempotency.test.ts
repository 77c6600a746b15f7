import { describeMutants } from './cross.js'

describeMutants('idempotency')
