import { RampartError } from '../../diagnostics/index.js'
import type { LoadedDocument } from '../model/document.js'
import { constructsIn } from './constructs/find.js'
import type { PrinterName, Reason } from '../model/printer.js'
import type { TypeOptions, TypesPrinter } from './declarations/model.js'
import { ownPrinter } from './rampart/printer.js'

/** The printer of a run. */
export interface Choice {
  readonly printer: TypesPrinter
  /** Empty if openapi-typescript prints, or if a printer was requested. */
  readonly reasons: readonly Reason[]
  /** One line for the user. */
  readonly message: string
}

/** The options of a run that affect its printer. */
export interface Wanted extends TypeOptions {
  /** The requested printer. */
  readonly types?: PrinterName
}

const optionsOf = ({ brands = false, openEnums = false }: Wanted): Reason[] => [
  ...(brands ? [{ id: 'brands', name: '--brands' }] : []),
  ...(openEnums ? [{ id: 'open-enums', name: '--open-enums' }] : []),
]

/** The first construct of a document that openapi-typescript gets wrong; undefined if there is none. */
export function reasonAgainst(document: LoadedDocument): Reason | undefined {
  // One is enough for the choice.
  const [found] = constructsIn(document, 1)
  if (!found) return undefined
  const { construct, pointer } = found
  return { id: construct.id, name: construct.name, document: document.name, pointer }
}

const sentence = ({ name, document, pointer }: Reason): string =>
  pointer === undefined ? name : `${name} at ${pointer} in ${document}`

const byOwn = (reasons: readonly Reason[]): Choice => {
  const why = reasons.map(sentence).join(', ')
  return {
    printer: ownPrinter,
    reasons,
    message: `types by rampart's own printer${why === '' ? '' : `: ${why}`}`,
  }
}

// Types never fail a run: if the library fails on a document, our printer takes over and reports that in
// `printedBy`.
const withFallback = (library: TypesPrinter): TypesPrinter => ({
  name: library.name,
  async print(document, options, names) {
    try {
      return await library.print(document, options, names)
    } catch (cause) {
      if (!(cause instanceof RampartError)) throw cause
      return ownPrinter.print(document, options, names)
    }
  },
})

/**
 * Chooses the printer for all versions of a run: openapi-typescript, unless a document has a construct that it gets
 * wrong or an option requires something that it cannot do. To drop the library, always return `ownPrinter`.
 * @param found results of `reasonAgainst` for the documents
 * @param library started before, so that it is loaded by now
 */
export function choosePrinter(found: readonly Reason[], library: TypesPrinter, wanted: Wanted = {}): Choice {
  if (wanted.types === 'rampart') return byOwn([])
  const isForced = wanted.types === 'openapi-typescript'
  const reasons = isForced ? [] : [...optionsOf(wanted), ...found].slice(0, 1)
  if (reasons.length > 0) return byOwn(reasons)
  return {
    printer: isForced ? library : withFallback(library),
    reasons,
    message: 'types by openapi-typescript',
  }
}
