import { keysOf } from '../../../../document/index.js'
import { NotApplicable } from '../../../../conformance/model/outcome.js'
import type { PatchOperation } from '../../../../conformance/model/plan.js'
import { inFormOf } from './country.js'
import { names } from './names.js'
import type { Role } from './recipes.js'

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
      nodes.push(...Object.keys(node).flatMap((name) => (name === 'beneficiaries' ? [] : [node[name]])))
  }
  return nodes.filter(isMembers)
}

/** The words that a pattern of names stands for. */
const wordsFor = (pattern: RegExp): string => {
  const [key = pattern.source] = Object.entries(names).find(([, one]) => one === pattern) ?? []
  return key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

/** A number written like what stands in its place: as a text or as a number. */
const likewise = (before: unknown, value: unknown): unknown =>
  typeof value === 'number' && typeof before !== 'number' ? String(value) : value

/**
 * A section of a submission: the whole without its beneficiaries, or one of them. Members are found by name, wherever
 * the document puts them, the nearest first.
 */
export class Section {
  readonly #root: unknown

  constructor(root: unknown) {
    this.#root = root
  }

  #find(name: RegExp): readonly (readonly [holder: Members, key: string])[] {
    return objectsIn(this.#root).flatMap((node) =>
      Object.keys(node).flatMap((key) => (name.test(key) ? [[node, key] as const] : [])),
    )
  }

  /** @throws NotApplicable when nothing has a member of that name. */
  #need(name: RegExp) {
    const [nearest, ...others] = this.#find(name)
    if (nearest) return [nearest, ...others] as const
    throw new NotApplicable(`the document gives submissions no member for ${wordsFor(name)}`)
  }

  has(name: RegExp): boolean {
    return this.#find(name).length > 0
  }

  /** The nearest member of that name. @throws NotApplicable when nothing has it. */
  get(name: RegExp): unknown {
    const [[holder, key]] = this.#need(name)
    return holder[key]
  }

  /** Gives a member a value, also where it stands a second time. @throws NotApplicable when nothing has it. */
  set(name: RegExp, value: unknown): this {
    const found = this.#need(name)
    const [[, nearest]] = found
    for (const [holder, key] of found) if (key === nearest) holder[key] = likewise(holder[key], value)
    return this
  }

  /** Gives every member of that name a value made from the one before. @throws NotApplicable when nothing has it. */
  setAll(name: RegExp, value: (before: unknown) => unknown): this {
    for (const [holder, key] of this.#need(name)) holder[key] = value(holder[key])
    return this
  }

  /** Takes a member out, wherever it stands. @throws NotApplicable when nothing has it. */
  remove(name: RegExp): this {
    this.#need(name)
    return this.without(name)
  }

  /** Takes a member out, where there is one. */
  without(name: RegExp): this {
    for (const [holder, key] of this.#find(name)) delete holder[key]
    return this
  }

  /** The objects that hold a member of that name. */
  holders(name: RegExp): readonly Members[] {
    return this.#find(name).map(([holder]) => holder)
  }
}

/** @throws NotApplicable for that reason where nothing in a value has a list of that name */
const listNamed = (root: unknown, name: string, reason: string): unknown[] => {
  const list = objectsIn(root)
    .map((node) => node[name])
    .find(isList)
  if (list) return list
  throw new NotApplicable(reason)
}

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
    return listNamed(this.body, 'beneficiaries', 'the document gives submissions no member beneficiaries')
  }

  /** A beneficiary of the root company; the whole without an index. */
  party(index?: number): Section {
    return index === undefined ? this.whole : new Section(this.beneficiaries[index])
  }

  /** The document list of the root company, or of a beneficiary that is a company. */
  documents(index?: number): unknown[] {
    const root = index === undefined ? this.body : this.beneficiaries[index]
    return listNamed(root, 'documents', 'the document gives companies no list of documents')
  }

  /** The beneficiaries of a beneficiary that is a company. */
  below(index: number): unknown[] {
    const reason = 'the document knows no company among the beneficiaries'
    return listNamed(this.beneficiaries[index], 'beneficiaries', reason)
  }
}

/** One change of a submission. An index means the beneficiary there; without one it is about the whole. */
export type Edit = (draft: Draft) => void

/** Several changes, one after the other. */
export function all(...edits: readonly Edit[]): Edit {
  return (draft) => edits.forEach((edit) => edit(draft))
}

/** Takes members out. */
export function remove(name: RegExp, index?: number): Edit {
  return (draft) => void draft.party(index).remove(name)
}

/** Gives a member a value. */
export function set(name: RegExp, value: unknown, index?: number): Edit {
  return (draft) => void draft.party(index).set(name, value)
}

/** Gives a beneficiary its roles. */
export function roles(index: number, ...own: readonly Role[]): Edit {
  return set(names.roles, [...own], index)
}

/** Gives a beneficiary its share, in percent. */
export function share(index: number, percent: number): Edit {
  return set(names.share, percent, index)
}

/** Roles and shares of the first two beneficiaries. */
export function ownership(first: readonly Role[], one: number, second: readonly Role[], other: number): Edit {
  return all(roles(0, ...first), share(0, one), roles(1, ...second), share(1, other))
}

/** Makes countries others, by the name of their members, spelled as the document of the service spells them. */
export function move(name: RegExp, country: string, index?: number): Edit {
  return (draft) => void draft.party(index).setAll(name, (code) => inFormOf(code, country))
}

/** Another identity document: its type and its country. */
export function identity(type: string, country: string, index?: number): Edit {
  return all(set(names.documentType, type, index), move(names.identityCountry, country, index))
}

/** No tax number, with an identity document of a country. */
export function untaxed(country: string, index?: number): Edit {
  return all(remove(names.tax, index), move(names.identityCountry, country, index))
}

/** No industry, in either of its fields. */
export const withoutIndustry: Edit = ({ whole }) =>
  void whole.remove(names.industry).without(names.industryType)

/** Puts another value in the place of a whole submission. */
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

/** A copy of a value with a JSON Patch (RFC 6902) applied; undefined when a pointer of it does not exist there. */
export function applyPatch(value: unknown, patch: readonly PatchOperation[]): unknown {
  const root: Members = { '': structuredClone(value) }
  for (const operation of patch) {
    const keys = ['', ...keysOf(operation.path)]
    const last = keys.pop() ?? ''
    let holder: unknown = root
    for (const key of keys)
      holder = typeof holder === 'object' && holder ? Reflect.get(holder, key) : undefined
    if (!(isMembers(holder) || isList(holder)) || !put(holder, last, operation)) return undefined
  }
  return root['']
}
