/** Comments by number. The library gets the number instead of prose, and prints it as a comment. */
export class Notes {
  readonly #notes: (readonly string[])[] = []

  /** The members of an object that has a comment. */
  described(lines: readonly string[]): { readonly description?: string } {
    return lines.length === 0 ? {} : { description: `#${this.#notes.push(lines) - 1}` }
  }

  /** The lines of a comment that the library printed. */
  in(comment: string): readonly string[] {
    const [, number] = /@description #(\d+)/.exec(comment) ?? []
    return this.#notes[Number(number)] ?? []
  }
}

// The library reads these characters of a name as parts of a reference, and fails at some.
const standIns = [
  ['%', '\uFFFF'],
  ['#', '\uFFFE'],
] as const

/** A name of the document as it is passed to the library. */
export function guarded(name: string): string {
  return standIns.reduce((text, [from, to]) => (text.includes(from) ? text.replaceAll(from, to) : text), name)
}

/** The name of the document from one that was passed to the library. */
export function unguarded(name: string): string {
  return standIns.reduce((text, [from, to]) => (text.includes(to) ? text.replaceAll(to, from) : text), name)
}
