import { isObject, type JsonObject } from '../../document/index.js'
import { type Fragment, rootFragment } from '../fragments/fragment.js'
import { targetOf } from '../fragments/references.js'

// Beyond this depth the check gives up; the engine compares level by level anyway.
const deepest = 40

/** References are equal if their texts are; the texts are collected. */
type References = Set<string>

const areListsSame = (
  one: readonly unknown[],
  other: readonly unknown[],
  refs: References,
  depth: number,
): boolean =>
  one.length === other.length && one.every((item, index) => areSame(item, other[index], refs, depth + 1))

/** The references of a mapping of a discriminator, whose values may be names of components. */
const mapped = (mapping: unknown): readonly string[] =>
  (isObject(mapping) ? Object.values(mapping) : [])
    .filter((value) => typeof value === 'string')
    .map((value) => (value.startsWith('#/') ? value : `#/components/schemas/${value}`))

const areObjectsSame = (one: JsonObject, other: JsonObject, refs: References, depth: number): boolean => {
  const keys = Object.keys(one)
  if (keys.length !== Object.keys(other).length || Object.hasOwn(one, '$dynamicRef')) return false
  if (Object.hasOwn(one, '$ref')) {
    const { $ref: ref } = one
    if (typeof ref !== 'string' || !ref.startsWith('#/')) return false
    refs.add(ref)
  }
  for (const ref of mapped(one['mapping'])) refs.add(ref)
  return keys.every((key) => Object.hasOwn(other, key) && areSame(one[key], other[key], refs, depth + 1))
}

const areSame = (one: unknown, other: unknown, refs: References, depth = 0): boolean => {
  if (typeof one !== 'object' || one === null) return one === other
  if (depth > deepest) return false
  if (Array.isArray(one)) return Array.isArray(other) && areListsSame(one, other, refs, depth)
  return isObject(one) && isObject(other) && areObjectsSame(one, other, refs, depth)
}

/**
 * Finds values that are identical in two documents with all their references, and so need no comparison: most
 * of two versions of a document.
 */
export class Identity {
  readonly #known = new Set<string>()
  readonly #changed = new Set<string>()
  readonly #users = new Map<string, string[]>()

  areIdentical(one: Fragment, other: Fragment): boolean {
    const refs = new Set<string>()
    if (!areSame(one.value, other.value, refs)) return false
    for (const ref of refs) if (!this.#known.has(ref)) this.#read(ref, one, other)
    return [...refs].every((ref) => !this.#changed.has(ref))
  }

  /** Compares the targets of a reference, and of all references from there; a change reaches all users of a target. */
  #read(first: string, { document: older }: Fragment, { document: newer }: Fragment): void {
    const [from, to] = [rootFragment(older), rootFragment(newer)]
    const todo = new Set([first])
    const changed: string[] = []
    for (const ref of todo) {
      this.#known.add(ref)
      const refs = new Set<string>()
      if (!areSame(targetOf(from, ref)?.value, targetOf(to, ref)?.value, refs)) changed.push(ref)
      for (const used of refs) {
        const users = this.#users.get(used)
        if (users) users.push(ref)
        else this.#users.set(used, [ref])
        if (!this.#known.has(used)) todo.add(used)
        else if (this.#changed.has(used)) changed.push(ref)
      }
    }
    for (const ref of changed) {
      if (this.#changed.has(ref)) continue
      this.#changed.add(ref)
      changed.push(...(this.#users.get(ref) ?? []))
    }
  }
}
