import { describeMutants } from './cross.js'

describeMutants('authentication')
