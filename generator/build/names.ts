import { createHash } from 'node:crypto'

const longest = 100
const reservedFileNames = /^(con|prn|aux|nul|com\d|lpt\d|index)$/i
const reservedWords = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export ' +
    'extends false finally for function if implements import in instanceof interface let new null package ' +
    'private protected public return static super switch this throw true try typeof var void while with yield'
  ).split(' '),
)

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8)

/**
 * Hands out names that are safe to print: unique without regard to case, short enough for every file system,
 * and never reserved. One name always gets the same answer; which name keeps its plain form does not
 * depend on the order of the document, because a name that had to change carries a digest of the original.
 */
export class SafeNames {
  readonly #byOriginal = new Map<string, string>()
  readonly #taken = new Map<string, string>()
  readonly #make: (original: string) => string

  constructor(make: (original: string) => string) {
    this.#make = make
  }

  /** The safe name of `original`. */
  get(original: string): string {
    const known = this.#byOriginal.get(original)
    if (known !== undefined) return known
    const plain = this.#make(original)
    const name = this.#taken.has(plain.toLowerCase()) ? `${plain}_${digest(original)}` : plain
    this.#taken.set(name.toLowerCase(), original)
    this.#byOriginal.set(original, name)
    return name
  }
}

/** A file name without an ending: letters, digits, `_`, `-` and inner dots only. */
export function fileName(original: string): string {
  const plain = original.replaceAll(/[^A-Za-z0-9_-]+/g, '_').replaceAll(/^_+|_+$/g, '')
  const changed = plain.toLowerCase() !== original.toLowerCase().replaceAll(/[^a-z0-9_-]/g, '_')
  const safe =
    plain === '' || reservedFileNames.test(plain) || changed ? `${plain}_${digest(original)}` : plain
  return safe.length > longest ? `${safe.slice(0, longest)}_${digest(original)}` : safe
}

/** A JavaScript identifier. */
export function identifier(original: string): string {
  const plain = original.replaceAll(/[^A-Za-z0-9_]+/g, '_').replaceAll(/_+$/g, '')
  const started = /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`
  const safe = reservedWords.has(started) ? `${started}_` : started
  return safe.length > longest ? `${safe.slice(0, longest)}_${digest(original)}` : safe
}
