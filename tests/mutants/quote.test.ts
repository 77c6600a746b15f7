import { describeMutants } from './cross.js'

describeMutants('quote')
