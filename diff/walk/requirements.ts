/** A set of schemes, with scopes, that are required together. Without schemes, no credentials are required. */
export interface Alternative {
  readonly scopes: ReadonlyMap<string, ReadonlySet<string>>
}

/** A difference between two lists of alternatives, in the order of both. */
export type RequirementChange<One extends Alternative> =
  | { readonly kind: 'required' | 'no-longer-required' }
  /** These credentials were accepted and no longer are. */
  | { readonly kind: 'removed'; readonly one: One }
  /** These credentials are no longer required, because requests without credentials are accepted. */
  | { readonly kind: 'dropped'; readonly one: One }
  | { readonly kind: 'added'; readonly other: One }
  | {
      readonly kind: 'scope-added' | 'scope-removed'
      readonly one: One
      readonly other: One
      readonly scope: string
    }

/** The changes, and the matching alternatives of both sides. */
export interface ComparedRequirements<One extends Alternative> {
  readonly changes: readonly RequirementChange<One>[]
  readonly pairs: readonly (readonly [one: One, other: One])[]
}

const isEmpty = ({ scopes }: Alternative): boolean => scopes.size === 0

/** Whether a request without credentials satisfies a list: it is empty, or has an empty alternative. */
export function isFree(alternatives: readonly Alternative[]): boolean {
  return alternatives.length === 0 || alternatives.some(isEmpty)
}

const hasSchemesOf = (one: Alternative, other: Alternative): boolean =>
  [...other.scopes.keys()].every((scheme) => one.scopes.has(scheme))

/** Scopes that `other` requires and `one` lacks. */
const missing = (one: Alternative, other: Alternative): string[] =>
  [...other.scopes].flatMap(([scheme, scopes]) =>
    [...scopes].filter((scope) => one.scopes.get(scheme)?.has(scope) !== true),
  )

/** Whether credentials for `one` also satisfy `other`; additional credentials do no harm. */
export function satisfies(one: Alternative, other: Alternative): boolean {
  return hasSchemesOf(one, other) && missing(one, other).length === 0
}

/** An alternative as text, equal for equal alternatives. */
const textOf = ({ scopes }: Alternative): string =>
  JSON.stringify([...scopes].map(([scheme, list]) => JSON.stringify([scheme, [...list].sort()])).sort())

const fewest = <One>(list: readonly One[], count: (one: One) => number): One | undefined =>
  list.reduce<One | undefined>(
    (best, one) => (best === undefined || count(one) < count(best) ? one : best),
    undefined,
  )

/** Compares two lists of alternatives one by one. */
class Comparison<One extends Alternative> {
  readonly changes: RequirementChange<One>[] = []
  readonly pairs: [One, One][] = []
  readonly #old: readonly One[]
  readonly #fresh: readonly One[]
  readonly #oldTexts: ReadonlyMap<string, One>
  readonly #freshTexts: ReadonlyMap<string, One>
  readonly #wasFree: boolean
  readonly #isFree: boolean
  readonly #explained = new Set<One>()

  constructor(old: readonly One[], fresh: readonly One[]) {
    this.#old = old.filter((one) => !isEmpty(one))
    this.#fresh = fresh.filter((one) => !isEmpty(one))
    this.#oldTexts = new Map(this.#old.map((one) => [textOf(one), one]))
    this.#freshTexts = new Map(this.#fresh.map((one) => [textOf(one), one]))
    this.#wasFree = isFree(old)
    this.#isFree = isFree(fresh)
    if (this.#wasFree && !this.#isFree) this.changes.push({ kind: 'required' })
    if (!this.#wasFree && this.#isFree) this.changes.push({ kind: 'no-longer-required' })
    for (const one of this.#old) this.#compareOld(one)
    for (const other of this.#fresh) this.#compareFresh(other)
  }

  #compareOld(one: One): void {
    const best = this.#freshTexts.get(textOf(one)) ?? this.#fresh.find((other) => satisfies(one, other))
    if (best !== undefined) this.pairs.push([one, best])
    else if (!this.#isFree) this.#explain(one)
    else if (this.#wasFree) this.changes.push({ kind: 'dropped', one })
  }

  /** Reports what credentials that were sufficient now lack. */
  #explain(one: One): void {
    const near = fewest(
      this.#fresh.filter((other) => hasSchemesOf(one, other)),
      (other) => missing(one, other).length,
    )
    if (near === undefined) return void this.changes.push({ kind: 'removed', one })
    this.pairs.push([one, near])
    this.#explained.add(near)
    for (const scope of missing(one, near))
      this.changes.push({ kind: 'scope-added', one, other: near, scope })
  }

  #compareFresh(other: One): void {
    if (this.#explained.has(other) || this.#oldTexts.has(textOf(other))) return
    // If no credentials were required before, the change `required` already covers this one.
    if (this.#wasFree && this.#old.length === 0 && !this.#isFree) return
    const near = this.#old.some((one) => satisfies(other, one))
      ? undefined
      : fewest(
          this.#old.filter((one) => hasSchemesOf(other, one) && satisfies(one, other)),
          (one) => missing(other, one).length,
        )
    if (near === undefined) return void this.changes.push({ kind: 'added', other })
    for (const scope of missing(other, near))
      this.changes.push({ kind: 'scope-removed', one: near, other, scope })
  }
}

/**
 * Compares the security requirements of an operation in two versions: lists of alternatives, any of which suffices.
 * Credentials that sufficed must still suffice, so each old alternative must satisfy one of the new ones.
 */
export function compareRequirements<One extends Alternative>(
  old: readonly One[],
  fresh: readonly One[],
): ComparedRequirements<One> {
  const { changes, pairs } = new Comparison(old, fresh)
  return { changes, pairs }
}
