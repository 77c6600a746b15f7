import { createHash } from 'node:crypto'

const longest = 100
/** Names that a constant in a module cannot have. */
export const reservedWords: ReadonlySet<string> = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends ' +
    'false finally for function if implements import in instanceof interface let new null package private protected ' +
    'public return static super switch this throw true try typeof undefined var void while with yield'
  ).split(' '),
)

const reservedFileNames = /^(con|prn|aux|nul|com\d|lpt\d|index)$/i

/** A short digest that distinguishes two names. */
export function shortDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}

/** Names in use. */
export class Names {
  readonly #taken: Set<string>

  constructor(reserved: Iterable<string> = []) {
    this.#taken = new Set(reserved)
  }

  /**
   * Takes the first free spelling.
   * @param namesOf the names that a spelling stands for, all of which have to be free
   */
  take(
    spellings: Iterable<string>,
    namesOf: (spelling: string) => readonly string[] = (spelling) => [spelling],
  ): string {
    for (const spelling of spellings) {
      const names = namesOf(spelling)
      if (names.some((name) => this.#taken.has(name))) continue
      for (const name of names) this.#taken.add(name)
      return spelling
    }
    throw new Error('no spelling is free')
  }
}

/**
 * A name, then the same with one suffix, two suffixes, and so on.
 * @yields spellings endlessly
 */
export function* suffixed(plain: string, suffix: string): Generator<string> {
  for (let name = plain; ; name += suffix) yield name
}

/**
 * Assigns names that are safe to print. The same original always gets the same name. If several originals map to one
 * safe name, the first one keeps the plain form and the others get a digest of the original.
 */
export class SafeNames {
  readonly #byOriginal = new Map<string, string>()
  readonly #names: Names
  readonly #make: (original: string) => string

  constructor(make: (original: string) => string, reserved: Iterable<string> = []) {
    this.#make = make
    this.#names = new Names(reserved)
  }

  /** The safe name of `original`. */
  get(original: string): string {
    const known = this.#byOriginal.get(original)
    if (known !== undefined) return known
    // The digest repeats only if an original happens to contain it.
    const name = this.#names.take(suffixed(this.#make(original), `_${shortDigest(original)}`))
    this.#byOriginal.set(original, name)
    return name
  }
}

/** A file name without extension, made of letters, digits, `_`, `-` and inner dots. */
export function fileName(original: string): string {
  const plain = original.replaceAll(/[^A-Za-z0-9_-]+/g, '_').replaceAll(/^_+|_+$/g, '')
  const changed = plain.toLowerCase() !== original.toLowerCase().replaceAll(/[^a-z0-9_-]/g, '_')
  const safe =
    plain === '' || reservedFileNames.test(plain) || changed ? `${plain}_${shortDigest(original)}` : plain
  return safe.length > longest ? `${safe.slice(0, longest)}_${shortDigest(original)}` : safe
}

/** The name of a document's folder: a safe file name other than `runtime`, which holds the shared code. */
export function documentName(original: string): string {
  const name = fileName(original)
  return /^runtime$/i.test(name) ? `${name}_${shortDigest(original)}` : name
}

/**
 * A JavaScript identifier that cannot be a keyword, a global or a name in the surrounding code: it contains
 * an underscore, which none of them has. `schema` is safe as it is.
 */
export function identifier(original: string): string {
  const plain = original.replaceAll(/[^A-Za-z0-9_]+/g, '_').replaceAll(/_+$/g, '')
  const started = /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`
  const safe = started.includes('_') || started === 'schema' ? started : `${started}_`
  return safe.length > longest ? `${safe.slice(0, longest)}_${shortDigest(original)}` : safe
}

/** The name of an export. Modules that export `then` would be treated as promises, and `default` is reserved. */
export function exportedName(original: string): string {
  const plain = original.replaceAll(/[^A-Za-z0-9_]+/g, '_')
  const isTaken = /^(default|then|__esModule)$/.test(plain) || !/^[A-Za-z_]/.test(plain)
  const safe = isTaken ? `_${plain}` : plain
  return safe.length > longest ? `${safe.slice(0, longest)}_${shortDigest(original)}` : safe
}

/** Whether a document is named by a date. Such documents are versions of one API; others are independent. */
export function isDated(name: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(name)
}
