import { unescaped } from '../../runtime/json.js'
import type { FaultSet } from '../pipeline/fault-set.js'
import type { Behaviours } from '../api/behaviours.js'

/** A JSON object or list that is changed in place. */
export type JsonObject = { [key: string]: unknown }

/** Changes parsed JSON in place. */
export type Edit<About = unknown> = (root: JsonObject, about: About) => void

/** Whether a value can be changed in place. */
export function isEditable(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null
}

/** The value if it is an object, otherwise an empty object. */
export function objectIn(value: unknown): JsonObject {
  return isEditable(value) ? value : {}
}

/** The object at a pointer of a document; empty if there is none. */
export function objectAt(document: JsonObject, pointer: string): JsonObject {
  const tokens = pointer.split('/').slice(1).map(unescaped)
  return tokens.reduce((holder, token) => objectIn(holder[token]), document)
}

/** The object that a `$ref` names, or the entry itself. */
export function resolved(document: JsonObject, entry: JsonObject): JsonObject {
  const { $ref: reference } = entry
  return typeof reference === 'string' ? objectAt(document, reference) : entry
}

const childrenOf = (holder: JsonObject, token: string): readonly unknown[] => {
  const [, name = token, kind] = /^(\w+)\((\w+)\)$/.exec(token) ?? []
  const children = name === '*' ? Object.values(holder) : [holder[name]]
  return kind === undefined ? children : children.filter((child) => objectIn(child)['type'] === kind)
}

/** The members that a pointer names; absent ones are omitted, except for the last. */
const locationsAt = (root: JsonObject, pointer: string) => {
  const tokens = pointer.split('/').slice(1).map(unescaped)
  const key = tokens.pop() ?? ''
  const holders = tokens.reduce<readonly JsonObject[]>(
    (current, token) => current.flatMap((holder) => childrenOf(holder, token)).filter(isEditable),
    [root],
  )
  return holders.flatMap((holder) =>
    (key === '*' ? Object.keys(holder) : [key]).map((one) => ({ holder, key: one })),
  )
}

/**
 * The edits below are those of RFC 6902. In a pointer `*` stands for every member, and `name(Kind)` for a
 * member whose `type` is that. A pointer without a target changes nothing, because another fault may have
 * removed the target.
 */
const atEach =
  (pointer: string, edit: (holder: JsonObject, key: string) => void): Edit =>
  (root) => {
    for (const { holder, key } of locationsAt(root, pointer)) edit(holder, key)
  }

/** Removes a member. */
export function remove(pointer: string): Edit {
  return atEach(pointer, (holder, key) => {
    if (!Array.isArray(holder)) delete holder[key]
    else if (key in holder) holder.splice(Number(key), 1)
  })
}

/** Sets a member, or adds an item to a list where the pointer ends in `-`. */
export function add(pointer: string, value: unknown): Edit {
  return atEach(pointer, (holder, key) => {
    if (Array.isArray(holder) && key === '-') holder.push(value)
    else holder[key] = value
  })
}

/** Replaces the value of an existing member. */
export function replace(pointer: string, make: (was: unknown) => unknown): Edit {
  return atEach(pointer, (holder, key) => {
    if (holder[key] !== undefined) holder[key] = make(holder[key])
  })
}

/** Removes from a list a string, or the object that has it for its `$ref` or its `name`. */
export function omit(pointer: string, item: string): Edit {
  const isIt = (one: unknown): boolean => [one, objectIn(one)['$ref'], objectIn(one)['name']].includes(item)
  return replace(pointer, (list) => (Array.isArray(list) ? list.filter((one) => !isIt(one)) : list))
}

/** Several edits, one after the other. */
export function all<About>(...edits: readonly Edit<About>[]): Edit<About> {
  return (root, about) => {
    for (const edit of edits) edit(root, about)
  }
}

/** The changes of a fault, by the point at which they apply. */
export interface Hooks extends Partial<Omit<FaultSet, 'behaviours' | 'document'>> {
  readonly behaviours?: Partial<Behaviours>
  /** Changes the document of one version in place when the sandbox starts. */
  readonly document?: (document: JsonObject, version: string, newest: string) => void
}

/** The rules that break on the same evidence, each with the reason. */
export type Also = Readonly<Record<string, string>>

/**
 * A fault: the resulting behaviour, the change, and the rules that break besides the one that it is named
 * after. A change that counts or remembers is a function, called for every sandbox; it is given the name of
 * the rule.
 */
type Row = readonly [does: string, change: Hooks | ((rule: string) => Hooks), also?: Also]

/** A row with the resulting behaviour in a template after it. */
export function fault(change: Row[1], also: Also = {}) {
  return ([does = '']: TemplateStringsArray): Row => [does.trim(), change, also]
}

/** Faults by name: the rule that each breaks, or `rule:variant` for further ones of the same rule. */
export type Rows = Readonly<Record<string, Row>>

/** A deliberate violation of one rule. */
export interface Fault {
  /** The name that enables it. */
  readonly name: string
  readonly rule: string
  /** The resulting behaviour of the service, in one line. */
  readonly does: string
  readonly also: Also
  /** Created for every sandbox, so that counters start at zero. */
  readonly hooks: () => Hooks
}

/** The faults of a table. */
export function faultsOf(rows: Rows): readonly Fault[] {
  return Object.entries(rows).map(([name, [does, change, also = {}]]) => {
    const [rule = ''] = name.split(':')
    return { name, rule, does, also, hooks: () => (typeof change === 'function' ? change(rule) : change) }
  })
}
