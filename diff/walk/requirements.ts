/** Credentials that are needed together: schemes, each with its scopes. Without schemes: no credentials. */
export interface Alternative {
  readonly scopes: ReadonlyMap<string, ReadonlySet<string>>
}

/** A difference between two lists of alternatives, in the order of both. */
export type RequirementChange<One extends Alternative> =
  | { readonly kind: 'required' | 'no-longer-required' }
  /** Who had these credentials is no longer let in. */
  | { readonly kind: 'removed'; readonly one: One }
  /** Nobody asks for these credentials any more, and who has them is let in with all others. */
  | { readonly kind: 'dropped'; readonly one: One }
  | { readonly kind: 'added'; readonly other: One }
  | {
      readonly kind: 'scope-added' | 'scope-removed'
      readonly one: One
      readonly other: One
      readonly scope: string
    }

/** The changes, and the alternatives of both sides that belong together. */
export interface ComparedRequirements<One extends Alternative> {
  readonly changes: readonly RequirementChange<One>[]
  readonly pairs: readonly (readonly [one: One, other: One])[]
}

const isEmpty = ({ scopes }: Alternative): boolean => scopes.size === 0

/** Whether a request without credentials satisfies a list: it is empty, or one of its alternatives is. */
export function isFree(alternatives: readonly Alternative[]): boolean {
  return alternatives.length === 0 || alternatives.some(isEmpty)
}

const hasSchemesOf = (one: Alternative, other: Alternative): boolean =>
  [...other.scopes.keys()].every((scheme) => one.scopes.has(scheme))

/** Scopes that one lacks and the other demands. */
const missing = (one: Alternative, other: Alternative): string[] =>
  [...other.scopes].flatMap(([scheme, scopes]) =>
    [...scopes].filter((scope) => one.scopes.get(scheme)?.has(scope) !== true),
  )

/** Whether the credentials of one are enough for the other: more of them do no harm. */
export function satisfies(one: Alternative, other: Alternative): boolean {
  return hasSchemesOf(one, other) && missing(one, other).length === 0
}

/** An alternative as text: the same for equal ones. */
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

  /** Says what is missing of credentials that were enough. */
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
    // Who was free to send nothing, with nothing else to choose from, has been told what is required.
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
 * Compares what two versions of an operation demand: lists of alternatives, each of which is enough. A change breaks
 * only where credentials that were enough no longer are: each old alternative must satisfy one of the new ones.
 */
export function compareRequirements<One extends Alternative>(
  old: readonly One[],
  fresh: readonly One[],
): ComparedRequirements<One> {
  const { changes, pairs } = new Comparison(old, fresh)
  return { changes, pairs }
}
