// Characters that XML 1.0 cannot represent: controls, lone surrogates, two noncharacters.
const notInXml = /[^\P{Cc}\t\n\r]|\p{Cs}|[\uFFFE\uFFFF]/gu

/** Escapes a text for an element or a quoted attribute of XML, keeping line breaks. */
export function escapeXml(text: string): string {
  return text
    .replaceAll(notInXml, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')
    .replaceAll('\n', '&#10;')
}

/** The outcome of a case other than a plain pass. `output` is a remark on a case that passed. */
export type JunitOutcome =
  | { readonly kind: 'failure'; readonly message: string; readonly text: string }
  | { readonly kind: 'error' | 'skipped'; readonly message: string }
  | { readonly kind: 'output'; readonly text: string }

export interface JunitCase {
  readonly className: string
  readonly name: string
  readonly outcome?: JunitOutcome
}

export interface JunitSuite {
  readonly name: string
  readonly durationMs: number
  readonly cases: readonly JunitCase[]
}

const outcomeXml = (outcome: JunitOutcome | undefined): string => {
  if (!outcome) return ''
  if (outcome.kind === 'output') return `<system-out>${escapeXml(outcome.text)}</system-out>`
  const message = `message="${escapeXml(outcome.message)}"`
  return outcome.kind === 'failure'
    ? `<failure ${message}>${escapeXml(outcome.text)}</failure>`
    : `<${outcome.kind} ${message}/>`
}

const caseXml = ({ className, name, outcome }: JunitCase): string =>
  `    <testcase classname="${escapeXml(className)}" name="${escapeXml(name)}">${outcomeXml(outcome)}</testcase>`

const suiteXml = ({ name, durationMs, cases }: JunitSuite): string => {
  const count = (kind: JunitOutcome['kind']): number =>
    cases.filter((one) => one.outcome?.kind === kind).length
  const head = `  <testsuite name="${escapeXml(name)}" tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}" time="${(durationMs / 1000).toFixed(3)}">`
  return [head, ...cases.map(caseXml), '  </testsuite>'].join('\n')
}

/** Renders suites as JUnit XML; totals are derived from the cases. */
export function junitXml(suites: readonly JunitSuite[]): string {
  const head = ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites name="rampart">']
  return [...head, ...suites.map(suiteXml), '</testsuites>', ''].join('\n')
}
