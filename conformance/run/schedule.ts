import { wildcard } from '../../document/patterns/source.js'
import { areaOf, type Rule, appliesTo } from '../model/rule.js'
import type { Plan } from '../model/plan.js'

const leftOut = 'not:'

/** The tags of a rule: its area, kind, severity, needs and own tags. */
export function tagsOf(rule: Rule): readonly string[] {
  return [areaOf(rule), rule.kind, rule.severity, ...rule.needs, ...(rule.tags ?? [])]
}

const nameOf = (tag: string): string => (tag.startsWith(leftOut) ? tag.slice(leftOut.length) : tag)

/** The tags of all rules. */
export function knownTags({ rules }: Rules): ReadonlySet<string> {
  return new Set(rules.flatMap(tagsOf))
}

/** The names of tags that no rule has. */
export function unknownTags(registry: Rules, tags: readonly string[]): readonly string[] {
  const known = knownTags(registry)
  return tags.map(nameOf).filter((name) => !known.has(name))
}

/** The rules with at least one of the tags, and none of those written as `not:TAG`. */
export function selectTags({ rules }: Rules, ids: readonly string[], tags: readonly string[]): string[] {
  const without = tags.filter((tag) => tag.startsWith(leftOut)).map(nameOf)
  const wanted = tags.filter((tag) => !tag.startsWith(leftOut))
  return ids.filter((id) => {
    const rule = rules.find((candidate) => candidate.id === id)
    const own = rule ? tagsOf(rule) : []
    const isWanted = wanted.length === 0 || wanted.some((tag) => own.includes(tag))
    return isWanted && !without.some((tag) => own.includes(tag))
  })
}

export interface Rules {
  readonly rules: readonly Rule[]
}

/** One rule and one version to judge; `*` stands for the service as a whole. */
export interface Step<One extends Rule = Rule> {
  readonly rule: One
  readonly version: string
}

/** Whether a rule has no steps of its own, because it judges exchanges of others, or cases. */
export function looksOn({ kind }: Rule): boolean {
  return kind === 'observer' || kind === 'cases'
}

/** All steps of a plan, version by version, the service as a whole first. */
export function schedule<One extends Rule>(
  { rules }: { readonly rules: readonly One[] },
  plan: Plan,
): Step<One>[] {
  const planned = rules.filter(({ id }) => plan.rules.includes(id))
  const only = plan.only && new Set(plan.only)
  return ['*', ...plan.versions].flatMap((version) =>
    planned
      .filter(({ id, versions }) => appliesTo(versions, version) && (only?.has(`${id} ${version}`) ?? true))
      .map((rule) => ({ rule, version })),
  )
}

/** Ids of rules by patterns with `*`; a pattern with `!` excludes, and if all do, every other is meant. */
export function selectRules({ rules }: Rules, patterns: readonly string[]): string[] {
  const isExcluding = (pattern: string): boolean => pattern.startsWith('!')
  const wanted = patterns.filter((pattern) => !isExcluding(pattern)).map((pattern) => wildcard(pattern))
  const unwanted = patterns.filter(isExcluding).map((pattern) => wildcard(pattern.slice(1)))
  return rules
    .map(({ id }) => id)
    .filter((id) => wanted.length === 0 || wanted.some((one) => one.test(id)))
    .filter((id) => !unwanted.some((one) => one.test(id)))
}
