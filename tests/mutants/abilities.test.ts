import { describeMutants } from './cross.js'

describeMutants('abilities')
