import type { Schemas } from '../../document/index.js'
import { endOfReferences } from '../../document/index.js'
import type { JsonSchema } from '../../runtime/surface.js'
import { fitted, typesOf } from '../resources/fits.js'
import { nameKey } from '../resources/words.js'
import type { KnownThing } from './things.js'

/** Values by name of a path parameter or of a member. */
export type Known = Readonly<Record<string, readonly unknown[]>>

/** The values that settings give a name: by itself in any spelling, or as the id of its kind of thing. */
export function knownValues(known: Known, name: string, nouns: readonly string[]): readonly unknown[] {
  const keys = new Set([nameKey(name), ...nouns.map((noun) => `${noun} ${nameKey(name)}`)])
  const exact = Object.hasOwn(known, name) ? (known[name] ?? []) : []
  const others = Object.entries(known).filter(([one]) => one !== name && keys.has(nameKey(one)))
  return [...exact, ...others.flatMap(([, values]) => values)]
}

/** Things that may be used: those of the run first, the latest of them before all; none that is deleted or held. */
export function usable(things: readonly KnownThing[], deleted?: true): readonly KnownThing[] {
  const left = things.filter((one) => one.isDeleted === (deleted ?? false) && !one.isHeld)
  const created = left.filter((one) => one.created !== undefined).toReversed()
  return [...created, ...left.filter((one) => one.created === undefined)]
}

const most = 50

/** Values as a schema has them, each once; where it asks for a list, lists of one. */
export function choose(
  values: readonly unknown[],
  schema: JsonSchema | undefined,
  schemas: Schemas,
): readonly unknown[] {
  const end = endOfReferences(schema, schemas)
  const isList = typeof end === 'object' && typesOf(end, schemas).includes('array')
  const items = isList ? (end.items ?? true) : end
  const fitting = values.map((value) => fitted(value, items, schemas)).filter((value) => value !== undefined)
  const unique = [...new Set(fitting)].slice(0, most)
  return isList ? unique.map((value) => [value]) : unique
}
