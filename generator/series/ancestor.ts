import { unitsIn } from '../build/unit-schemas.js'
import { pointerOf, segmentsOf } from '../load/pointer.js'
import type { Base, DocumentModel, PlacedUnit, RawObject, Unit, UnitHome } from '../model/document.js'
import type { EnumDeclaration, KindOfVersion, TypesOfVersion } from '../types/index.js'
import { type Inheritable, inheritedParts } from './inheritance.js'
import { partAt, type Part } from './parts.js'

/** Names that the tables of a version are keyed by. */
export type Names = Readonly<Record<'operations' | 'webhooks' | 'schemas', readonly string[]>>

/** What the version after needs to know of a version. */
export interface Ancestor {
  readonly name: string
  readonly root: RawObject
  readonly parts: ReadonlyMap<string, Part>
  readonly names: Names
  /** How many versions its declarations extend, one through the other. */
  readonly depth: number
  /** Everything that its tables hold, its own or not. */
  readonly tables: Base['tables']
  readonly schemaValidators: DocumentModel['schemaValidators']
  readonly exports: DocumentModel['exports']
  /** Everything that its types declare, once they are printed. */
  readonly types?: TypesOfVersion
  readonly enums?: readonly EnumDeclaration[]
  /** What its validators are declared as, once they are printed. */
  readonly validators?: KindOfVersion
  /** Where each validator of the version stands, by name. */
  readonly units: ReadonlyMap<string, UnitHome>
  /** What each of them judges, by name. */
  readonly judged: ReadonlyMap<string, string>
}

// The names of a version are a union with those of the version before: a chain that the compiler goes down at once.
const deepest = 24

/** What a version shares with the version before it. */
export class Heritage {
  readonly parts: ReadonlySet<string>
  readonly #all: ReadonlyMap<string, Part>
  readonly #before: Ancestor | undefined
  /** Pointers of the paths and webhooks of which something changed. */
  readonly #changedItems: ReadonlySet<string>
  /** Validators of parts that mean the same as before, and others that do though something else in their part does not. */
  readonly #sameUnits = new Set<string>()

  constructor(now: Inheritable, before?: Ancestor) {
    const { parts } = now
    this.#all = parts
    this.parts = before ? inheritedParts(now, before) : new Set()
    const isShared = [...this.parts].some((pointer) => /^#\/(components\/schemas|paths)\//.test(pointer))
    this.#before = isShared ? before : undefined
    for (const [name, { part }] of this.#before?.units ?? []) {
      if (this.parts.has(part)) this.#sameUnits.add(name)
    }
    const all = [...parts.keys(), ...(before?.parts.keys() ?? [])]
    const changed = all.filter((pointer) => !this.parts.has(pointer))
    this.#changedItems = new Set(changed.map((pointer) => pointerOf(...segmentsOf(pointer).slice(0, 2))))
  }

  /** Whether the version has anything of the version before. */
  get isShared(): boolean {
    return this.#before !== undefined
  }

  /** Whether the component or operation at a path of the document is that of the version before. */
  hasPart(path: readonly string[]): boolean {
    if (!this.#before) return false
    const part = pointerOf(...path)
    return this.parts.has(this.#all.has(part) ? part : partAt(path.slice(0, 2)))
  }

  /** Whether the component, path, webhook or operation at a pointer is not that of the version before. */
  isOwn(pointer: string): boolean {
    const path = segmentsOf(pointer)
    if (!this.#before) return true
    if (path[0] === 'components' || path.length > 2) return !this.hasPart(path)
    return this.#changedItems.has(pointer) || !this.#all.has(pointer)
  }

  /** Whether the version before has a part at a pointer. */
  hadPart(pointer: string): boolean {
    return this.#before?.parts.has(pointer) === true
  }

  /** Whether the webhooks and schemas of the version before are those of this one, by their names. */
  hasNames(names: Names): boolean {
    const before = this.#before?.names
    const isSame = (kind: keyof Names): boolean => before?.[kind].join('\n') === names[kind].join('\n')
    return isSame('webhooks') && isSame('schemas')
  }

  /** Validators of the version before, for schemas that both have. */
  units(): [name: string, home: UnitHome][] {
    return [...(this.#before?.units ?? [])].filter(([name]) => this.#sameUnits.has(name))
  }

  /** Of validators that were made anew, those that judge otherwise than in the version before. */
  changedUnits(units: readonly Unit[]): Unit[] {
    const before = this.#before
    if (!before) return [...units]
    const inherited = new Set(this.units().map(([name]) => name))
    const isSame = (unit: Unit): boolean => before.judged.get(unit.name) === judgedBy(unit)
    const own = new Set(units.filter((unit) => !isSame(unit)).map(({ name }) => name))
    const usersOf = new Map<string, string[]>()
    for (const { name, schema } of units) {
      for (const used of unitsIn(schema)) usersOf.set(used, [...(usersOf.get(used) ?? []), name])
    }
    const made = new Set(units.map(({ name }) => name))
    for (const used of usersOf.keys()) if (!made.has(used) && !inherited.has(used)) own.add(used)
    for (const name of own) for (const user of usersOf.get(name) ?? []) own.add(user)
    for (const { name } of units) if (!own.has(name)) this.#sameUnits.add(name)
    return units.filter(({ name }) => own.has(name))
  }

  /** What the validators of the version judge: those that were made anew, and those of the version before. */
  judged(units: readonly Unit[]): ReadonlyMap<string, string> {
    const kept = this.units().map(([name]) => [name, this.#before?.judged.get(name) ?? ''] as const)
    return new Map([...kept, ...units.map((unit) => [unit.name, judgedBy(unit)] as const)])
  }

  /** Validators of all schemas of the version, by schema name: `own`, and those of the version before. */
  schemaValidators(
    names: readonly string[],
    own: DocumentModel['schemaValidators'],
  ): DocumentModel['schemaValidators'] {
    return wholeTable(own, this.#before?.schemaValidators, names)
  }

  /** Tables of the version before, where they share anything. */
  get tables(): Base['tables'] | undefined {
    return this.#before?.tables
  }

  /** What the version takes over from the one before; undefined when they share nothing. */
  base(names: Names, units: readonly Unit[]): Base | undefined {
    if (!this.#before) return undefined
    const own = new Set(units.map(({ name }) => name))
    const { name, units: before } = this.#before
    const kept = this.units().filter(([unit]) => !own.has(unit))
    const live = new Set([...own, ...kept.map(([unit]) => unit)])
    const gone = (kind: keyof Names): string[] => {
      const present = new Set(names[kind])
      return this.#before?.names[kind].filter((one) => !present.has(one)) ?? []
    }
    return {
      name,
      depth: this.#before.depth >= deepest ? 0 : this.#before.depth + 1,
      parts: this.parts,
      removed: {
        operations: gone('operations'),
        webhooks: gone('webhooks'),
        schemas: gone('schemas'),
        units: [...before.keys()].filter((unit) => !live.has(unit)),
      },
      units: new Map(kept),
      exports: this.#before.exports,
      tables: this.#before.tables,
    }
  }
}

const judgedBy = ({ pointer, direction, schema }: Unit): string =>
  JSON.stringify([pointer, direction, schema])

/** Where each validator of a version stands, its own and those of versions before. */
export function homesOfUnits(
  { name: version, units }: { readonly name: string; readonly units: readonly PlacedUnit[] },
  base: Base | undefined,
): Map<string, UnitHome> {
  const asked = units.filter(({ isShared }) => !isShared)
  const own = asked.map(({ name, module, exportName, code, pointer, direction }): [string, UnitHome] => [
    name,
    { version, module, exportName, code, pointer, direction, part: partAt(segmentsOf(pointer)) },
  ])
  return new Map([...(base?.units ?? []), ...own])
}

/** A table of a version with the rows that it takes over: of those of the version before, those it still names. */
export function wholeTable<Row>(
  own: Readonly<Record<string, Row>>,
  before: Readonly<Record<string, Row>> = {},
  names: readonly string[] = [],
): Record<string, Row> {
  const present = new Set(names)
  const kept = Object.entries(before).filter(([name]) => present.has(name) && !Object.hasOwn(own, name))
  return Object.fromEntries([...kept, ...Object.entries(own)])
}
