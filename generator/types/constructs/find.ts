import { locationsOf, pointerOf } from '../../../document/index.js'
import type { LoadedDocument } from '../../model/document.js'
import { Facts } from './facts.js'
import { type Construct, constructs } from './table.js'

/** A construct, with its first location. */
export interface Found {
  readonly construct: Construct
  readonly pointer: string
}

/**
 * The constructs of a document that the library gets wrong, each with its first location.
 * @param most the number of constructs to look for
 */
export function constructsIn(document: LoadedDocument, most = constructs.length): readonly Found[] {
  const facts = new Facts(document)
  const found: Found[] = []
  let open = constructs
  for (const location of locationsOf(document.root)) {
    const here = open.filter(({ isAt }) => isAt(location, facts))
    if (here.length === 0) continue
    const pointer = pointerOf(...location.path)
    found.push(...here.map((construct) => ({ construct, pointer })))
    if (found.length >= most) break
    open = open.filter((construct) => !here.includes(construct))
  }
  return found
}
