import {
  componentKinds,
  type Declaration,
  declarationKinds,
  type DeclarationKind,
  members,
  preamble,
  printTypes,
  type roots,
  type TypeDeclarations,
  type TypeNames,
  type TypeOptions,
} from '../types/index.js'
import { unionOf } from './literal.js'

type Root = (typeof roots)[number]
type Component = (typeof componentKinds)[number]

/** The declarations of the version before, for the version after it to extend. */
export interface BaseTypes {
  readonly version: string
  readonly names: TypeNames
  /** Whether this version is to extend them; if not, it names each that it takes over. */
  readonly isExtended: boolean
}

/** Whether a declaration of the version before is that of this version too. */
export type IsKept = (kind: DeclarationKind, name: string) => boolean

/** Names that a version declares, with those that it keeps of the version before. */
const allNames = (
  version: string,
  declarations: TypeDeclarations,
  base: BaseTypes | undefined,
  isKept: IsKept,
): TypeNames => {
  const names = declarationKinds.map((kind): [DeclarationKind, ReadonlyMap<string, string>] => {
    const kept = [...(base?.names[kind] ?? [])].filter(([name]) => isKept(kind, name))
    const own = declarations[kind].map(({ name }): [string, string] => [name, version])
    return [kind, new Map([...kept, ...own])]
  })
  return Object.fromEntries(names) as Record<DeclarationKind, ReadonlyMap<string, string>>
}

const pathOf = (version: string): string => JSON.stringify(`../${version}/types.js`)

/** Prints declarations that extend those of the version before. */
class Extension {
  readonly #declarations: TypeDeclarations
  readonly #base: BaseTypes
  readonly #names: TypeNames
  readonly #version: string

  constructor(version: string, declarations: TypeDeclarations, base: BaseTypes, names: TypeNames) {
    this.#version = version
    this.#declarations = declarations
    this.#base = base
    this.#names = names
  }

  print(options: TypeOptions): string {
    const components = componentKinds.map((kind) => `  ${kind}: ${this.#component(kind)};\n`)
    const head = this.#base.isExtended ? `import type * as base from ${pathOf(this.#base.version)}\n\n` : ''
    return [
      head,
      preamble(this.#declarations, options),
      this.#root('paths'),
      this.#root('webhooks'),
      `export interface components {\n${components.join('')}}\n`,
      this.#root('operations'),
    ].join('')
  }

  /** What of the version before is still there; nothing when that had no such declarations. */
  #kept(kind: DeclarationKind, type: string): string | undefined {
    const before = [...this.#base.names[kind].keys()]
    const own = new Set(this.#declarations[kind].map(({ name }) => name))
    const replaced = before.filter((name) => own.has(name) || !this.#names[kind].has(name))
    if (!this.#base.isExtended || replaced.length === before.length) return undefined
    return replaced.length === 0 ? type : `Omit<${type}, ${unionOf(replaced)}>`
  }

  /** A line for each declaration of a version before, where the chain of extensions ends. */
  #rows(kind: DeclarationKind, type: string): Declaration[] {
    if (this.#base.isExtended) return []
    const others = [...this.#names[kind]].filter(([, version]) => version !== this.#version)
    return others.map(([name, version]) => ({
      name,
      text: `import(${pathOf(version)}).${type}[${JSON.stringify(name)}]`,
    }))
  }

  #root(kind: Root): string {
    const kept = this.#kept(kind, `base.${kind}`)
    const extended = kept === undefined ? '' : ` extends ${kept}`
    const body = members([...this.#rows(kind, kind), ...this.#declarations[kind]])
    return `export interface ${kind}${extended} {\n${body}}\n`
  }

  #component(kind: Component): string {
    const own = [...this.#rows(kind, `components["${kind}"]`), ...this.#declarations[kind]]
    const kept = this.#kept(kind, `base.components["${kind}"]`)
    if (own.length === 0) return kept ?? 'never'
    const body = `{\n${members(own, '    ')}  }`
    return kept === undefined ? body : `${kept} & ${body}`
  }
}

/** The text of `types.d.ts`, and the names that it declares. */
export interface RenderedTypes {
  readonly text: string
  readonly names: TypeNames
}

/** Prints the `types.d.ts` of a version, whole or as an extension of that of the version before. */
export function renderTypes(
  version: string,
  declarations: TypeDeclarations,
  options: TypeOptions,
  base: BaseTypes | undefined,
  isKept: IsKept,
): RenderedTypes {
  const names = allNames(version, declarations, base, isKept)
  const text = base
    ? new Extension(version, declarations, base, names).print(options)
    : printTypes(declarations, options)
  return { text, names }
}
