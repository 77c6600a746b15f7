import { addPosition, type Positions } from './positions.js'

const size = 3

const groupsOf = (text: string): Set<string> => {
  const groups = new Set<string>()
  for (let at = 0; at + size <= text.length; at += 1) groups.add(text.slice(at, at + size))
  return groups
}

/** A trigram index, so that a search reads few records however many there are. */
export class TextIndex {
  readonly #positions = new Map<string, Positions>()

  /** Adds the texts of the record at a position. Former texts stay in the index, so `candidates` must be checked. */
  add(position: number, texts: readonly string[]): void {
    for (const text of texts)
      for (const group of groupsOf(text)) {
        const positions = this.#positions.get(group)
        if (positions === undefined) this.#positions.set(group, [position])
        else addPosition(positions, position)
      }
  }

  /**
   * The positions of all records that may contain a term, and possibly others; `undefined` if the term is too short.
   */
  candidates(term: string): readonly number[] | undefined {
    let fewest: readonly number[] | undefined
    for (const group of groupsOf(term)) {
      const positions = this.#positions.get(group) ?? []
      if (fewest === undefined || positions.length < fewest.length) fewest = positions
    }
    return fewest
  }
}
