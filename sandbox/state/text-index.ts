import { addPosition, type Positions } from './positions.js'

const size = 3

const groupsOf = (text: string): Set<string> => {
  const groups = new Set<string>()
  for (let at = 0; at + size <= text.length; at += 1) groups.add(text.slice(at, at + size))
  return groups
}

/** Where groups of three characters occur, so that a search looks at few records however many there are. */
export class TextIndex {
  readonly #positions = new Map<string, Positions>()

  /** Notes the texts of the record at a position. What it had before stays noted: `candidates` are to be looked at. */
  add(position: number, texts: readonly string[]): void {
    for (const text of texts)
      for (const group of groupsOf(text)) {
        const positions = this.#positions.get(group)
        if (positions === undefined) this.#positions.set(group, [position])
        else addPosition(positions, position)
      }
  }

  /** The positions of all records that may hold a term, and of others; `undefined` for a term that is too short to tell. */
  candidates(term: string): readonly number[] | undefined {
    let fewest: readonly number[] | undefined
    for (const group of groupsOf(term)) {
      const positions = this.#positions.get(group) ?? []
      if (fewest === undefined || positions.length < fewest.length) fewest = positions
    }
    return fewest
  }
}
