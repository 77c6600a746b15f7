import type { Observer, Observation } from '../model/observation.js'
import type { DocumentOutline, JudgedRule, RulePack } from './registry.js'
import type { VersionScope } from '../model/rule.js'
import { RampartError } from '../../diagnostics/index.js'
import type {
  DefinedRule,
  PackDefinition,
  CalledOperation,
  RuleObservation,
  Whereabouts,
} from './definition.js'
import { failureText } from './failure.js'
import {
  type Run,
  scenarioOf,
  answerOf,
  conditionFrom,
  pointerFrom,
  seenRequestOf,
  textFrom,
} from './scenario.js'
import { isObject } from '../../document/index.js'
import type { Violation } from '../model/finding.js'

/** The function of an observer rule, typed without a document. */
type Observe = (seen: RuleObservation) => unknown

const calledOf = ({ operation }: Observation): CalledOperation | undefined =>
  operation && {
    operationId: operation.operationId,
    method: operation.method,
    path: operation.path,
    tags: operation.tags,
  }

/** One exchange as passed to one rule, which collects its violations. Bodies are parsed lazily. */
class Seen implements RuleObservation {
  readonly version: string | undefined
  readonly operation: CalledOperation | undefined
  readonly violations: Violation[] = []
  wasJudged = false
  readonly #observation: Observation
  #request: RuleObservation['request'] | undefined
  #response: RuleObservation['response'] | undefined

  constructor(observation: Observation) {
    this.#observation = observation
    this.version = observation.version
    this.operation = calledOf(observation)
  }

  get request(): RuleObservation['request'] {
    return (this.#request ??= seenRequestOf(this.#observation.exchange))
  }

  get response(): RuleObservation['response'] {
    return (this.#response ??= answerOf(this.#observation.exchange))
  }

  readonly is = ((operationId: string, status: number): boolean =>
    this.operation?.operationId === operationId &&
    this.#observation.exchange.response.status === status) as RuleObservation['is']

  readonly expect = (holds: boolean, message: string, where?: Whereabouts): void => {
    this.wasJudged = true
    if (!conditionFrom(holds)) this.violate(message, where)
  }

  readonly violate = (message: string, { pointer }: Whereabouts = {}): void => {
    this.wasJudged = true
    const { exchange } = this.#observation
    this.violations.push({ message: textFrom(message), exchange, ...pointerFrom(pointer) })
  }
}

const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value

const late =
  'the rule itself failed: observe returned a promise, but an observer judges synchronously; remove async'

/** The observer of a user rule; an error of the rule becomes its finding. @param folder base of file names */
const observerOf =
  (observe: Observe, folder: string): Observer =>
  (observation) => {
    const { target, response } = observation.exchange
    if (target !== 'api' || response.status === 0) return undefined
    const seen = new Seen(observation)
    try {
      const result = observe(seen)
      if (!isPromise(result)) return seen.wasJudged ? seen.violations : undefined
      result.then(undefined, () => undefined)
      return [{ message: late, exchange: observation.exchange }]
    } catch (error) {
      return [...seen.violations, { message: failureText(error, folder), exchange: observation.exchange }]
    }
  }

/** A fault of a pack, as a sentence that begins with its subject. */
type PackFault = string

const members: readonly string[] =
  'id title statement section severity versions needs tags observe run seconds'.split(' ')
const packMembers: readonly string[] = ['name', 'title', 'rules', 'appliesTo']
const needs: readonly unknown[] = ['writes', 'api-key', 'second-key']
const idPattern = /^[a-z][a-z0-9-]*\/[a-z0-9][a-z0-9-]*$/
const date = /^\d{4}-\d{2}-\d{2}$/

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)
const isFunction = (value: unknown): boolean => typeof value === 'function'
const isDate = (value: unknown): boolean =>
  value === undefined || (typeof value === 'string' && date.test(value))

const areVersions = (value: unknown): boolean => {
  if (value === 'all' || value === 'service') return true
  if (Array.isArray(value)) return value.length > 0 && isTexts(value)
  if (!isObject(value)) return false
  const { from, before, ...others } = value
  const isBound = from !== undefined || before !== undefined
  return isBound && Object.keys(others).length === 0 && isDate(from) && isDate(before)
}

/** The required type of each optional member. */
const forms: Readonly<Record<string, readonly [holds: (value: unknown) => boolean, words: string]>> = {
  title: [isText, 'text'],
  statement: [isText, 'text'],
  section: [isText, 'text'],
  severity: [(value) => value === 'error' || value === 'warning', '"error" or "warning"'],
  versions: [
    areVersions,
    '"all", "service", { from, before } with dates such as 2026-08-01, or a list of names',
  ],
  needs: [
    (value) => Array.isArray(value) && value.every((one) => needs.includes(one)),
    `a list of ${needs.join(', ')}`,
  ],
  tags: [isTexts, 'a list of texts'],
  observe: [isFunction, 'a function'],
  run: [isFunction, 'a function'],
  seconds: [(value) => typeof value === 'number' && value > 0 && value <= 86_400, 'a number of seconds'],
}

const unless = (holds: boolean, fault: PackFault): PackFault[] => (holds ? [] : [fault])

const unknownIn = (value: object, known: readonly string[], what: string): PackFault[] =>
  Object.keys(value)
    .filter((name) => !known.includes(name))
    .map((name) => `${what} has an unknown member "${name}"; the members are ${known.join(', ')}`)

const ruleFaults = (rule: unknown, index: number, pack: string): PackFault[] => {
  if (!isObject(rule)) return [`rule ${index + 1} of ${pack} is not a rule; make it with defineRule`]
  const { id } = rule
  if (!isText(id)) return [`rule ${index + 1} of ${pack} has no id`]
  const name = `rule ${String(id)}`
  const has = (member: string): boolean => rule[member] !== undefined
  const wrong = Object.entries(forms).flatMap(([member, [holds, words]]) =>
    unless(!has(member) || holds(rule[member]), `${member} of ${name} must be ${words}`),
  )
  const judges = has('observe') === has('run') ? (has('run') ? 'both' : 'neither') : undefined
  return [
    ...unless(
      idPattern.test(String(id)),
      `${name}: an id must be area/name in lower case, such as shop/total-adds-up`,
    ),
    ...['title', 'statement'].flatMap((one) => unless(has(one), `${name} has no ${one}`)),
    ...unless(judges === undefined, `${name} must have either observe or run, and has ${judges}`),
    ...wrong,
    ...unknownIn(rule, members, name),
  ]
}

const packFaults = (pack: unknown): PackFault[] => {
  if (!isObject(pack)) return ['a pack must be an object; make it with definePack']
  const { name, title, rules, appliesTo } = pack
  if (!isText(name)) return ['a pack has no name']
  const what = `pack ${String(name)}`
  if (!Array.isArray(rules) || rules.length === 0) return [`${what} has no list of rules`]
  return [
    ...unless(title === undefined || isText(title), `title of ${what} must be text`),
    ...unless(appliesTo === undefined || isFunction(appliesTo), `appliesTo of ${what} must be a function`),
    ...unknownIn(pack, packMembers, what),
    ...rules.flatMap((rule: unknown, index) => ruleFaults(rule, index, what)),
  ]
}

/** Ids that occur twice, or that a built-in rule has. */
const idFaults = (ids: readonly string[], taken: readonly string[]): PackFault[] => {
  const builtIn = new Set(taken)
  const several = new Set(ids.filter((id, index) => ids.indexOf(id) !== index))
  const clashing = ids.filter((id) => builtIn.has(id))
  return [
    ...[...several].map((id) => `rule ${id} is defined more than once`),
    ...clashing.map((id) => `rule ${id} has the id of a built-in rule`),
  ]
}

const usualSeconds = 60

const scopeOf = (versions: DefinedRule['versions'] = 'all'): VersionScope =>
  typeof versions === 'string' ? versions : { dates: versions }

type Judge = Pick<JudgedRule, 'kind' | 'observe' | 'run'> & { readonly kind: 'observer' | 'scenario' }

const judgeOf = (rule: DefinedRule, folder: string): Judge => {
  // The types of the user's document are erased here, because they are known to the compiler only.
  const { observe, run } = rule as unknown as
    | { readonly observe: Observe; readonly run?: undefined }
    | { readonly observe?: undefined; readonly run: Run }
  if (observe) return { kind: 'observer', observe: observerOf((seen) => observe.call(rule, seen), folder) }
  const seconds = rule.seconds ?? usualSeconds
  return { kind: 'scenario', run: scenarioOf((tools) => run.call(rule, tools), seconds, folder) }
}

const ruleOf = (rule: DefinedRule, { name, title }: PackDefinition, folder: string): JudgedRule => ({
  id: rule.id,
  ...judgeOf(rule, folder),
  title: rule.title,
  statement: rule.statement,
  section: rule.section ?? title ?? name,
  versions: scopeOf(rule.versions),
  severity: rule.severity ?? 'error',
  needs: rule.needs ?? [],
  ...(rule.tags && { tags: rule.tags }),
  pack: name,
})

const invalid = (message: string, cause?: unknown): RampartError =>
  new RampartError('PACK_INVALID', { message, ...(cause !== undefined && { cause }) })

const choiceOf =
  ({ name, appliesTo }: PackDefinition, folder: string): RulePack['appliesTo'] =>
  (documents: readonly DocumentOutline[]) => {
    if (!appliesTo) return true
    try {
      return appliesTo(documents)
    } catch (cause) {
      throw invalid(`appliesTo of pack ${name}: ${failureText(cause, folder)}`, cause)
    }
  }

const packOf = (pack: PackDefinition, folder: string): RulePack => ({
  name: pack.name,
  appliesTo: choiceOf(pack, folder),
  rules: pack.rules.map((rule) => ruleOf(rule, pack, folder)),
})

/**
 * Packs of a user in the form of the engine.
 * @param taken ids of built-in rules
 * @param folder base of relative file names in messages
 * @throws RampartError PACK_INVALID with all faults.
 */
export function packsOf(
  packs: readonly unknown[],
  taken: readonly string[],
  folder: string,
): readonly RulePack[] {
  const faults = packs.flatMap(packFaults)
  if (faults.length > 0) throw invalid(faults.join('\n'))
  const defined = packs as readonly PackDefinition[]
  const ids = defined.flatMap(({ rules }) => rules.map(({ id }) => id))
  const clashes = idFaults(ids, taken)
  if (clashes.length > 0) throw invalid(clashes.join('\n'))
  return defined.map((pack) => packOf(pack, folder))
}
