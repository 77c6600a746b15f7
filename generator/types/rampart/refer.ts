import type { SchemaNames } from '../model.js'
import type { Parts } from './context.js'
import { member } from './text.js'

/** What schemas are referred to by in `types.d.ts`. */
export const byPlace: Parts['refer'] = ({ kind, name }, view) => {
  if (view === 'request') return member('requests', name)
  if (kind === 'schemas') return member('components', 'schemas', name)
  return kind === '$defs' ? member('$defs', name) : `schemas.${name}`
}

/** What they are referred to by in `schemas.d.ts`. */
export const byName =
  (names: SchemaNames): Parts['refer'] =>
  ({ kind, name }, view) => {
    if (view === 'request') return member('requests', name)
    return kind === '$defs' ? member('$defs', name) : (names.get(name) ?? name)
  }
