import { describeMutants } from './cross.js'

describeMutants('identification')
