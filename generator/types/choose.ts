import { RampartError } from '../../diagnostics/index.js'
import type { LoadedDocument } from '../model/document.js'
import { constructsIn } from './constructs/find.js'
import type { PrinterName, Reason } from '../model/printer.js'
import type { TypeOptions, TypesPrinter } from './declarations/model.js'
import { ownPrinter } from './rampart/printer.js'

/** The printer that a run takes. */
export interface Choice {
  readonly printer: TypesPrinter
  /** Empty where openapi-typescript prints, and where a printer was asked for. */
  readonly reasons: readonly Reason[]
  /** One line for who runs the command. */
  readonly message: string
}

/** The options of a run that decide about its printer. */
export interface Wanted extends TypeOptions {
  /** The printer that is asked for by name. */
  readonly types?: PrinterName
}

const optionsOf = ({ brands = false, openEnums = false }: Wanted): Reason[] => [
  ...(brands ? [{ id: 'brands', name: '--brands' }] : []),
  ...(openEnums ? [{ id: 'open-enums', name: '--open-enums' }] : []),
]

/** The first construct of a document that openapi-typescript gets wrong; undefined where it is right about it. */
export function reasonAgainst(document: LoadedDocument): Reason | undefined {
  // One is enough to choose by.
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

// Nothing that a document holds ends a run for its types: our printer takes what the library fails at, and says so by
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
 * Chooses who prints the types of all versions of a run: openapi-typescript, unless a document holds what it gets
 * wrong, or an option asks for what it cannot do. Leaving the library is one line: to return `ownPrinter` always.
 * @param found what `reasonAgainst` says of the documents
 * @param library begun before, so that it is loaded by now
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
