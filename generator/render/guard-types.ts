import type { Unit } from '../model/document.js'
import type { KindOfVersion } from '../types/index.js'
import type { Constant } from './declared-constants.js'
import { unionOf } from './literal.js'

/** What is known when validators are declared. */
export interface KnownTypes {
  /** What the validators of the version before are declared as. */
  readonly before: KindOfVersion | undefined
  /** Schemas whose requests are declared apart; undefined where that may change with a version. */
  readonly requests: ReadonlySet<string> | undefined
}

const component = /^(NonNullable<)?components\["(\w+)"\]/
const request = /^RequestOf<components, (".*")>$/

/** What a validator is declared as that proves a type. */
export const guardOf = (type: string): string =>
  type === 'unknown' ? 'StandardValidator' : `StandardValidator<${type}>`

/** The same, in a file that has the short names of components. */
const shortGuardOf = (type: string): string => guardOf(type.replace(component, '$1$2'))

// The compiler would work it out for each reference anew.
const decided = (type: string, { requests }: KnownTypes): string => {
  const name = request.exec(type)?.[1]
  if (requests === undefined || name === undefined) return type
  return `components["${requests.has(JSON.parse(name)) ? 'requests' : 'schemas'}"][${name}]`
}

// Kinds of components by short names, as `types.d.ts` has them: the compiler looks up one step less for each reference.
// The empty export keeps the names in the file.
function shortNamesFor(types: readonly string[]): string {
  const kinds = new Set(types.flatMap((type) => component.exec(type)?.[2] ?? []))
  const lines = Array.from(kinds, (kind) => `type ${kind} = components["${kind}"]\n`)
  return ['export {}\n', ...lines].join('')
}

/** What the loaders of a document are declared as that no version takes declarations over from. */
export function plainValidators(
  units: readonly Pick<Unit, 'name' | 'type'>[],
  known: KnownTypes,
): { readonly head: string; readonly validators: string } {
  const typed = units
    .filter(({ type }) => type !== 'unknown')
    .map(({ name, type }) => ({ name, type: decided(type, known) }))
  const others = units.filter(({ type }) => type === 'unknown').map(({ name }) => name)
  const rows = typed.map(({ name, type }) => `  ${JSON.stringify(name)}: ${shortGuardOf(type)}\n`)
  // One union of names costs the compiler less than a member for each.
  const rest = others.length === 0 ? '' : `extends Record<${unionOf(others)}, StandardValidator> `
  return {
    head: shortNamesFor(typed.map(({ type }) => type)),
    validators: `${rest}{\n${rows.join('')}}`,
  }
}

/** Constants that are validators of these types, in one declaration, and the short names that it takes. */
export function plainGuards(
  guards: readonly Pick<Unit, 'name' | 'type'>[],
  known: KnownTypes,
): { readonly head: string; readonly constants: readonly Constant[] } {
  const types = guards.map(({ type }) => decided(type, known))
  return {
    head: shortNamesFor(types),
    constants: guards.map(({ name }, index) => ({ name, type: shortGuardOf(types[index] ?? 'unknown') })),
  }
}
