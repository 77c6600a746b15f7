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
const isFree = (alternatives: readonly Alternative[]): boolean =>
  alternatives.length === 0 || alternatives.some(isEmpty)

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

const byText = <One extends Alternative>(list: readonly One[]): ReadonlyMap<string, One> =>
  new Map(list.map((one) => [textOf(one), one]))

/**
 * Compares the security requirements of an operation in two versions: lists of alternatives, any of which suffices.
 * Credentials that sufficed must still suffice, so each old alternative must satisfy one of the new ones.
 */
export function compareRequirements<One extends Alternative>(
  before: readonly One[],
  after: readonly One[],
): ComparedRequirements<One> {
  const [wasFree, isNowFree] = [isFree(before), isFree(after)]
  const [old, fresh] = [before, after].map((list) => list.filter((one) => !isEmpty(one))) as [One[], One[]]
  const [oldTexts, freshTexts] = [byText(old), byText(fresh)]
  const changes: RequirementChange<One>[] = []
  const pairs: [One, One][] = []
  const explained = new Set<One>()
  /** Reports what credentials that were sufficient now lack. */
  const explain = (one: One): void => {
    const near = fewest(
      fresh.filter((other) => hasSchemesOf(one, other)),
      (other) => missing(one, other).length,
    )
    if (near === undefined) return void changes.push({ kind: 'removed', one })
    pairs.push([one, near])
    explained.add(near)
    for (const scope of missing(one, near)) changes.push({ kind: 'scope-added', one, other: near, scope })
  }
  if (wasFree !== isNowFree) changes.push({ kind: isNowFree ? 'no-longer-required' : 'required' })
  for (const one of old) {
    const best = freshTexts.get(textOf(one)) ?? fresh.find((other) => satisfies(one, other))
    if (best !== undefined) pairs.push([one, best])
    else if (!isNowFree) explain(one)
    else if (wasFree) changes.push({ kind: 'dropped', one })
  }
  for (const other of fresh) {
    if (explained.has(other) || oldTexts.has(textOf(other))) continue
    // If no credentials were required before, the change `required` already covers this one.
    if (wasFree && old.length === 0 && !isNowFree) continue
    const near = old.some((one) => satisfies(other, one))
      ? undefined
      : fewest(
          old.filter((one) => hasSchemesOf(other, one) && satisfies(one, other)),
          (one) => missing(other, one).length,
        )
    if (near === undefined) changes.push({ kind: 'added', other })
    else
      for (const scope of missing(other, near))
        changes.push({ kind: 'scope-removed', one: near, other, scope })
  }
  return { changes, pairs }
}
