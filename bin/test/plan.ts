import { isDescribed } from '../../versions/index.js'
import {
  areaOf,
  knownTags,
  type Plan,
  type Registry,
  type Rule,
  type RulePack,
  selectRules,
  selectTags,
  unknownTags,
} from '../../conformance/index.js'
import { didYouMean, RampartError } from '../../diagnostics/index.js'
import { defaultAtOnce, type ListedVersions, type PlanExtras, type TestOptions } from './options.js'
import type { ServiceUrls } from '../input/service-urls.js'
import { webhookPlan } from './webhooks.js'

const requireTags = (registry: Registry, tags: readonly string[]): void => {
  const unknown = unknownTags(registry, tags)
  if (unknown.length === 0) return
  const lines = unknown.map((tag) => `no rule has the tag "${tag}"${didYouMean(tag, knownTags(registry))}`)
  throw new RampartError('TAGS_UNKNOWN', { message: lines.join('\n') })
}

/** Why rules that some pack has are not judged here; undefined where no pack has such rules. */
const whyLeftOut = (pattern: string, { rules }: Registry, packs: readonly RulePack[]): string | undefined => {
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

const unknownLine = (
  pattern: string,
  names: readonly string[],
  registry: Registry,
  packs: readonly RulePack[],
): string => {
  const reason = whyLeftOut(pattern, registry, packs)
  const text = `no rule matches "${pattern}"`
  return reason === undefined ? `${text}${didYouMean(pattern, names)}` : `${text}: ${reason}`
}

const requireRules = (registry: Registry, patterns: readonly string[], packs: readonly RulePack[]): void => {
  const named = patterns.map((pattern) => pattern.replace(/^!/, ''))
  const unknown = named.filter((pattern) => selectRules(registry, [pattern]).length === 0)
  if (unknown.length === 0) return
  const names = registry.rules.flatMap((rule) => [`${areaOf(rule)}/*`, rule.id])
  const lines = unknown.map((pattern) => unknownLine(pattern, names, registry, packs))
  throw new RampartError('RULES_UNKNOWN', { message: lines.join('\n') })
}

/**
 * The rules that options ask for.
 * @param registry the rules that there are
 * @param packs every pack, whether it is about the service or not
 * @throws RampartError RULES_UNKNOWN or TAGS_UNKNOWN.
 */
export function rulesFor(
  { rules = [], tags = [] }: Pick<TestOptions, 'rules' | 'tags'>,
  registry: Registry,
  packs: readonly RulePack[] = [],
): readonly Rule['id'][] {
  requireRules(registry, rules, packs)
  requireTags(registry, tags)
  const selected = selectTags(registry, selectRules(registry, rules), tags)
  if (selected.length > 0) return selected
  const message =
    tags.length === 0
      ? 'the patterns of --rules leave out every rule'
      : 'no rule has both what --rules and what --tags ask for'
  throw new RampartError('RULES_UNKNOWN', { message })
}

/** Longest wait for a service that stopped serving. */
const longestPatienceMs = 10_000

/** The versions that an option names, which may be separated by commas. */
export function versionsAsked(wanted: readonly string[] = []): readonly string[] {
  return wanted.flatMap((text) => text.split(',')).map((text) => text.trim())
}

/** @throws RampartError VERSIONS_UNKNOWN. */
export function versionsFor(
  wanted: readonly string[] | undefined,
  listed: readonly string[],
): readonly string[] {
  const asked = versionsAsked(wanted)
  const unknown = asked.filter((version) => !listed.includes(version))
  if (unknown.length > 0) {
    const lines = unknown.map(
      (version) => `the service does not list ${version}${didYouMean(version, listed)}`,
    )
    throw new RampartError('VERSIONS_UNKNOWN', { message: lines.join('\n') })
  }
  return asked.length === 0 ? listed : listed.filter((version) => asked.includes(version))
}

type Given<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> }

/** Leaves out what was not given: a plan has no members without a value. */
const given = <T extends object>(values: T): Given<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>

/**
 * The plan of a run, before the service was looked at.
 * @param generated the surfaces of the documents, or the folder of code generated from them
 * @param registry the rules that are about this service
 * @throws RampartError RULES_UNKNOWN, TAGS_UNKNOWN or VERSIONS_UNKNOWN.
 */
export function makePlan(
  options: TestOptions,
  urls: ServiceUrls,
  listed: ListedVersions,
  generated: Plan['generated'],
  registry: Registry,
  { only, provocations, packs = [] }: PlanExtras & { readonly packs?: readonly RulePack[] } = {},
): Plan {
  const { unserved = [], others = [] } = listed
  const tested = listed.versions
  // A further date in the list is no version by that alone; one that the specification names is.
  const named = unserved.flatMap(({ version }) => (isDescribed(version) ? [version] : []))
  const { customerId, recipientAccountId, subPartnerId, secondKeyEnv, rate } = options
  return {
    ...urls,
    generated,
    versions: versionsFor(options.versions, tested),
    supported: [...new Set([...tested, ...named, ...others])].toSorted(),
    ...(unserved.length === 0 ? {} : { unserved }),
    defaultVersion: listed.default,
    rules: rulesFor(options, registry, packs),
    allowWrites: options.allowWrites === true,
    apiKeyEnv: options.apiKeyEnv,
    timeoutMs: options.timeout * 1000,
    seed: options.seed,
    maxCreations: options.maxCreations,
    // A run that is to be short does not wait for long.
    ...(options.for !== undefined && { patienceMs: Math.min(longestPatienceMs, options.for * 1000) }),
    concurrency: options.concurrency ?? 1,
    mostAtOnce: options.concurrency ?? defaultAtOnce,
    ...given({ secondKeyEnv, rate, only }),
    ...webhookPlan(options),
    subjects: given({ customerId, recipientAccountId, subPartnerId, provocations }),
  }
}
