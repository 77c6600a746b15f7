import { Foldings } from './find.js'
import type { Match } from './match.js'
import type { Layer } from './layers.js'
import type { Spelling } from './spelling.js'

/** Stands in a message where a text was cut. */
const cutMark = '…'

/** An escape that was cut itself. */
const half =
  /(?:%(?:25)*[\da-f]?|\\+(?:u[\da-f]{0,3}|u\{[\da-f]{0,6}|x[\da-f]?|[0-7]{1,2})?|&#?[\da-z]{0,8})$/i

/** Longer halves are none. */
const longestHalf = 16

const withoutHalf = (text: string): string => {
  const end = text.slice(-longestHalf)
  return text.slice(0, text.length - end.length + end.search(half))
}

interface Ending {
  readonly text: string
  /** Where it begins in its layer, and where the text is cut. */
  readonly start: number
  readonly stop: number
}

// The text before each cut, with and without the half of an escape that it may end with.
const endingsOf = function* (text: string): Generator<Ending> {
  let start = 0
  for (let stop = text.indexOf(cutMark); stop >= 0; stop = text.indexOf(cutMark, start)) {
    const before = text.slice(start, stop)
    yield { text: before, start, stop }
    if (half.test(before.slice(-longestHalf))) yield { text: withoutHalf(before), start, stop }
    start = stop + 1
  }
}

const beginning = (spelling: Spelling, foldings: Foldings): number | undefined => {
  const { codes, comparison, fewest } = spelling.facts
  const folded = foldings.for(comparison)
  const { length } = folded.codes
  const known = spelling.search(folded.codes, length - codes.length, length, () => {})
  return known < fewest ? undefined : spelling.widened(folded, length - known, length)[0]
}

/** Finds how spellings begin where the layer is cut. */
export function findTruncated(layer: Layer, spellings: readonly Spelling[]): Match[] {
  const found: Match[] = []
  for (const ending of endingsOf(layer.text)) {
    const foldings = new Foldings(ending.text)
    for (const spelling of spellings) {
      const offset = beginning(spelling, foldings)
      if (offset === undefined) continue
      const [start, stop] = layer.origin(ending.start + offset, ending.stop)
      found.push({ start, stop, mask: spelling.facts.mask })
    }
  }
  return found
}
