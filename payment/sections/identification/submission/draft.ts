import { keysOf, resolvePath } from '../../../../document/index.js'
import { NotApplicable } from '../../../../conformance/model/outcome.js'
import type { PatchOperation } from '../../../../conformance/model/plan.js'
import { inFormOf } from './country.js'
import { names, qualified } from './names.js'
import type { Role } from './recipes.js'

type Members = Record<string, unknown>

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isList = (value: unknown): value is unknown[] => Array.isArray(value)

/** All objects in a value with the names of their members, breadth first, without beneficiaries. */
const namedObjectsIn = (root: unknown): readonly (readonly [object: Members, name: string])[] => {
  const nodes: (readonly [node: unknown, name: string])[] = [[root, '']]
  for (const [node, name] of nodes) {
    const { beneficiaries: _owners, ...others } = isMembers(node) ? node : {}
    const inside = isList(node) ? node.map((one) => [name, one] as const) : Object.entries(others)
    nodes.push(...inside.map(([key, one]) => [one, key] as const))
  }
  return nodes.flatMap(([node, name]) => (isMembers(node) ? [[node, name] as const] : []))
}

const objectsIn = (root: unknown): readonly Members[] => namedObjectsIn(root).map(([object]) => object)

/** The key of a pattern in `names`, in words. */
const wordsFor = (pattern: RegExp): string => {
  const [key = pattern.source] = Object.entries(names).find(([, one]) => one === pattern) ?? []
  return key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

/** A number in the type of the value that it replaces: text or number. */
const likewise = (before: unknown, value: unknown): unknown =>
  typeof value === 'number' && typeof before !== 'number' ? String(value) : value

/** A submission without its beneficiaries, or one beneficiary. Members are found by name, the nearest first. */
export class Section {
  constructor(private readonly root: unknown) {}

  #find(name: RegExp): readonly (readonly [holder: Members, key: string])[] {
    return namedObjectsIn(this.root).flatMap(([node, holder]) =>
      Object.keys(node).flatMap((key) => (name.test(qualified(key, holder)) ? [[node, key] as const] : [])),
    )
  }

  /** @throws NotApplicable when there is no member of that name. */
  #need(name: RegExp) {
    const [nearest, ...others] = this.#find(name)
    if (nearest) return [nearest, ...others] as const
    throw new NotApplicable(`the document gives submissions no member for ${wordsFor(name)}`)
  }

  has(name: RegExp): boolean {
    return this.#find(name).length > 0
  }

  /** The nearest member of that name. @throws NotApplicable when there is none. */
  get(name: RegExp): unknown {
    const [[holder, key]] = this.#need(name)
    return holder[key]
  }

  /** Sets a member wherever it occurs. @throws NotApplicable when there is none. */
  set(name: RegExp, value: unknown): this {
    const found = this.#need(name)
    const [[, nearest]] = found
    for (const [holder, key] of found) if (key === nearest) holder[key] = likewise(holder[key], value)
    return this
  }

  /** Maps the value of every member of that name. @throws NotApplicable when there is none. */
  setAll(name: RegExp, value: (before: unknown) => unknown): this {
    for (const [holder, key] of this.#need(name)) holder[key] = value(holder[key])
    return this
  }

  /** Removes a member wherever it occurs. @throws NotApplicable when there is none. */
  remove(name: RegExp): this {
    this.#need(name)
    return this.without(name)
  }

  /** Removes a member, if there is one. */
  without(name: RegExp): this {
    for (const [holder, key] of this.#find(name)) delete holder[key]
    return this
  }

  /** The objects with a member of that name. */
  holders(name: RegExp): readonly Members[] {
    return this.#find(name).map(([holder]) => holder)
  }
}

/** @throws NotApplicable with that reason where the value contains no list of that name */
const listNamed = (root: unknown, name: string, reason: string): unknown[] => {
  const list = objectsIn(root)
    .map((node) => node[name])
    .find(isList)
  if (list) return list
  throw new NotApplicable(reason)
}

/** An editable copy of a submission. */
export class Draft {
  readonly body: unknown
  readonly whole: Section

  constructor(body: unknown) {
    this.body = structuredClone(body)
    this.whole = new Section(this.body)
  }

  /** The beneficiaries of the root company. @throws NotApplicable when the document has none. */
  get beneficiaries(): unknown[] {
    return listNamed(this.body, 'beneficiaries', 'the document gives submissions no member beneficiaries')
  }

  /** A beneficiary of the root company; the whole submission without an index. */
  party(index?: number): Section {
    return index === undefined ? this.whole : new Section(this.beneficiaries[index])
  }

  /** The documents of the root company, or of a nested company. */
  documents(index?: number): unknown[] {
    const reason = 'the document gives companies no list of documents'
    if (index === undefined) return listNamed(this.body, 'documents', reason)
    const party = this.beneficiaries[index]
    // A beneficiary may have documents of its own beside those of its company.
    const [company] =
      namedObjectsIn(party).find(
        ([node, name]) =>
          isList(node['documents']) && (isList(node['beneficiaries']) || /^compan/i.test(name)),
      ) ?? []
    return listNamed(company ?? party, 'documents', reason)
  }

  /** The beneficiaries of a nested company. */
  below(index: number): unknown[] {
    const reason = 'the document knows no company among the beneficiaries'
    return listNamed(this.beneficiaries[index], 'beneficiaries', reason)
  }
}

/** One change of a submission. The index selects a beneficiary; without one the whole is changed. */
export type Edit = (draft: Draft) => void

/** Applies several changes in order. */
export function all(...edits: readonly Edit[]): Edit {
  return (draft) => edits.forEach((edit) => edit(draft))
}

/** Removes members. */
export function remove(name: RegExp, index?: number): Edit {
  return (draft) => void draft.party(index).remove(name)
}

/** Sets a member. */
export function set(name: RegExp, value: unknown, index?: number): Edit {
  return (draft) => void draft.party(index).set(name, value)
}

/** Sets the roles of a beneficiary. */
export function roles(index: number, ...own: readonly Role[]): Edit {
  return set(names.roles, [...own], index)
}

/** Sets the share of a beneficiary, in percent. */
export function share(index: number, percent: number): Edit {
  return set(names.share, percent, index)
}

/** Sets the roles and shares of the first two beneficiaries. */
export function ownership(first: readonly Role[], one: number, second: readonly Role[], other: number): Edit {
  return all(roles(0, ...first), share(0, one), roles(1, ...second), share(1, other))
}

/** Replaces countries by member name, in the document's form of codes. */
export function move(name: RegExp, country: string, index?: number): Edit {
  return (draft) => void draft.party(index).setAll(name, (code) => inFormOf(code, country))
}

/** Replaces the identity document's type and country. */
export function identity(type: string, country: string, index?: number): Edit {
  return all(set(names.documentType, type, index), move(names.identityCountry, country, index))
}

/** Removes the tax number and sets the country of the identity document. */
export function untaxed(country: string, index?: number): Edit {
  return all(remove(names.tax, index), move(names.identityCountry, country, index))
}

/** Removes the industry from both of its fields. */
export const withoutIndustry: Edit = ({ whole }) =>
  void whole.remove(names.industry).without(names.industryType)

/** Replaces a whole submission. */
export function replaceWith(patched: unknown): Edit {
  return ({ body }) => {
    if (!isMembers(body) || !isMembers(patched)) return
    for (const name of Object.keys(body)) delete body[name]
    Object.assign(body, patched)
  }
}

const put = (holder: Members | unknown[], key: string, { op, value }: PatchOperation): boolean => {
  if (op !== 'add' && !Object.hasOwn(holder, key)) return false
  if (!isList(holder)) {
    if (op === 'remove') delete holder[key]
    else holder[key] = value
    return true
  }
  const index = key === '-' ? holder.length : Number(key)
  if (!Number.isInteger(index) || index < 0 || index > holder.length) return false
  holder.splice(index, op === 'add' ? 0 : 1, ...(op === 'remove' ? [] : [value]))
  return true
}

/** A copy of a value with a JSON Patch (RFC 6902); undefined when one of its pointers does not exist. */
export function applyPatch(value: unknown, patch: readonly PatchOperation[]): unknown {
  const root: Members = { '': structuredClone(value) }
  for (const operation of patch) {
    const keys = ['', ...keysOf(operation.path)]
    const last = keys.pop() ?? ''
    const holder = resolvePath(root, keys)
    if (!(isMembers(holder) || isList(holder)) || !put(holder, last, operation)) return undefined
  }
  return root['']
}
