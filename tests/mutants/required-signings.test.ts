import { describeMutants } from './cross.js'

describeMutants('required-signings')
