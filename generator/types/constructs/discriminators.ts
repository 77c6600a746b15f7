import { entriesOf, isObject, listOf, textsOf } from '../../../document/index.js'
import type { RawObject } from '../../model/document.js'
import { valuesOf } from '../reading/schema.js'
import type { References } from '../reading/references.js'
import type { Facts } from './facts.js'

/** A schema with a discriminator. */
interface Union {
  readonly property: string
  readonly mapping: readonly (readonly [value: string, target: unknown])[]
  readonly branches: readonly unknown[]
}

const unionOf = ({ discriminator, oneOf, anyOf }: RawObject): Union | undefined => {
  const property = isObject(discriminator) ? discriminator['propertyName'] : undefined
  if (!isObject(discriminator) || typeof property !== 'string') return undefined
  return {
    property,
    mapping: entriesOf(discriminator['mapping']),
    branches: [...listOf(oneOf), ...listOf(anyOf)],
  }
}

const valuesFor = ({ mapping }: Union, branch: unknown): string[] =>
  mapping.flatMap(([value, target]) => (isObject(branch) && target === branch['$ref'] ? [value] : []))

const isReference = (branch: unknown): branch is RawObject & { readonly $ref: string } =>
  isObject(branch) && typeof branch['$ref'] === 'string'

const tagOf = ({ property }: Union, values: readonly unknown[]): string =>
  JSON.stringify([property, values.map(String).toSorted()])

/** The tags that a branch itself declares. */
const ownTags = (union: Union, branch: unknown, references: References): string[] =>
  references
    .partsOf(branch)
    .flatMap(({ properties }) => (isObject(properties) ? [properties[union.property]] : []))
    .flatMap((property) => references.partsOf(property))
    .flatMap((part) => [valuesOf(part) ?? []])
    .filter((values) => values.length > 0)
    .map((values) => tagOf(union, values))

/** Whether a discriminator adds nothing: there are no branches, or each declares its tag itself. */
export function isRedundant(schema: RawObject, references: References): boolean {
  const union = unionOf(schema)
  return union?.branches.every((branch) => ownTags(union, branch, references).length > 0) ?? true
}

type Test = (union: Union, branch: RawObject & { readonly $ref: string }, facts: Facts) => boolean

// Redundant discriminators are removed before the library sees them.
const inBranches =
  (test: Test) =>
  (schema: RawObject, facts: Facts): boolean => {
    const union = 'discriminator' in schema ? unionOf(schema) : undefined
    if (!union || isRedundant(schema, facts.references)) return false
    return union.branches.some((branch) => isReference(branch) && test(union, branch, facts))
  }

/** Whether an `anyOf` has branches that need the discriminator. */
export function isTaggedAnyOf(schema: RawObject, { references }: Facts): boolean {
  return 'discriminator' in schema && listOf(schema['anyOf']).length > 0 && !isRedundant(schema, references)
}

/** Whether a branch has no mapped value, or a value is mapped to a short name. */
export const isUnmapped = inBranches(
  (union, branch) =>
    valuesFor(union, branch).length === 0 ||
    union.mapping.some(([, target]) => !/^#\/components\/schemas\/[^/]+$/.test(String(target))),
)

/** Whether the tag is optional in a branch. */
export const isTagOptional = inBranches(({ property }, branch, { references }) =>
  references.partsOf(branch).every(({ required }) => !textsOf(required).includes(property)),
)

/** Whether the library cannot add the tag to a branch, because it is neither an object nor an `allOf`. */
export const isBranchUnfit = inBranches((_union, branch, facts) => {
  const target = facts.referred(branch)
  const isFit = isObject(target) && (target['type'] === 'object' || Array.isArray(target['allOf']))
  return !isFit || 'nullable' in target
})

/**
 * Whether the library adds another tag to a branch than this union means: the branch's own, or that of another union.
 */
export function isTagOther(schema: RawObject, { references, selected }: Facts): boolean {
  const union = 'discriminator' in schema ? unionOf(schema) : undefined
  if (!union) return false
  return union.branches.filter(isReference).some((branch) => {
    const values = valuesFor(union, branch)
    if (values.length === 0) return false
    const tag = tagOf(union, values)
    const first = selected.get(branch.$ref) ?? tag
    selected.set(branch.$ref, first)
    return first !== tag || ownTags(union, branch, references).some((own) => own !== tag)
  })
}
