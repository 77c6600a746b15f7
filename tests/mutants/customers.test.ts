import { describeMutants } from './cross.js'

describeMutants('customers')
