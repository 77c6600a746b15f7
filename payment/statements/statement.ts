import type { Area } from './areas.js'
import type { ExploreRuleId } from '../../conformance/model/document-rules.js'
import type { Observer } from '../../conformance/model/observation.js'
import type { Need, Severity, VersionScope } from '../../conformance/model/rule.js'
import type { Scenario } from '../../conformance/rules/context.js'
import type { Judge } from '../documents/view.js'

/** The id of a rule: `<area>/<name>`. */
export type RuleId = `${Area}/${string}`

/** The id of a rule that judges a statement: of the specification, or of any document. */
export type JudgeId = RuleId | ExploreRuleId

/** Why nothing judges a statement. */
export type Unjudged =
  /** It obliges the client, or describes what people do. */
  | 'client'
  /** The specification shows no more, is ambiguous, or contradicts itself. */
  | 'not-promised'
  /** It cannot be seen from outside by HTTP alone. */
  | 'unobservable'
  /** It names or explains; nothing follows from it that could be broken. */
  | 'definition'

interface Stated {
  /** In our words, one sentence or two. */
  readonly statement: string
  /** Finer points that whatever judges the statement judges too. */
  readonly details: readonly string[]
}

/** The judge of a rule: one of the three; a rule that is open may have steps that take notes. */
interface Judges {
  /** Looks at every exchange. */
  readonly observe?: Observer
  /** Steps of its own. */
  readonly run?: Scenario
  /** Compares a document with the specification, and needs no answer of the API. */
  readonly judge?: Judge
}

/** A statement that has a rule of its own. Its id is its key, its section the one in which it stands. */
export interface RuleStatement extends Stated, Judges {
  readonly kind: 'observer' | 'scenario' | 'open'
  readonly title: string
  readonly versions: VersionScope
  readonly severity: Severity
  readonly needs: readonly Need[]
  readonly judges?: 'documents'
  readonly tags?: readonly string[]
  /** Why it is never judged, of the kind `open`. */
  readonly reason?: string
  /** Rules of other statements that judge this one too. */
  readonly also: readonly JudgeId[]
}

/** A statement that rules of other statements judge. */
export interface JudgedStatement extends Stated {
  readonly kind: 'judged'
  readonly also: readonly JudgeId[]
}

/** A statement that nothing judges. */
export interface UnjudgedStatement extends Stated {
  readonly kind: 'unjudged'
  readonly none: Unjudged
  readonly reason: string
}

export type Statement = RuleStatement | JudgedStatement | UnjudgedStatement

/** True for a statement that has a rule of its own. */
export function hasRule(statement: Statement): statement is RuleStatement {
  return statement.kind !== 'judged' && statement.kind !== 'unjudged'
}

/** Statements by key: the id of the rule for one that has a rule, and a subject within the section for any other. */
export type Statements = Readonly<Record<string, Statement>>

/** A section of the specification: introduced by prose, stated by its statements, in their order. */
export interface Section<Own extends Statements = Statements> {
  /** As rules and reports cite it. */
  readonly title: string
  /** Markdown: what the section is about, and its tables. */
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

/** Properties of a rule besides its title and statement. */
export interface RuleOptions {
  /** By default every version. */
  readonly versions?: VersionScope
  /** By default an error. */
  readonly severity?: Severity
  readonly needs?: readonly Need[]
  readonly tags?: readonly string[]
  readonly also?: readonly JudgeId[]
  readonly details?: readonly string[]
}

type With<Name extends keyof Judges> = RuleOptions & Required<Pick<Judges, Name>>

const ruled = (
  kind: RuleStatement['kind'],
  title: string,
  statement: string,
  options: RuleOptions & Judges,
): RuleStatement => ({
  kind,
  title,
  statement,
  versions: 'all',
  severity: 'error',
  needs: [],
  also: [],
  details: [],
  ...options,
})

/** A rule that looks at every exchange. */
export function observer(title: string, statement: string, options: With<'observe'>): RuleStatement {
  return ruled('observer', title, statement, options)
}

/** A rule with steps of its own. */
export function scenario(title: string, statement: string, options: With<'run'>): RuleStatement {
  return ruled('scenario', title, statement, options)
}

/** A rule that reads the documents and needs no answer of the API. */
export function ofDocuments(
  title: string,
  statement: string,
  options: With<'judge'> | With<'run'>,
): RuleStatement {
  return { ...ruled('scenario', title, statement, options), judges: 'documents' }
}

/** A rule that is never judged, because the specification leaves it open; its steps take notes. */
export function open(
  title: string,
  statement: string,
  reason: string,
  options: RuleOptions & Pick<Judges, 'run'> = {},
): RuleStatement {
  return { ...ruled('open', title, statement, { versions: 'service', ...options }), reason }
}

/** A statement that rules of other statements judge. */
export function judged(
  statement: string,
  also: readonly JudgeId[],
  details: readonly string[] = [],
): JudgedStatement {
  return { kind: 'judged', statement, also, details }
}

const unjudged =
  (none: Unjudged) =>
  (statement: string, reason: string, details: readonly string[] = []): UnjudgedStatement => ({
    kind: 'unjudged',
    none,
    statement,
    reason,
    details,
  })

export const client = unjudged('client')
export const notPromised = unjudged('not-promised')
export const unobservable = unjudged('unobservable')
export const definition = unjudged('definition')
