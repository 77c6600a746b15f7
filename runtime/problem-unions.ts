import type { ValidationError } from './validator.js'

const isUnion = ({ keyword }: ValidationError): boolean => keyword === 'anyOf' || keyword === 'oneOf'

const isBelow = (path: string, root: string): boolean => path === root || path.startsWith(`${root}/`)

/** The number of the branch of `union` that an error belongs to; undefined if it belongs to none. */
const branchOf = (error: ValidationError, union: ValidationError): string | undefined => {
  const start = `${union.schemaPath}/`
  return isBelow(error.instancePath, union.instancePath) && error.schemaPath.startsWith(start)
    ? error.schemaPath.slice(start.length).split('/', 1)[0]
    : undefined
}

/** Removes the errors of a union's branches from the end of the preceding errors. */
const takeBranches = (before: ValidationError[], union: ValidationError): ValidationError[][] => {
  const branches = new Map<string, ValidationError[]>()
  for (let last = before.at(-1); last; last = before.at(-1)) {
    const branch = branchOf(last, union)
    if (branch === undefined) break
    branches.set(branch, [last, ...(branches.get(branch) ?? [])])
    before.pop()
  }
  return [...branches.values()].reverse()
}

const valuesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

/** Merges errors of one keyword at one location into one, which allows everything that any of them allows. */
const mergeErrors = (
  branches: readonly ValidationError[][],
  keyword: string,
  param: string,
): ValidationError[] => {
  const alone = branches.flatMap((branch) => (branch.length === 1 ? branch : []))
  const [first] = alone
  const same = alone.filter(
    (error) => error.keyword === keyword && error.instancePath === first?.instancePath,
  )
  if (!first || same.length < branches.length) return []
  const allowed = [...new Set(same.flatMap(({ params }) => valuesOf(params[param])))]
  return [{ ...first, params: { [param]: allowed } }]
}

const literals = (branch: readonly ValidationError[]): ValidationError[] =>
  branch.map((error) =>
    error.keyword === 'const'
      ? { ...error, keyword: 'enum', params: { allowedValues: [error.params['allowedValue']] } }
      : error,
  )

/** The distance of a branch from matching: a wrong type counts most, a wrong literal less, other errors least. */
const distance = (branch: readonly ValidationError[], { instancePath }: ValidationError): number => {
  const isOtherKind = branch.some((error) => error.keyword === 'type' && error.instancePath === instancePath)
  const isOtherTag = branch.some(
    (error) =>
      (error.keyword === 'const' || error.keyword === 'enum') &&
      /^(\/[^/]*)?$/.test(error.instancePath.slice(instancePath.length)),
  )
  return (isOtherKind ? 2_000_000 : 0) + (isOtherTag ? 1_000_000 : 0) + branch.length
}

const nearest = (branches: readonly ValidationError[][], union: ValidationError): ValidationError[] => {
  const measured = branches.map((branch) => ({ branch, away: distance(branch, union) }))
  const least = Math.min(...measured.map(({ away }) => away))
  const [first, ...others] = measured.filter(({ away }) => away === least)
  if (first && others.length === 0) return first.branch
  return [{ ...union, params: { branches: branches.length } }]
}

const summary = (before: ValidationError[], union: ValidationError): ValidationError[] => {
  const branches = takeBranches(before, union)
  if (branches.length === 0 || Array.isArray(union.params['passingSchemas'])) return [union]
  const types = mergeErrors(branches, 'type', 'type')
  if (types.length > 0) return types
  const values = mergeErrors(branches.map(literals), 'enum', 'allowedValues')
  return values.length > 0 ? values : nearest(branches, union)
}

// The errors of items are dropped, because a single matching item would have sufficed.
const withoutItems = (before: ValidationError[], error: ValidationError): ValidationError => {
  takeBranches(before, error)
  return error
}

/**
 * Summarizes the errors of each union: by those of the nearest branch, or by everything that its branches allow.
 * Errors of branches precede that of their union, and nested unions come first.
 */
export function withoutUnions(errors: readonly ValidationError[]): readonly ValidationError[] {
  const kept: ValidationError[] = []
  for (const error of errors) {
    if (isUnion(error)) kept.push(...summary(kept, error))
    else if (error.keyword === 'contains') kept.push(withoutItems(kept, error))
    else kept.push(error)
  }
  return kept
}
