import type { Rule } from '../model/rule.js'
import { areaOf, type Rules } from './schedule.js'

const leftOut = 'not:'

/** The tags of a rule: its area, kind, severity and needs, and words of its own. */
export function tagsOf(rule: Rule): readonly string[] {
  return [areaOf(rule), rule.kind, rule.severity, ...rule.needs, ...(rule.tags ?? [])]
}

const nameOf = (tag: string): string => (tag.startsWith(leftOut) ? tag.slice(leftOut.length) : tag)

/** Every tag that some rule has. */
export function knownTags({ rules }: Rules): ReadonlySet<string> {
  return new Set(rules.flatMap(tagsOf))
}

/** The names of those of some tags that no rule has. */
export function unknownTags(registry: Rules, tags: readonly string[]): readonly string[] {
  const known = knownTags(registry)
  return tags.map(nameOf).filter((name) => !known.has(name))
}

/**
 * Those of some rules that have at least one of the tags, and none of those written as `not:TAG`.
 * @param ids rules by id
 */
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
