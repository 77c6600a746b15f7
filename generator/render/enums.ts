import { type EnumDeclaration, printEnums, printEnumTypes } from '../types/index.js'

/** The enumerations of the version before, for the version after it to export too. */
export interface BaseEnums {
  readonly version: string
  readonly enums: readonly EnumDeclaration[]
}

const key = ({ name, schema }: EnumDeclaration): string => `${name}\n${schema}`

/**
 * The modules `enums.js` and `enums.d.ts`. What is exported as a whole cannot be taken out of again: a version that
 * lost an enumeration exports all of its own.
 */
export function renderEnums(
  all: readonly EnumDeclaration[],
  base: BaseEnums | undefined,
  isOwn: (schema: string) => boolean,
): { readonly code: string; readonly types: string } {
  const keys = new Set(all.map(key))
  const whole = base?.enums.every((one) => keys.has(key(one))) === true ? base : undefined
  const head = whole ? `export * from "../${whole.version}/enums.js"\n\n` : ''
  const own = whole ? all.filter(({ schema }) => isOwn(schema)) : all
  const empty = own.length === 0 && head === '' ? 'export {}\n' : ''
  return { code: head + printEnums(own) + empty, types: head + printEnumTypes(own) + empty }
}
