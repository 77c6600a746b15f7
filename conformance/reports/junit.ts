import type { Report, RuleResult } from '../model/report.js'
import { tally } from './tally.js'

// Characters that XML 1.0 cannot hold in any spelling: controls, lone surrogates, two that are none.
const unprintable = /[^\P{Cc}\t\n\r]|\p{Cs}|[\uFFFE\uFFFF]/gu

const escape = (text: string): string =>
  text
    .replaceAll(unprintable, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')
    .replaceAll('\n', '&#10;')

const failureText = ({ findings, statement, section, mend }: RuleResult): string =>
  [
    `${section}: ${statement}`,
    ...(mend === undefined ? [] : [`To mend it: ${mend}`]),
    ...findings.map(({ message, pointer, occurrences }) =>
      [
        `- ${message}`,
        pointer === undefined ? '' : ` at ${pointer}`,
        occurrences > 1 ? ` (${occurrences} times)` : '',
      ].join(''),
    ),
  ].join('\n')

const inner = (result: RuleResult): string => {
  const { state, severity, reason, findings } = result
  if (state === 'failed' && severity === 'error') {
    const message = escape(findings[0]?.message ?? '')
    return `<failure message="${message}">${escape(failureText(result))}</failure>`
  }
  if (state === 'inconclusive') return `<error message="${escape(`could not be judged: ${reason ?? ''}`)}"/>`
  if (state === 'failed' || state === 'flaky')
    return `<system-out>${escape(`${state}: ${failureText(result)}`)}</system-out>`
  return state === 'passed' ? '' : `<skipped message="${escape(`${state}: ${reason ?? ''}`)}"/>`
}

const testCase = (result: RuleResult): string =>
  `    <testcase classname="${escape(result.id.split('/')[0] ?? '')}" name="${escape(result.id)}">${inner(result)}</testcase>`

/**
 * The report as JUnit XML: one suite for each version, one case for each rule. What could not be judged is an error;
 * warnings and flakes do not fail it.
 */
export function renderJunit(report: Report): string {
  const suites = report.versions.map(({ version, durationMs }) => {
    const results = report.results.filter((result) => result.version === version)
    const failures = results.filter(
      ({ state, severity }) => state === 'failed' && severity === 'error',
    ).length
    const counts = tally(results)
    const skipped = counts.skipped + counts['not-applicable'] + counts['not-promised']
    const name = version === '*' ? 'service' : version
    const head = `  <testsuite name="${escape(name)}" tests="${results.length}" failures="${failures}" errors="${counts.inconclusive}" skipped="${skipped}" time="${(durationMs / 1000).toFixed(3)}">`
    return [head, ...results.map(testCase), '  </testsuite>'].join('\n')
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites name="rampart">',
    ...suites,
    '</testsuites>',
    '',
  ].join('\n')
}
