import type { Hint } from '../../document/index.js'
import type { Operation } from '../../runtime/surface.js'
import type { Api } from './api.js'
import type { Observed } from './observed.js'

const names = /^(external|partner|client)[-_]?(id|reference)$/i

/** True for the name of a member that holds the caller's own id of a thing. */
export function isExternalId(name: string): boolean {
  return names.test(name)
}

/**
 * Lets whatever a run creates be recognised: where a body has room for the caller's own id, that begins with
 * `rampart-`. What a scenario wants to stand there comes first.
 */
export function withExternalId(hint: Hint, uuid: () => string): Hint {
  return (path, schema) => {
    const wanted = hint(path, schema)
    if (wanted !== undefined || !isExternalId(path.at(-1) ?? '')) return wanted
    if (schema.format !== undefined || schema.pattern !== undefined) return undefined
    const id = `rampart-${uuid()}`
    return schema.maxLength !== undefined && schema.maxLength < id.length ? undefined : id
  }
}

/**
 * What became of a thing: `cancelled` by the run's own request, `gone` already, `refused` to be deleted, or `kept`
 * because the document has no operation for that, or no answer came.
 */
export type Fate = 'cancelled' | 'gone' | 'refused' | 'kept'

/** Something that a run created, as the report lists it. Holds no secrets. */
export interface CreatedEntry {
  /** Method and path of the operation that created it, for instance `POST /customers`. */
  readonly operation: string
  /** The version by whose document it was created. */
  readonly version: string
  /** Its id, when the response has one. */
  readonly id?: string
  /** The recognisable name that the request gave it. */
  readonly externalId?: string
  readonly fate: Fate
  /** Why it was refused or kept: the status and the start of the text of the response, or a sentence. */
  readonly why?: string
}

/** A thing of which the run knows that it created it: a POST or PUT was answered 2xx. */
export interface CreatedThing {
  readonly api: Api
  /** Where it is: a target below the base URL, for instance `/pets/17`. Absent where no operation is about it alone. */
  readonly path?: string
  /** What the response calls it, where it has no such place. */
  readonly id?: string
  /** The request that created it, with its answer. */
  readonly by: Observed
  /** The operation that deletes it, where the document has one. */
  readonly deleteOperation?: Operation
  /** Values of the parameters of its path by name. */
  readonly pathValues: Readonly<Record<string, unknown>>
  readonly isDeleted: boolean
}
