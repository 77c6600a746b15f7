import { appliesTo, type Rule } from '../model/rule.js'
import type { Plan } from '../model/plan.js'

/** The rules that a run may judge. */
export interface Rules {
  readonly rules: readonly Rule[]
}

/** One rule to be judged for one version; `*` stands for the service as a whole. */
export interface Step {
  readonly rule: Rule
  readonly version: string
}

/** The area of a rule: the part of its id before the slash. */
export function areaOf(rule: Rule): string {
  return rule.id.slice(0, rule.id.indexOf('/'))
}

/** Rules without steps of their own: they hang on exchanges that others begin, or on cases. */
export function looksOn({ kind }: Rule): boolean {
  return kind === 'observer' || kind === 'cases'
}

/** All steps of a plan, version by version, the service as a whole first. */
export function schedule({ rules }: Rules, plan: Plan): Step[] {
  const planned = rules.filter(({ id }) => plan.rules.includes(id))
  const only = plan.only && new Set(plan.only)
  return ['*', ...plan.versions].flatMap((version) =>
    planned
      .filter(({ id, versions }) => appliesTo(versions, version) && (only?.has(`${id} ${version}`) ?? true))
      .map((rule) => ({ rule, version })),
  )
}

/** Ids of the rules that patterns select: an exact id, or one with `*` for any text. */
export function selectRules({ rules }: Rules, patterns: readonly string[]): string[] {
  const ids = rules.map(({ id }) => id)
  if (patterns.length === 0) return ids
  const escape = (text: string): string => text.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
  const tests = patterns.map((pattern) => new RegExp(`^${pattern.split('*').map(escape).join('.*')}$`))
  return ids.filter((id) => tests.some((test) => test.test(id)))
}
