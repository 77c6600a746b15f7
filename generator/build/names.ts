import { createHash } from 'node:crypto'

const longest = 100
/** Names that no constant in a module can have. */
export const reservedWords: ReadonlySet<string> = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends ' +
    'false finally for function if implements import in instanceof interface let new null package private protected ' +
    'public return static super switch this throw true try typeof undefined var void while with yield'
  ).split(' '),
)

const reservedFileNames = /^(con|prn|aux|nul|com\d|lpt\d|index)$/i

/** A digest that tells two names apart. */
export function shortDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}

/**
 * Hands out names that are safe to print. One name always gets the same answer. Of several names that are equal once
 * made safe, the first that is asked for keeps the plain form and the others carry a digest of the original.
 */
export class SafeNames {
  readonly #byOriginal = new Map<string, string>()
  readonly #taken = new Set<string>()
  readonly #make: (original: string) => string

  constructor(make: (original: string) => string) {
    this.#make = make
  }

  /** Gives a name away that was handed out elsewhere. */
  take(original: string, name: string): void {
    this.#taken.add(name)
    this.#byOriginal.set(original, name)
  }

  /** The safe name of `original`. */
  get(original: string): string {
    const known = this.#byOriginal.get(original)
    if (known !== undefined) return known
    let name = this.#make(original)
    // More than once only when an author foresaw the digest.
    while (this.#taken.has(name)) name = `${name}_${shortDigest(original)}`
    this.#taken.add(name)
    this.#byOriginal.set(original, name)
    return name
  }
}

/** A file name without an ending: letters, digits, `_`, `-` and inner dots only. */
export function fileName(original: string): string {
  const plain = original.replaceAll(/[^A-Za-z0-9_-]+/g, '_').replaceAll(/^_+|_+$/g, '')
  const changed = plain.toLowerCase() !== original.toLowerCase().replaceAll(/[^a-z0-9_-]/g, '_')
  const safe =
    plain === '' || reservedFileNames.test(plain) || changed ? `${plain}_${shortDigest(original)}` : plain
  return safe.length > longest ? `${safe.slice(0, longest)}_${shortDigest(original)}` : safe
}

/** The name of a document's folder: that of a file, and not the one of the code that all documents stand on. */
export function documentName(original: string): string {
  const name = fileName(original)
  return /^runtime$/i.test(name) ? `${name}_${shortDigest(original)}` : name
}

/**
 * A JavaScript identifier that cannot be a keyword, a global or a name of the surrounding code: it holds an
 * underscore, which none of those has. `schema` is none of those and stays.
 */
export function identifier(original: string): string {
  const plain = original.replaceAll(/[^A-Za-z0-9_]+/g, '_').replaceAll(/_+$/g, '')
  const started = /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`
  const safe = started.includes('_') || started === 'schema' ? started : `${started}_`
  return safe.length > longest ? `${safe.slice(0, longest)}_${shortDigest(original)}` : safe
}

/** The name of an export: nobody takes a module that exports `then` for a promise, or `default` for a name. */
export function exportedName(original: string): string {
  const plain = original.replaceAll(/[^A-Za-z0-9_]+/g, '_')
  const isTaken = /^(default|then|__esModule)$/.test(plain) || !/^[A-Za-z_]/.test(plain)
  const safe = isTaken ? `_${plain}` : plain
  return safe.length > longest ? `${safe.slice(0, longest)}_${shortDigest(original)}` : safe
}
