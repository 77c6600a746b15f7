import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RulePack } from '../../conformance/index.js'
import { areaOf, type Rule } from '../../conformance/model/rule.js'
import {
  knownTags,
  type Rules,
  selectRules,
  selectTags,
  unknownTags,
} from '../../conformance/run/schedule.js'
import { didYouMean, RampartError } from '../../diagnostics/index.js'
import { packageRoot } from '../process/package-info.js'

/** The rules of rampart, from the list of the build: loading their judges takes six times as long as Node itself. */
export function listedRules(): Rules {
  return JSON.parse(readFileSync(join(packageRoot(), 'dist', 'rules.json'), 'utf8')) as Rules
}

/** The values of `--rules` and `--tags`. */
type Asked = Readonly<Partial<Record<'rules' | 'tags', readonly string[]>>>

const requireTags = (registry: Rules, tags: readonly string[]): void => {
  const unknown = unknownTags(registry, tags)
  if (unknown.length === 0) return
  const lines = unknown.map((tag) => `no rule has the tag "${tag}"${didYouMean(tag, knownTags(registry))}`)
  throw new RampartError('TAGS_UNKNOWN', { message: lines.join('\n') })
}

/** The reason why rules that match a pattern are not judged here; undefined where no pack has such rules. */
const exclusionReason = (
  pattern: string,
  { rules }: Rules,
  packs: readonly RulePack[],
): string | undefined => {
  const holder = packs.find((pack) => selectRules(pack, [pattern]).length > 0)
  if (!holder) return undefined
  const isAbout = (pack: RulePack): boolean =>
    pack.rules.some(({ id }) => rules.some((rule) => rule.id === id))
  const ids = selectRules(holder, [pattern])
  const replacing = packs.find((pack) => isAbout(pack) && ids.every((id) => pack.severities?.[id] === 'off'))
  if (replacing) return `the pack ${replacing.name}, which is about this service, has its own rules for that`
  return isAbout(holder)
    ? 'such rules compare versions, and one document is judged'
    : `the pack ${holder.name} has such rules, and is not about the documents of this service (its appliesTo)`
}

const requireRules = (registry: Rules, patterns: readonly string[], packs: readonly RulePack[]): void => {
  const named = patterns.map((pattern) => pattern.replace(/^!/, ''))
  const unknown = named.filter((pattern) => selectRules(registry, [pattern]).length === 0)
  if (unknown.length === 0) return
  const names = registry.rules.flatMap((rule) => [`${areaOf(rule)}/*`, rule.id])
  const lines = unknown.map((pattern) => {
    const reason = exclusionReason(pattern, registry, packs)
    return `no rule matches "${pattern}"${reason === undefined ? didYouMean(pattern, names) : `: ${reason}`}`
  })
  throw new RampartError('RULES_UNKNOWN', { message: lines.join('\n') })
}

/** The rules that options ask for. @param packs every pack, whether it is about the service or not */
export function rulesFor(
  { rules = [], tags = [] }: Asked,
  registry: Rules,
  packs: readonly RulePack[] = [],
): readonly Rule['id'][] {
  requireRules(registry, rules, packs)
  requireTags(registry, tags)
  const selected = selectTags(registry, selectRules(registry, rules), tags)
  if (selected.length > 0) return selected
  const both = 'no rule has both what --rules and what --tags ask for'
  const message = tags.length === 0 ? 'the patterns leave out every rule' : both
  throw new RampartError('RULES_UNKNOWN', { message })
}
