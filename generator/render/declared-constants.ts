import { reservedWords } from '../build/names.js'

// Declarations may not give the last a type of their own either.
const reserved = new Set([...reservedWords, 'globalThis'])

/** An exported constant and its type. */
export interface Constant {
  readonly name: string
  readonly type: string
}

/** What an export is called that may be exported by its name, and not declared by it. No export has such a name. */
const local = (name: string): string => `$${name}`

/** Exported constants in one declaration, each on a line; those that need another name inside the file for themselves. */
export function declaredConstants(constants: readonly Constant[]): {
  readonly declared: string
  readonly renamed: string
} {
  const line = (name: string, type: string): string => `${name}: ${type}`
  const plain = constants.filter(({ name }) => !reserved.has(name))
  const others = constants.filter(({ name }) => reserved.has(name))
  return {
    declared: plain.map(({ name, type }) => line(name, type)).join(',\n  '),
    renamed: others
      .map(
        ({ name, type }) => `declare const ${line(local(name), type)}\nexport { ${local(name)} as ${name} }`,
      )
      .join('\n'),
  }
}
