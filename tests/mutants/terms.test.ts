import { describeMutants } from './cross.js'

describeMutants('terms')
