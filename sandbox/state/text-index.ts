import { addPlace, type Places } from './positions.js'

const SIZE = 3

const groupsOf = (text: string): Set<string> => {
  const groups = new Set<string>()
  for (let at = 0; at + SIZE <= text.length; at += 1) groups.add(text.slice(at, at + SIZE))
  return groups
}

/** Where groups of three characters occur, so that a search looks at few records however many there are. */
export class TextIndex {
  readonly #places = new Map<string, Places>()

  /** Notes the texts of the record at a place. What it had before stays noted: `candidates` are to be looked at. */
  add(place: number, texts: readonly string[]): void {
    for (const text of texts)
      for (const group of groupsOf(text)) {
        const places = this.#places.get(group)
        if (places === undefined) this.#places.set(group, [place])
        else addPlace(places, place)
      }
  }

  /** The places of all records that may hold a term, and of others; `undefined` for a term that is too short to tell. */
  candidates(term: string): readonly number[] | undefined {
    let fewest: readonly number[] | undefined
    for (const group of groupsOf(term)) {
      const places = this.#places.get(group) ?? []
      if (fewest === undefined || places.length < fewest.length) fewest = places
    }
    return fewest
  }
}
