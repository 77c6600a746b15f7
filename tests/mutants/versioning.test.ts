import { describeMutants } from './cross.js'

describeMutants('versioning', ['autoramp', 'quote', 'customers'])
