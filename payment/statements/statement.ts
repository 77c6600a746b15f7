import type { ExploreRuleId } from '../../conformance/model/document-rules.js'
import type { Observer } from '../../conformance/model/observation.js'
import type { Need, Severity, VersionScope } from '../../conformance/model/rule.js'
import type { Scenario } from '../../conformance/rules/context.js'
import { linesIn } from '../../reporting/index.js'
import { noneServed } from '../fixtures/steps.js'
import { contradictions, omissions } from '../documents/index.js'
import type { Judge } from '../documents/view.js'

/** The first part of every rule id, in the order in which rules are listed and run. */
export const areas = [
  'versioning',
  'spec-documents',
  'authentication',
  'idempotency',
  'documents',
  'errors',
  'enumerations',
  'quote',
  'terms',
  'required-signings',
  'customers',
  'abilities',
  'autoramp',
  'operations',
  'identification',
  'webhooks',
] as const

export type Area = (typeof areas)[number]

/** The id of a rule: `<area>/<name>`. */
export type RuleId = `${Area}/${string}`

/** The id of a rule about the specification or about any document. */
export type JudgeId = RuleId | ExploreRuleId

/** The reason why a statement has no rule. */
type Unjudged =
  /** It obliges the client, or describes human action. */
  | 'client'
  /** The specification shows no more, is ambiguous, or contradicts itself. */
  | 'not-promised'
  /** It cannot be observed over HTTP. */
  | 'unobservable'
  /** It names or explains, so it cannot be violated. */
  | 'definition'

interface Stated {
  /** In our words, one sentence or two. */
  readonly statement: string
  /** Further details that the rules of the statement judge. */
  readonly details: readonly string[]
}

/** The implementation of a rule: exactly one member. An open rule may have none, or `run` for notes. */
interface Judges {
  /** Judges every exchange. */
  readonly observe?: Observer
  /** Steps of its own. */
  readonly run?: Scenario
  /** Compares a document with the specification, without a response of the API. */
  readonly judge?: Judge
}

/** A statement with its own rule, whose id is its key and whose section is the enclosing one. */
export interface RuleStatement extends Stated, Judges {
  readonly kind: 'observer' | 'scenario' | 'open'
  readonly title: string
  readonly versions: VersionScope
  readonly severity: Severity
  readonly needs: readonly Need[]
  readonly judges?: 'documents'
  /** The reason why an `open` one is never judged. */
  readonly reason?: string
  /** Rules of other statements that judge it too. */
  readonly also: readonly JudgeId[]
}

/** A statement that rules of other statements judge. */
export interface JudgedStatement extends Stated {
  readonly kind: 'judged'
  readonly also: readonly JudgeId[]
}

/** A statement without a rule. */
export interface UnjudgedStatement extends Stated {
  readonly kind: 'unjudged'
  readonly none: Unjudged
  readonly reason: string
}

export type Statement = RuleStatement | JudgedStatement | UnjudgedStatement

/** True for a statement with its own rule. */
export function hasRule(statement: Statement): statement is RuleStatement {
  return statement.kind !== 'judged' && statement.kind !== 'unjudged'
}

/** Statements by key: the rule id, or a name within the section for a statement without a rule. */
export type Statements = Readonly<Record<string, Statement>>

/** A section of the specification: an introduction and its statements, in order. */
export interface Section<Own extends Statements = Statements> {
  /** As cited in rules and reports. */
  readonly title: string
  /** Markdown: the subject of the section, and the names of its tables, such as `{{fields Amount}}`. */
  readonly introduction: string
  readonly statements: Own
}

/** A section of the specification: its title, an introduction in Markdown, and its statements by key. */
export function section<const Own extends Statements>(
  title: string,
  introduction: string,
  statements: Own,
): Section<Own> {
  return { title, introduction, statements }
}

/** Properties of a rule besides its texts. */
export interface RuleOptions {
  /** By default every version. */
  readonly versions?: VersionScope
  /** By default an error. */
  readonly severity?: Severity
  readonly needs?: readonly Need[]
  readonly also?: readonly JudgeId[]
}

/**
 * The texts of an entry, one a line: its title if it is a rule, the statement, then details, each after a hyphen, and
 * last the reason why it has no verdict.
 */
type Entry<Made> = (texts: TemplateStringsArray, ...values: readonly string[]) => Made

const entry =
  <Made>(make: (texts: readonly string[], details: readonly string[]) => Made): Entry<Made> =>
  (texts, ...values) => {
    const lines = linesIn(texts, values)
    const details = lines.filter((line) => line.startsWith('- ')).map((line) => line.slice(2))
    return make(
      lines.filter((line) => !line.startsWith('- ')),
      details,
    )
  }

type Ruled = Entry<RuleStatement>
type With<Name extends keyof Judges> = RuleOptions & Required<Pick<Judges, Name>>

const ruled = (
  kind: RuleStatement['kind'],
  options: RuleOptions & Judges,
  more: (reason: string | undefined) => Partial<RuleStatement> = () => ({}),
): Ruled => {
  const defaults = { versions: 'all', severity: 'error', needs: [], also: [] } as const
  return entry(([title = '', statement = '', reason], details) => ({
    kind,
    title,
    statement,
    details,
    ...defaults,
    ...options,
    ...more(reason),
  }))
}

/** A rule that judges every exchange. */
export function observer(options: With<'observe'>): Ruled {
  return ruled('observer', options)
}

const orUnjudged =
  (run: Scenario, reason: string): Scenario =>
  async (context) => {
    await run(context)
    if (context.expectations === 0) throw noneServed(reason, context.refused)
  }

/** A rule with steps of its own. A reason is that of no verdict where the steps found nothing to expect. */
export function scenario(options: With<'run'>): Ruled {
  return ruled('scenario', options, (reason) =>
    reason === undefined ? {} : { run: orUnjudged(options.run, reason) },
  )
}

/** A rule that judges documents, without a response of the API: those that contradict the specification. */
export function ofDocuments(options: With<'judge'> | With<'run'>): Ruled {
  const own = 'judge' in options ? { ...options, judge: contradictions(options.judge) } : options
  return ruled('scenario', own, () => ({ judges: 'documents' }))
}

/** A rule about what documents omit or add. */
export function ofOmissions(judge: Judge): Ruled {
  const options = { severity: 'warning', judge: omissions(judge) } as const
  return ruled('scenario', options, () => ({ judges: 'documents' }))
}

/** A rule that is never judged, because the specification leaves it open; its scenario notes. */
export function open(options: RuleOptions & Pick<Judges, 'run'> = {}): Ruled {
  return ruled('open', { versions: 'service', ...options }, (reason = '') => ({ reason }))
}

/** A statement that rules of other statements judge. */
export function judged(...also: readonly JudgeId[]): Entry<JudgedStatement> {
  return entry(([statement = ''], details) => ({ kind: 'judged', statement, also, details }))
}

const unjudged = (none: Unjudged): Entry<UnjudgedStatement> =>
  entry(([statement = '', reason = ''], details) => ({ kind: 'unjudged', none, statement, reason, details }))

export const client = unjudged('client')
export const notPromised = unjudged('not-promised')
export const unobservable = unjudged('unobservable')
export const definition = unjudged('definition')
