import { NotApplicable } from '../../../../conformance/model/outcome.js'
import type { Role } from './facts.js'
import { names } from './names.js'

type Members = Record<string, unknown>

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isList = (value: unknown): value is unknown[] => Array.isArray(value)

/** Everything in a value that is an object, level by level; beneficiaries are others and are left out. */
const objectsIn = (root: unknown): Members[] => {
  const nodes: unknown[] = [root]
  for (const node of nodes) {
    if (isList(node)) nodes.push(...node)
    else if (isMembers(node))
      nodes.push(
        ...Object.entries(node).flatMap(([name, inner]) => (name === 'beneficiaries' ? [] : [inner])),
      )
  }
  return nodes.filter(isMembers)
}

/** The words that a pattern of names stands for. */
const spoken = (pattern: RegExp): string => {
  const [key = pattern.source] = Object.entries(names).find(([, one]) => one === pattern) ?? []
  return key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

/** A number written like what stands in its place: as a text or as a number. */
const likewise = (before: unknown, value: number): number | string =>
  typeof before === 'number' ? value : String(value)

/**
 * A section of a submission: the whole without its beneficiaries, or one of them. Members are found by name, wherever
 * the document puts them, the nearest first.
 */
export class Section {
  readonly #root: unknown

  constructor(root: unknown) {
    this.#root = root
  }

  #holders(name: RegExp): (readonly [Members, string])[] {
    return objectsIn(this.#root).flatMap((node) =>
      Object.keys(node).flatMap((key) => (name.test(key) ? [[node, key] as const] : [])),
    )
  }

  #nearest(name: RegExp): readonly [Members, string] {
    const [found] = this.#holders(name)
    if (found) return found
    throw new NotApplicable(`the document gives submissions no member for ${spoken(name)}`)
  }

  has(name: RegExp): boolean {
    return this.#holders(name).length > 0
  }

  get(name: RegExp): unknown {
    const [holder, key] = this.#nearest(name)
    return holder[key]
  }

  /** Gives a member a value, also where it stands a second time. @throws NotApplicable when nothing has it. */
  set(name: RegExp, value: unknown): this {
    const [, nearest] = this.#nearest(name)
    for (const [holder, key] of this.#holders(name)) {
      if (key === nearest) holder[key] = typeof value === 'number' ? likewise(holder[key], value) : value
    }
    return this
  }

  /** Gives every member of that name a value made from the one before. @throws NotApplicable when nothing has it. */
  setAll(name: RegExp, value: (before: unknown) => unknown): this {
    this.#nearest(name)
    for (const [holder, key] of this.#holders(name)) holder[key] = value(holder[key])
    return this
  }

  /** Takes a member out, wherever it stands. @throws NotApplicable when nothing has it. */
  remove(name: RegExp): this {
    this.#nearest(name)
    for (const [holder, key] of this.#holders(name)) delete holder[key]
    return this
  }

  /** Takes a member out, where there is one. */
  without(name: RegExp): this {
    for (const [holder, key] of this.#holders(name)) delete holder[key]
    return this
  }

  /** The objects that hold a member of that name. */
  owners(name: RegExp): readonly Record<string, unknown>[] {
    return this.#holders(name).map(([holder]) => holder)
  }
}

const listNamed = (root: unknown, name: string): unknown[] | undefined =>
  objectsIn(root)
    .map((node) => node[name])
    .find(isList)

/** A copy of a submission with one change. */
export class Draft {
  readonly body: unknown
  readonly whole: Section

  constructor(body: unknown) {
    this.body = structuredClone(body)
    this.whole = new Section(this.body)
  }

  /** The beneficiaries of the root company. @throws NotApplicable when the document has none. */
  get beneficiaries(): unknown[] {
    const list = listNamed(this.body, 'beneficiaries')
    if (list) return list
    throw new NotApplicable('the document gives submissions no member beneficiaries')
  }

  party(index: number): Section {
    return new Section(this.beneficiaries[index])
  }

  /** Roles of a beneficiary. */
  roles(index: number, ...roles: readonly Role[]): this {
    this.party(index).set(names.roles, [...roles])
    return this
  }

  /** Percent that a beneficiary owns. */
  share(index: number, percent: number): this {
    this.party(index).set(names.share, percent)
    return this
  }

  /** The document list of the root company, or of a beneficiary that is a company. */
  documents(index?: number): unknown[] {
    const root = index === undefined ? this.body : this.beneficiaries[index]
    const list = listNamed(root, 'documents')
    if (list) return list
    throw new NotApplicable('the document gives companies no list of documents')
  }

  /** The beneficiaries of a beneficiary that is a company. */
  below(index: number): unknown[] {
    const list = listNamed(this.beneficiaries[index], 'beneficiaries')
    if (list) return list
    throw new NotApplicable('the document knows no company among the beneficiaries')
  }
}

export { isMembers }
