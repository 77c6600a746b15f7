import type { Direction, Effect } from '../model/change.js'
import { keywordKinds } from './keywords.js'
import { kindOf, type Kind } from './kind.js'
import { messageKinds } from './messages.js'
import { operationKinds } from './operations.js'
import { objectKinds } from './objects.js'
import { unionKinds } from './unions.js'
import { valueKinds } from './values.js'

/** One id of the catalogue, with its effect and its texts. */
export interface CatalogueEntry {
  /** `response-property-removed`; a change without a direction has no prefix. */
  readonly id: string
  /** The id without its direction. */
  readonly kind: string
  readonly direction: Direction
  readonly effect: Effect
  /** The meaning of the id. */
  readonly title: string
  /** The sentence of one change, with locations to fill in. */
  readonly template: string
}

const rows: readonly Kind[] = [
  ...operationKinds,
  ...messageKinds,
  ...objectKinds,
  ...valueKinds,
  ...unionKinds,
  ...keywordKinds,
].map(kindOf)

const entriesOf = ({ kind, title, template, ...effects }: Kind): CatalogueEntry[] =>
  (['request', 'response', 'neither'] as const).flatMap((direction) => {
    const effect = effects[direction]
    if (effect === undefined) return []
    const id = direction === 'neither' ? kind : `${direction}-${kind}`
    return [{ id, kind, direction, effect, title, template }]
  })

/** Every id that a change can have. */
export const catalogue: readonly CatalogueEntry[] = rows.flatMap(entriesOf)

const byId: ReadonlyMap<string, CatalogueEntry> = new Map(catalogue.map((entry) => [entry.id, entry]))

/** The entry of an id (`response-property-removed`), if there is one. */
export function entryOf(id: string): CatalogueEntry | undefined {
  return byId.get(id)
}

/** The entry of a kind in a direction; a kind without directions has one entry for all. */
export function entryFor(kind: string, direction: Direction): CatalogueEntry {
  const entry = byId.get(`${direction}-${kind}`) ?? byId.get(kind)
  if (entry === undefined) throw new TypeError(`no change is called ${kind} in direction ${direction}`)
  return entry
}
