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

type Root = (typeof roots)[number]
type Component = (typeof componentKinds)[number]

/** The declarations of the version before, for the version after it to extend. */
export interface BaseTypes {
  readonly version: string
  readonly names: TypeNames
}

const namesOf = (declarations: readonly Declaration[]): string[] => declarations.map(({ name }) => name)

/** Whether a declaration of the version before is that of this version too. */
export type IsKept = (kind: DeclarationKind, name: string) => boolean

/** Names that a version declares, with those that it keeps of the version before. */
const allNames = (declarations: TypeDeclarations, base: BaseTypes | undefined, isKept: IsKept): TypeNames => {
  const names = declarationKinds.map((kind): [DeclarationKind, ReadonlySet<string>] => {
    const kept = [...(base?.names[kind] ?? [])].filter((name) => isKept(kind, name))
    return [kind, new Set([...kept, ...namesOf(declarations[kind])])]
  })
  return Object.fromEntries(names) as Record<DeclarationKind, ReadonlySet<string>>
}

/** Prints declarations that extend those of the version before. */
class Extension {
  readonly #declarations: TypeDeclarations
  readonly #base: BaseTypes
  readonly #names: TypeNames

  constructor(declarations: TypeDeclarations, base: BaseTypes, names: TypeNames) {
    this.#declarations = declarations
    this.#base = base
    this.#names = names
  }

  print(options: TypeOptions): string {
    const components = componentKinds.map((kind) => `  ${kind}: ${this.#component(kind)};\n`)
    return [
      `import type * as base from "../${this.#base.version}/types.js"\n\n`,
      preamble(this.#declarations, options),
      this.#root('paths'),
      this.#root('webhooks'),
      `export interface components {\n${components.join('')}}\n`,
      this.#root('operations'),
    ].join('')
  }

  /** What of the version before is still there; nothing when that had no such declarations. */
  #kept(kind: DeclarationKind, type: string): string | undefined {
    const before = this.#base.names[kind]
    const own = new Set(namesOf(this.#declarations[kind]))
    const replaced = [...before].filter((name) => own.has(name) || !this.#names[kind].has(name))
    if (replaced.length === before.size) return undefined
    const union = replaced.map((name) => JSON.stringify(name)).join(' | ')
    return replaced.length === 0 ? type : `Omit<${type}, ${union}>`
  }

  #root(kind: Root): string {
    const kept = this.#kept(kind, `base.${kind}`)
    const extended = kept === undefined ? '' : ` extends ${kept}`
    return `export interface ${kind}${extended} {\n${members(this.#declarations[kind])}}\n`
  }

  #component(kind: Component): string {
    const own = this.#declarations[kind]
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

/** Prints `types.d.ts`, whole or as an extension of that of the version before. */
export function renderTypes(
  declarations: TypeDeclarations,
  options: TypeOptions,
  base: BaseTypes | undefined,
  isKept: IsKept,
): RenderedTypes {
  const names = allNames(declarations, base, isKept)
  const text = base
    ? new Extension(declarations, base, names).print(options)
    : printTypes(declarations, options)
  return { text, names }
}
