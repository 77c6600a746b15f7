import { localNames } from '../declarations/local-names.js'
import type { TypesPrinter } from '../declarations/model.js'
import { Declarations } from './declarations.js'

/** Our own printer, which supports every document. */
export const ownPrinter: TypesPrinter = {
  name: 'rampart',
  print: async (document, options, names) => new Declarations(document, options, localNames(names)).all(),
}
