import type { Direction } from '../../model/document.js'
import type { SchemaNames } from '../declarations/model.js'
import { member } from '../declarations/text.js'
import type { Target } from '../reading/references.js'

/** The text that refers to the declaration of a schema, in requests only or everywhere. */
export type Refer = (target: Pick<Target, 'kind' | 'name'>, view: Direction | 'both') => string

/** References to schemas in `types.d.ts`. */
export const byPath: Refer = ({ kind, name }, view) => {
  if (view === 'request') return member('requests', name)
  if (kind === 'schemas') return member('components', 'schemas', name)
  return kind === '$defs' ? member('$defs', name) : `schemas.${name}`
}

/** References to schemas in `schemas.d.ts`. */
export function byName(names: SchemaNames): Refer {
  return ({ kind, name }, view) => {
    if (view === 'request') return member('requests', name)
    return kind === '$defs' ? member('$defs', name) : (names.get(name) ?? name)
  }
}
