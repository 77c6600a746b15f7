import type { Operation } from '../../runtime/surface.js'

/** The reason why a run could not call an operation, or not as it is meant to be called. */
export type Hindrance =
  | { readonly kind: 'no-id'; readonly parameter: string }
  | { readonly kind: 'no-value'; readonly why: string }
  | { readonly kind: 'writes' | 'destructive'; readonly says?: string }
  | { readonly kind: 'time' }

const words: Readonly<Record<Exclude<Hindrance['kind'], 'no-id'>, string>> = {
  writes: 'not allowed without --allow-writes',
  destructive: 'not allowed without --allow-destructive',
  'no-value': 'no value was found that satisfies its schemas',
  time: 'the time was up',
}

/** A hindrance in words. */
export function hindranceWords(hindrance: Hindrance): string {
  if (hindrance.kind === 'no-id') return `no value is known for {${hindrance.parameter}}`
  if (hindrance.kind === 'no-value') return `${words['no-value']}: ${hindrance.why}`
  const why = 'says' in hindrance ? `: it ${hindrance.says}` : ''
  return `${words[hindrance.kind]}${why}`
}

const listed = (statuses: ReadonlyMap<number, number>): string =>
  [...statuses]
    .toSorted(([, a], [, b]) => b - a)
    .map(([status, count]) => `${status === 0 ? 'no answer' : status}${count === 1 ? '' : ` ${count} times`}`)
    .join(', ')

const isEach = (statuses: ReadonlyMap<number, number>, is: (status: number) => boolean): boolean =>
  statuses.size > 0 && [...statuses.keys()].every(is)

/** Begins the reason of an operation of which no more is known than its statuses. */
export const neverSucceeded = 'never 2xx'

/** Why an operation never succeeded, from how its valid requests were answered. @param isAnonymous they had no credentials */
export function failureWords(
  { path }: Operation,
  statuses: ReadonlyMap<number, number>,
  isAnonymous: boolean,
): string {
  const came = listed(statuses)
  const names = [...path.matchAll(/\{[^}]*\}/g)].map(([name]) => name).join(', ')
  if (isEach(statuses, (status) => status === 0)) return `no answer came: ${came}`
  if (isEach(statuses, (status) => status === 401 || status === 403))
    return isAnonymous
      ? `refused, and no credentials were sent: ${came}`
      : `refused to these credentials: ${came}`
  if (isEach(statuses, (status) => status === 404) && names !== '') {
    return `nothing is known that ${names} ${names.includes(',') ? 'name' : 'names'}: ${came}`
  }
  if (isEach(statuses, (status) => status >= 500)) return `it fails: ${came}`
  return `${neverSucceeded}: ${came}`
}
