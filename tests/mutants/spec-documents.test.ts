import { describeMutants } from './cross.js'

describeMutants('spec-documents')
