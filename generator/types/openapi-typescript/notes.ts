/** Comments by number. The library is given the number in the place of prose, and prints it as a comment. */
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
