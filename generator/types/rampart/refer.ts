import type { SchemaNames } from '../declarations/model.js'
import type { PrinterServices } from './context.js'
import { member } from '../declarations/text.js'

/** References to schemas in `types.d.ts`. */
export const byPath: PrinterServices['refer'] = ({ kind, name }, view) => {
  if (view === 'request') return member('requests', name)
  if (kind === 'schemas') return member('components', 'schemas', name)
  return kind === '$defs' ? member('$defs', name) : `schemas.${name}`
}

/** References to schemas in `schemas.d.ts`. */
export function byName(names: SchemaNames): PrinterServices['refer'] {
  return ({ kind, name }, view) => {
    if (view === 'request') return member('requests', name)
    return kind === '$defs' ? member('$defs', name) : (names.get(name) ?? name)
  }
}
