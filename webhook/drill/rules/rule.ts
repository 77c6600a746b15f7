import type { Exchange } from '../../../conformance/index.js'
import { linesIn } from '../../../reporting/index.js'
import type { Delivery } from '../../delivery/delivery.js'
import type { DeliveryFactory, DeliveryChoice } from '../sending/delivery.js'

/** The duty of a receiver: to acknowledge a delivery, to refuse it, or either. */
export type Due = 'taken' | 'refused' | 'open'

/** A mistake of a receiver: `name: its behaviour as a sentence`, with a fix where it is not that of the rule. */
export type MistakeText = string | readonly [mistake: string, fix: string]

/** Options for sending and judging the deliveries of a case. */
export interface CaseOptions {
  /** The number of deliveries at its beginning that must be acknowledged for the case to count. */
  readonly prelude?: number
  /** The duty for each delivery, where it is not that of the rule. */
  readonly dues?: readonly Due[]
  /** All deliveries of the case use one connection. */
  readonly keepsConnection?: true
  /** The number of concurrent deliveries; sequential when it is absent. */
  readonly atOnce?: number
  /** The mistake of a receiver that answers a valid delivery as it answers forged ones. */
  readonly asForged?: MistakeText
}

/** One delivery of a drill, or a sequence. */
export interface Case extends CaseOptions {
  /** Stable name within its rule. */
  readonly key: string
  /** The delivery in words, before "was answered ...". */
  readonly description: string
  /** The mistake of a receiver that fails it, if it shows one of its own. */
  readonly mistake?: MistakeText | undefined
  readonly make: (factory: DeliveryFactory) => readonly Delivery[]
}

/** The difference of a delivery, or of each of a sequence, from a valid one. */
type Change = DeliveryChoice | ((factory: DeliveryFactory) => DeliveryChoice | readonly DeliveryChoice[])

/** A case without its key. */
export type CaseRow = Omit<Case, 'key'>

/** Cases by key; the case that shows most comes first. */
export type CaseRows = Readonly<Record<string, CaseRow>>

/** Further properties of rules. */
interface RuleOptions {
  /** Mistakes by the key of a failure, in which `*` is any text. */
  readonly mistakes?: Readonly<Record<string, MistakeText>>
  /** The rules, or `rule#case`, that a receiver with this mistake fails too, with spaces between; `*` is any text. */
  readonly implies?: string
  /** Judged for each version; once for the receiver when it is absent. */
  readonly perVersion?: true
  /** Not judged for a receiver that breaks this rule. */
  readonly after?: string
  /** A server error or closed connection is tolerated, because servers respond to unsupported requests that way. */
  readonly bearsErrors?: true
  /** Only a refusal counts, because a late or missing response has other causes. */
  readonly needsRefusal?: true
  /** The reason why nothing is promised; only for open rules. */
  readonly reason?: string
}

interface RuleBase extends RuleOptions {
  /** `receiver/<name>`: stable, printed in reports, matched by `--rules`. */
  readonly id: string
  /** The section of the specification, or the reason why it is good practice. */
  readonly section: string
  /** True for a receiver that passes. */
  readonly statement: string
  readonly fix: string
  readonly severity: 'error' | 'warning'
  /** The mistake of a receiver that fails a case without one of its own. */
  readonly mistake?: string | undefined
}

/** A rule whose cases are sent and judged separately. */
export interface CaseRule extends RuleBase {
  readonly due: Due
  readonly cases: (factory: DeliveryFactory) => readonly Case[]
}

/** A rule about all responses of the run. */
export interface AnswerRule extends RuleBase {
  readonly due: 'every-answer'
}

/** A rule that is judged together with others: by the measured window, or by the receiver's count of processed events. */
export interface GroupRule extends RuleBase {
  readonly due: 'window' | 'observed'
}

export type DrillRule = CaseRule | AnswerRule | GroupRule

type Rows = CaseRows | ((factory: DeliveryFactory) => CaseRows)

/** A rule of the texts after it: the lines `name | severity | section`, statement, fix, and the mistake if there is one. */
type Ruled = (texts: TemplateStringsArray, ...values: readonly string[]) => DrillRule

const ruled =
  (options: RuleOptions, judged: (rule: RuleBase) => DrillRule): Ruled =>
  (texts, ...values) => {
    const lines = linesIn(texts, values)
    const [head = '', statement = '', fix = '', mistake] = lines
    const [name, degree, section = ''] = head.split(' | ')
    const severity = degree === 'warning' ? 'warning' : 'error'
    return judged({ ...options, id: `receiver/${name}`, severity, section, statement, fix, mistake })
  }

const casesOf =
  (due: Due) =>
  (rows: Rows, options: RuleOptions = {}): Ruled => {
    const cases = (factory: DeliveryFactory): readonly Case[] =>
      Object.entries(typeof rows === 'function' ? rows(factory) : rows).map(caseOf)
    return ruled(options, (rule) => ({ ...rule, due, cases }))
  }

/** A rule of cases that must be acknowledged. */
export const taken = casesOf('taken')

/** A rule of cases that must be refused. */
export const refused = casesOf('refused')

/** A rule of cases that may be acknowledged or refused. */
export const open = casesOf('open')

/** A rule that is not judged by cases of its own. */
export function seenBy(due: (AnswerRule | GroupRule)['due'], options: RuleOptions = {}): Ruled {
  return ruled(options, (rule) => ({ ...rule, due }))
}

/** A case. The lines of its text are the delivery in words, and, if they are not those of the rule, its mistake and the fix. */
export function sends(change: Change, options: CaseOptions = {}) {
  return (texts: TemplateStringsArray, ...values: readonly string[]): CaseRow => {
    const [description = '', mistake, fix] = linesIn(texts, values)
    const make: CaseRow['make'] = (factory) => {
      const choices = typeof change === 'function' ? change(factory) : change
      return [choices].flat().map((choice) => factory.delivery(choice))
    }
    return { ...options, description, mistake: mistake && fix ? [mistake, fix] : mistake, make }
  }
}

const caseOf = ([key, row]: [string, CaseRow]): Case => ({ ...row, key })

/** The name of a rule without its area, as in the keys of failures. */
export function nameOf({ id }: Pick<DrillRule, 'id'>): string {
  return id.slice('receiver/'.length)
}

/** The first sentence of the statement of a rule. */
export function titleOf({ statement }: Pick<DrillRule, 'statement'>): string {
  return statement.split(/\.(?: |$)/)[0] ?? statement
}

export interface Violation {
  readonly key: string
  readonly message: string
  readonly exchange?: Exchange | undefined
  readonly mistake?: MistakeText | undefined
}

/** A violation, with its exchange if there is one. */
export function violation(key: string, message: string, sent?: { readonly exchange: Exchange }): Violation {
  return { key, message, exchange: sent?.exchange }
}

export type Outcome =
  | { readonly state: 'passed'; readonly notes?: readonly string[] }
  | {
      readonly state: 'failed' | 'flaky'
      readonly violations: readonly Violation[]
      readonly notes?: readonly string[]
    }
  | { readonly state: 'inconclusive' | 'not-applicable'; readonly reason: string }
  | { readonly state: 'skipped'; readonly reason: string; readonly lacks?: 'time' }
  | { readonly state: 'not-promised'; readonly reason: string; readonly notes: readonly string[] }

/** Passed without violations, failed with some; flaky when none repeated. */
export function outcomeFrom(violations: readonly Violation[], lasting = violations): Outcome {
  if (violations.length === 0) return { state: 'passed' }
  return lasting.length > 0 ? { state: 'failed', violations: lasting } : { state: 'flaky', violations }
}
