import { commonCauses, exceptions, type Pattern } from './patterns.js'
import { type DrillRule, type MistakeText, nameOf } from './rules/rule.js'

/** A failed case of a rule. */
export interface Failure {
  readonly rule: DrillRule
  readonly key: string
  /** What was observed, in words. */
  readonly message?: string
  /** The mistake that the case shows, if one of its own. */
  readonly mistake?: MistakeText
}

/** A mistake of a receiver: one cause of any number of failures. */
export interface Found {
  /** Stable name. */
  readonly name: string
  /** The behaviour of the receiver, as a sentence. */
  readonly title: string
  readonly fix: string
  readonly explains: readonly Failure[]
}

// Patterns of failures have alternatives in parentheses beside `*`, unlike those of users.
const matches = (pattern: string, text: string): boolean =>
  new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(text)

const textOf = ({ rule, key }: Failure): string => `${nameOf(rule)}#${key}`

const isException = ({ rule }: Failure): boolean => nameOf(rule) === 'uncaught-exception'

/** The case at whose delivery an exception was thrown. */
const thrownAt = ({ key }: Failure): string => key.replace('/', '#')

const isImpliedBy = (failure: Failure, { implies = [] }: DrillRule): boolean =>
  implies.some((one) => matches(one.includes('#') ? one : `${one}#*`, textOf(failure)))

/** The failures of a rule, those that it implies, and those that they imply. */
const impliedBy = (rule: DrillRule, failures: readonly Failure[]): readonly Failure[] => {
  const explained = new Set(failures.filter((one) => one.rule === rule))
  for (const cause of explained) {
    for (const one of failures) if (isImpliedBy(one, cause.rule)) explained.add(one)
  }
  return [...explained]
}

const mistakeOf = ({ rule, key, mistake }: Failure): MistakeText | undefined =>
  mistake ?? Object.entries(rule.mistakes ?? {}).find(([pattern]) => matches(pattern, key))?.[1]

const thrownToo = ' It answers with a server error there, or closes the connection, as code does that throws.'

const foundOf = (
  text: MistakeText,
  fix: string,
  own: readonly Failure[],
  thrown: readonly Failure[],
): Found => {
  const [mistake, ownFix = fix] = typeof text === 'string' ? [text] : text
  const [name = '', sentence = ''] = mistake.split(/: (.*)/)
  // A sentence that ends in a colon goes on with what was observed.
  const title = sentence.endsWith(':') ? `${sentence} ${own[0]?.message ?? 'see the finding'}.` : sentence
  return {
    name,
    title: thrown.length > 0 ? title + thrownToo : title,
    fix: ownFix,
    explains: [...own, ...thrown],
  }
}

/** Finds the causes of failures, each of which is explained once. */
class Causes {
  readonly found: Found[] = []
  readonly #failures: readonly Failure[]
  /** Exceptions at deliveries that a failed case judges too: the cause of its failure explains them. */
  readonly #echoes: readonly Failure[]
  #left: readonly Failure[]

  constructor(failures: readonly Failure[]) {
    const texts = new Set(failures.map(textOf))
    this.#failures = failures
    this.#echoes = failures.filter((one) => isException(one) && texts.has(thrownAt(one)))
    this.#left = failures.filter((one) => !this.#echoes.includes(one))
  }

  /** Causes that are recognized by failures of several rules. */
  findPatterns(patterns: readonly Pattern[]): void {
    for (const { mistake, fix, when, unless = [], explains } of patterns) {
      const isSeen = (pattern: string, among: readonly Failure[]): boolean =>
        among.some((one) => matches(pattern, textOf(one)))
      if (!when.every((pattern) => isSeen(pattern, [...this.#left, ...this.#echoes]))) continue
      if (unless.some((pattern) => isSeen(pattern, this.#failures))) continue
      const own = this.#left.filter((one) => explains.some((pattern) => matches(pattern, textOf(one))))
      if (own.length > 0) this.#explain(mistake, fix, own)
    }
  }

  /** For each failed rule that no other failed rule implies, its first case that names a mistake. */
  findRules(isWanted: (failure: Failure) => boolean): void {
    for (let wanted = this.#left.filter(isWanted); wanted[0]; wanted = this.#left.filter(isWanted)) {
      const rules = [...new Set(wanted.map((one) => one.rule))]
      const isImplied = (one: Failure): boolean =>
        rules.some((rule) => rule !== one.rule && isImpliedBy(one, rule))
      const { rule } = wanted.find((one) => !isImplied(one)) ?? wanted[0]
      const own = wanted.filter((one) => one.rule === rule).toSorted((a, b) => +isImplied(a) - +isImplied(b))
      const named = own.find((one) => mistakeOf(one) !== undefined) ?? own[0]
      const text = (named && mistakeOf(named)) ?? rule.mistake ?? `${nameOf(rule)}: ${rule.statement}`
      const rest = impliedBy(rule, this.#left).filter((one) => one !== named)
      this.#explain(text, rule.fix, [...(named ? [named] : []), ...rest])
    }
  }

  #explain(text: MistakeText, fix: string, own: readonly Failure[]): void {
    const behind = this.#echoes.filter((echo) => own.some((one) => textOf(one) === thrownAt(echo)))
    this.#left = this.#left.filter((one) => !own.includes(one))
    this.found.push(foundOf(text, fix, own, behind))
  }
}

/**
 * The fewest causes of the failed cases: first those that several rules show, then those of single rules, then those of
 * exceptions that no failed rule explains.
 */
export function mistakesOf(failures: readonly Failure[]): readonly Found[] {
  const causes = new Causes(failures)
  causes.findPatterns(commonCauses)
  causes.findRules((one) => !isException(one))
  causes.findPatterns(exceptions)
  causes.findRules(isException)
  return causes.found
}
