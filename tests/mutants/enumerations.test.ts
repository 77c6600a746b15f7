import { describeMutants } from './cross.js'

describeMutants('enumerations', ['autoramp'])
