import type { Hint } from '../../document/index.js'
import type { Operation } from '../../runtime/surface.js'
import type { Api, Observed } from './case.js'

const names = /^(external|partner|client)[-_]?(id|reference)$/i

/** True for the name of a member that holds the caller's own id of a thing. */
export function isExternalId(name: string): boolean {
  return names.test(name)
}

/**
 * Makes created things recognizable: where a body has a member for the caller's own id, its value begins with
 * `rampart-`. The scenario's own value takes precedence.
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
 * The fate of a thing: `cancelled` by the run's own request, `gone` already, refused to be deleted (`refused`), or
 * `kept`, because the document has no operation for that or no response came.
 */
export type Fate = 'cancelled' | 'gone' | 'refused' | 'kept'

/** A thing that a run created, as listed in the report. Contains no secrets. */
export interface CreatedEntry {
  /** Method and path of the operation that created it, for instance `POST /customers`. */
  readonly operation: string
  /** The version by whose document it was created. */
  readonly version: string
  /** Its id, when the response has one. */
  readonly id?: string
  /** The recognizable id from the request. */
  readonly externalId?: string
  readonly fate: Fate
  /** The reason why it was refused or kept: the status and the start of the response text, or a sentence. */
  readonly why?: string
}

/** A thing that the run created, because a POST or PUT returned 2xx. */
export interface CreatedThing {
  readonly api: Api
  /** Its target below the base URL, for instance `/pets/17`. Absent where no operation addresses it. */
  readonly path?: string
  /** Its id in the response, where it has no path. */
  readonly id?: string
  /** The request that created it, with its response. */
  readonly by: Observed
  /** The operation that deletes it, if the document has one. */
  readonly deleteOperation?: Operation
  /** Values of the parameters of its path by name. */
  readonly pathValues: Readonly<Record<string, unknown>>
  readonly isDeleted: boolean
}
