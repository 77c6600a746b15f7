import { type Declaration, type KindOfVersion, members } from '../types/index.js'
import { unionOf } from './literal.js'

// The compiler resolves a chain of extensions as one instantiation, and gives up on it at some fifty.
const deepest = 8

const nothing: KindOfVersion = { version: '', depth: 0, names: new Map() }

const printedOf = ({ text, comment = '' }: Declaration): string => `${comment}\n${text}`

/** An interface that every version of a series has, its own or that of a version before. */
export interface SeriesInterface {
  readonly name: string
  /** Parameters by way of which its members refer to other declarations, with their constraints. */
  readonly parameters: string
  /** The same parameters as arguments. */
  readonly passed: string
  readonly indent: string
}

/** What a version has of an interface, and how it is printed where that is not all of the version before. */
export interface Resolved {
  readonly state: KindOfVersion
  readonly own: readonly Declaration[]
  readonly lines: readonly string[]
}

/** One file of declarations of a version of a series, with what it imports from the same file of other versions. */
export class SeriesFile {
  readonly #version: string
  readonly #pathOf: (version: string) => string
  readonly #imports = new Map<string, string>()

  /** @param pathOf path of the file of another version, from that of this version */
  constructor(version: string, pathOf: (version: string) => string) {
    this.#version = version
    this.#pathOf = pathOf
  }

  get imports(): string {
    const lines = [...this.#imports].map(
      ([version, name]) => `import type * as ${name} from ${JSON.stringify(this.#pathOf(version))}\n`,
    )
    return lines.join('')
  }

  /** The interface of a version, its own or imported. */
  reference({ name }: SeriesInterface, version: string): string {
    if (version === this.#version) return name
    const alias = this.#imports.get(version) ?? `v${version.replaceAll('-', '')}`
    this.#imports.set(version, alias)
    return `${alias}.${name}`
  }

  /** Compares what a version declares with what the version before had. */
  resolve(
    shape: SeriesInterface,
    before: KindOfVersion | undefined = nothing,
    declared: readonly Declaration[],
    isKept: (name: string) => boolean,
  ): Resolved {
    const isNew = (one: Declaration): boolean => before.names.get(one.name)?.printed !== printedOf(one)
    const own = declared.filter(isNew)
    const same = new Set(declared.filter((one) => !isNew(one)).map(({ name }) => name))
    const replaced = new Set(own.map(({ name }) => name))
    const kept = [...before.names].filter(([name]) => !replaced.has(name) && (same.has(name) || isKept(name)))
    if (own.length === 0 && kept.length === before.names.size) return { state: before, own, lines: [] }
    const added = own.map((one) => [one.name, { version: this.#version, printed: printedOf(one) }] as const)
    const isExtended = kept.length > 0 && before.depth < deepest
    const state = {
      version: this.#version,
      depth: isExtended ? before.depth + 1 : 0,
      names: new Map([...kept, ...added]),
    }
    const extended = isExtended ? this.#extension(shape, before, kept) : ''
    // Where the chain of extensions ends, each declaration is named.
    const rows = isExtended ? [] : kept.map((one) => this.#row(shape, one))
    const body = members([...rows, ...own], shape.indent)
    return {
      state,
      own,
      lines: [`export interface ${shape.name}${shape.parameters}${extended} {\n${body}}\n`],
    }
  }

  #extension(
    shape: SeriesInterface,
    before: KindOfVersion,
    kept: readonly (readonly [string, unknown])[],
  ): string {
    const still = new Set(kept.map(([name]) => name))
    const gone = [...before.names.keys()].filter((name) => !still.has(name))
    const from = `${this.reference(shape, before.version)}${shape.passed}`
    return ` extends ${gone.length === 0 ? from : `Omit<${from}, ${unionOf(gone)}>`}`
  }

  #row(
    shape: SeriesInterface,
    [name, { version }]: readonly [string, { readonly version: string }],
  ): Declaration {
    return { name, text: `${this.reference(shape, version)}${shape.passed}[${JSON.stringify(name)}]` }
  }
}
