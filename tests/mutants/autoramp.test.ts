import { describeMutants } from './cross.js'

describeMutants('autoramp')
