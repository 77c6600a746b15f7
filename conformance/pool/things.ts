import type { Operation } from '../../runtime/surface.js'
import type { Api } from '../model/api.js'
import type { CreatedThing } from '../model/thing.js'
import type { Observed } from '../model/observed.js'
import { shapeOf, targetOf, valuesByName } from '../resources/shapes.js'

/** A thing of the service whose address is known. */
export interface KnownThing {
  /** Its path as the document spells it, and the values of its parameters in their order. */
  readonly itemPath: string
  readonly values: readonly unknown[]
  /** When it was first seen, in Unix milliseconds. */
  readonly seenAt: number
  created?: Creation
  isDeleted: boolean
  /** A sequence works with it: nobody else is to change it. */
  isHeld: boolean
}

type Creation = CreatedThing & { isDeleted: boolean }

const mostPerShape = 200
const mostShapes = 1000

const keyOf = (values: readonly unknown[]): string => JSON.stringify(values.map(String))

/** The things of a service whose addresses are known, by the shapes of their paths. */
export class KnownThings {
  readonly #byShape = new Map<string, Map<string, KnownThing>>()

  /** The things of a shape, in the order in which they were seen. */
  of(shape: string): readonly KnownThing[] {
    return [...(this.#byShape.get(shape)?.values() ?? [])]
  }

  find(shape: string, values: readonly unknown[]): KnownThing | undefined {
    return this.#byShape.get(shape)?.get(keyOf(values))
  }

  /** The thing at an address, kept from now on. What was seen longest ago gives way, but for what the run created. */
  see(itemPath: string, values: readonly unknown[], seenAt: number): KnownThing {
    const shape = shapeOf(itemPath)
    const known = this.find(shape, values)
    if (known) return known
    const thing: KnownThing = { itemPath, values, seenAt, isDeleted: false, isHeld: false }
    const things = this.#byShape.get(shape) ?? new Map<string, KnownThing>()
    if (things.size > 0 || this.#byShape.size < mostShapes) this.#byShape.set(shape, things)
    things.set(keyOf(values), thing)
    if (things.size > mostPerShape) {
      const oldest = [...things].find(([, one]) => one.created === undefined)
      if (oldest) things.delete(oldest[0])
    }
    return thing
  }
}

/** Makes of a thing one that the run created. */
export function asCreated(thing: KnownThing, api: Api, by: Observed, deleteOperation?: Operation): Creation {
  const path = deleteOperation?.path ?? thing.itemPath
  const pathValues = valuesByName(path, thing.values)
  const created: Creation = {
    api,
    path: targetOf(path, pathValues),
    by,
    ...(deleteOperation && { deleteOperation }),
    pathValues,
    isDeleted: false,
  }
  thing.created = created
  return created
}
