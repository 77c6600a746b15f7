import { describeMutants } from './cross.js'

describeMutants('operations')
