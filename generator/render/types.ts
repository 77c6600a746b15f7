import {
  componentKinds,
  type Declaration,
  type DeclarationKind,
  declarationKinds,
  type KindOfVersion,
  members,
  preamble,
  roots,
  type TypeDeclarations,
  type TypeOptions,
  type TypesOfVersion,
} from '../types/index.js'
import { unionOf } from './literal.js'

/** Whether a declaration of the version before is that of this version too. */
export type IsKept = (kind: DeclarationKind, name: string) => boolean

// The compiler resolves a chain of extensions as one instantiation, and gives up on it at some fifty.
const deepest = 8

const interfaceName = (kind: DeclarationKind): string => `${kind[0]?.toUpperCase()}${kind.slice(1)}Of`

// Paths refer to operations, everything else to components alone.
const argumentsOf = (kind: DeclarationKind, components = 'C', operations = 'O'): string =>
  kind === 'paths' ? `<${components}, ${operations}>` : `<${components}>`

const parametersOf = (kind: DeclarationKind): string =>
  argumentsOf(kind, 'C extends Components', 'O extends { [id: string]: any }')

const helper = `/** The components of a version that takes declarations of this one over. */
interface Components {
${componentKinds.map((kind) => `  ${kind}: any;\n`).join('')}}
`

const nothing: KindOfVersion = { version: '', depth: 0, names: new Map() }

const printedOf = ({ text, comment = '' }: Declaration): string => `${comment}\n${text}`

/** What a version has of a kind, and how its interface is printed where it has one of its own. */
interface Resolved {
  readonly state: KindOfVersion
  readonly own: readonly Declaration[]
  readonly lines: readonly string[]
}

/** Prints the declarations of a version of a series, each on top of those of the version before. */
class SeriesPrinter {
  readonly #version: string
  readonly #before: TypesOfVersion | undefined
  readonly #imports = new Map<string, string>()

  constructor(version: string, before: TypesOfVersion | undefined) {
    this.#version = version
    this.#before = before
  }

  print(declarations: TypeDeclarations, options: TypeOptions, isKept: IsKept): RenderedTypes {
    const kinds = declarationKinds.map(
      (kind) => [kind, this.#resolve(kind, declarations[kind], isKept)] as const,
    )
    const states = kinds.map(([kind, { state }]) => [kind, state])
    const types = Object.fromEntries(states) as Record<DeclarationKind, KindOfVersion>
    const own = Object.fromEntries(kinds.map(([kind, { own: added }]) => [kind, added]))
    const interfaces = kinds.flatMap(([, { lines }]) => lines)
    const isGeneric = interfaces.length > 0
    const whole = this.#whole(types)
    return {
      text: [
        [...this.#imports]
          .map(([version, name]) => `import type * as ${name} from "../${version}/types.js"\n`)
          .join(''),
        preamble({ ...declarations, ...own }, options),
        ...(isGeneric ? [helper] : []),
        ...interfaces,
        ...whole,
      ].join('\n'),
      types,
    }
  }

  #resolve(kind: DeclarationKind, declared: readonly Declaration[], isKept: IsKept): Resolved {
    const before = this.#before?.[kind] ?? nothing
    const isNew = (one: Declaration): boolean => before.names.get(one.name)?.printed !== printedOf(one)
    const own = declared.filter(isNew)
    const same = new Set(declared.filter((one) => !isNew(one)).map(({ name }) => name))
    const replaced = new Set(own.map(({ name }) => name))
    const kept = [...before.names].filter(
      ([name]) => !replaced.has(name) && (same.has(name) || isKept(kind, name)),
    )
    const added = own.map((one) => [one.name, { version: this.#version, printed: printedOf(one) }] as const)
    const names = new Map([...kept, ...added])
    if (own.length === 0 && kept.length === before.names.size) return { state: before, own, lines: [] }
    const isExtended = kept.length > 0 && before.depth < deepest
    const state = { version: this.#version, depth: isExtended ? before.depth + 1 : 0, names }
    return { state, own, lines: this.#interface(kind, own, kept, isExtended ? before : undefined) }
  }

  #interface(
    kind: DeclarationKind,
    own: readonly Declaration[],
    kept: readonly (readonly [string, { readonly version: string }])[],
    base: KindOfVersion | undefined,
  ): string[] {
    const still = new Set(kept.map(([name]) => name))
    const gone = base ? [...base.names.keys()].filter((name) => !still.has(name)) : []
    const from = base && this.#reference(kind, base.version)
    const extended =
      from === undefined ? '' : ` extends ${gone.length === 0 ? from : `Omit<${from}, ${unionOf(gone)}>`}`
    // Where the chain of extensions ends, each declaration is named.
    const rows = base
      ? []
      : kept.map(([name, { version }]) => ({
          name,
          text: `${this.#reference(kind, version)}[${JSON.stringify(name)}]`,
        }))
    const indent = componentKinds.some((component) => component === kind) ? '    ' : '  '
    const body = members([...rows, ...own], indent)
    return [`export interface ${interfaceName(kind)}${parametersOf(kind)}${extended} {\n${body}}\n`]
  }

  #reference(kind: DeclarationKind, version: string): string {
    const name = this.#imports.get(version) ?? `v${version.replaceAll('-', '')}`
    this.#imports.set(version, name)
    return `${name}.${interfaceName(kind)}${argumentsOf(kind)}`
  }

  /** The interfaces of the version, all of their declarations referring to each other. */
  #whole(types: TypesOfVersion): string[] {
    const typeOf = (kind: DeclarationKind): string | undefined => {
      const { version, names } = types[kind]
      if (names.size === 0) return undefined
      const from =
        version === this.#version ? interfaceName(kind) : this.#reference(kind, version).split('<')[0]
      return `${from}${argumentsOf(kind, 'components', 'operations')}`
    }
    const rows = componentKinds.map((kind) => `  ${kind}: ${typeOf(kind) ?? 'never'};\n`)
    return [
      `export interface components {\n${rows.join('')}}\n`,
      ...roots.map((kind) => {
        const from = typeOf(kind)
        return `export interface ${kind}${from === undefined ? '' : ` extends ${from}`} {}\n`
      }),
    ]
  }
}

/** The text of `types.d.ts`, and everything that it declares. */
export interface RenderedTypes {
  readonly text: string
  readonly types: TypesOfVersion
}

/**
 * Prints the `types.d.ts` of a version of a series: what differs from the version before, in terms of what it refers
 * to, which each version gives for itself. So a declaration is printed anew only when its own text changes.
 */
export function renderSeriesTypes(
  version: string,
  declarations: TypeDeclarations,
  options: TypeOptions,
  before: TypesOfVersion | undefined,
  isKept: IsKept,
): RenderedTypes {
  return new SeriesPrinter(version, before).print(declarations, options, isKept)
}
