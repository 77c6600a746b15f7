import { describeMutants } from './cross.js'

describeMutants('webhooks')
