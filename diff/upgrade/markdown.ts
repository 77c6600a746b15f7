import { groupedBy } from '../../document/index.js'
import { counted, jsonForLogs, markdownCode, markdownSentence, markdownText } from '../../reporting/index.js'
import { documentName } from '../reports/summary/summary.js'
import {
  mustChange,
  type Traffic,
  type UpgradeChange,
  type UpgradeLine,
  type UpgradeReport,
} from './make-upgrade.js'

/** Limit on the listed lines of one kind; beyond it only their number is printed. */
const mostListed = 200
/** The limit for one location, since a call can have hundreds. */
const mostOfLine = 12
const longestCode = 160

/** The first lines of a list, and the number of others. */
const withinLimit = (lines: readonly string[], what: string, most = mostListed): string[] => {
  if (lines.length <= most) return [...lines]
  const indent = lines[0]?.startsWith(' ') === true ? '  ' : ''
  const many = what === 'thing to do' ? 'more things to do' : undefined
  const rest = counted(lines.length - most, `more ${what}`, many)
  return [...lines.slice(0, most), `${indent}- and ${rest}`]
}

const code = (text: string): string => markdownCode(text.trim(), longestCode)

/** A location with its source line, in Markdown. */
const located = ({ file, line, code: text }: Pick<UpgradeLine, 'file' | 'line' | 'code'>): string =>
  `${markdownCode(`${file}:${line}`)} ${code(text)}`

const itemOf = (upgradeLine: UpgradeLine, changes: ReadonlyMap<string, UpgradeChange>): string[] => [
  `- [ ] ${located(upgradeLine)}`,
  ...withinLimit(
    upgradeLine.advice.map((advice) => `  - **${markdownSentence(advice)}**`),
    'thing to do',
    mostOfLine,
  ),
  ...withinLimit(
    upgradeLine.changes.flatMap((change) => {
      const known = changes.get(change)
      return known ? [`  - ${markdownSentence(known.sentence)}`] : []
    }),
    'change',
    mostOfLine,
  ),
  ...(upgradeLine.message === undefined ? [] : [`  - The compiler: ${markdownText(upgradeLine.message)}`]),
]

/** Locations by file, each as an item of a checklist with its advice. */
const linesByFile = (places: readonly UpgradeLine[], { changes }: UpgradeReport): string[] => {
  const known = new Map(changes.map((change) => [change.fingerprint, change]))
  const rest = places.length - mostListed
  const lines = [...groupedBy(places.slice(0, mostListed), ({ file }) => file)].flatMap(([file, own]) =>
    [`### ${markdownCode(file)}`, ''].concat(
      own.flatMap((place) => itemOf(place, known)),
      '',
    ),
  )
  return rest > 0 ? [...lines, `and ${counted(rest, 'more place')}; --json has all of them`, ''] : lines
}

const section = (title: string, lines: readonly string[], level = '##'): string[] =>
  lines.length === 0 ? [] : [`${level} ${title}`, '', ...lines, '']

const trafficLines = ({ file, findings, isOwn }: Traffic, kind: 'request' | 'answer'): string[] =>
  findings
    .filter((finding) => finding.kind === kind)
    .flatMap(({ operation, status, message, count, entry, advice }) => {
      const answered = status === undefined ? '' : ` ${status}`
      const times = `${counted(count, 'exchange')}${isOwn ? '' : ' of the suite'}, first entry ${entry} of ${markdownCode(file)}`
      return [
        `- [ ] ${markdownCode(`${operation}${answered}`)} ${markdownSentence(message)} (${times})`,
        `  - **${markdownSentence(advice)}**`,
      ]
    })

/** The points below "May change", which a person has to check. */
const pointsToSee = ({ may, named, behaviours, traffic }: UpgradeReport): number => {
  const inTraffic = traffic.flatMap((one) =>
    one.findings.filter(({ kind }) => kind === 'answer' || !one.isOwn),
  )
  return may.length + named.length + behaviours.length + inTraffic.length
}

const headline = (report: UpgradeReport): string => {
  const { must, moves, isWritten, imports, to, from, ownErrors } = report
  if (imports === 'newer' && must.length === 0) {
    return `The project already imports code of ${markdownText(documentName(to))}: **nothing is left to do.**`
  }
  const refused = report.traffic
    .filter(({ isOwn }) => isOwn)
    .flatMap(({ findings }) => findings.filter(({ kind }) => kind === 'request'))
  const due = must.length + refused.length
  // A line with an error of its own may need another change, which its error hides.
  const nothing = ownErrors ? 'Beside its own errors nothing' : 'Nothing'
  const first = due === 0 ? `${nothing} has to change by hand` : `${counted(due, 'place')} must change`
  const is = moves.length === 1 ? ['was', 'is'] : ['were', 'are']
  const moved = isWritten ? `${is[0]} moved` : `${is[1]} to be moved`
  const paths = moves.length === 0 ? '' : `, ${counted(moves.length, 'path')} ${moved}`
  const none =
    imports === 'neither'
      ? ` No file imports code generated from ${markdownText(documentName(from))}, so nothing could be compiled.`
      : ''
  if (imports === 'newer') {
    return `The project already imports code of ${markdownText(documentName(to))}, and **${counted(due, 'place')} of it ${due === 1 ? 'does' : 'do'} not compile with it.**`
  }
  return `**${first}**, ${counted(pointsToSee(report), 'point')} may have to${paths}.${none}`
}

const ownErrorLines = ({ ownErrors }: UpgradeReport): string[] => {
  if (!ownErrors) return []
  return [
    `The project does not compile even without the changes. Its own ${counted(ownErrors.count, 'error')} ${ownErrors.count === 1 ? 'is' : 'are'} not counted below:`,
    '',
    ...ownErrors.first.map(
      ({ file, line, column, message }) =>
        `- ${markdownCode(`${file}:${line}:${column}`)} ${markdownText(message)}`,
    ),
    '',
  ]
}

const moveLines = ({ moves, isWritten }: UpgradeReport): string[] =>
  withinLimit(
    moves.map(
      ({ file, line, before, after }) =>
        `- [${isWritten ? 'x' : ' '}] ${markdownCode(`${file}:${line}`)} ${markdownCode(before)} becomes ${markdownCode(after)}`,
    ),
    'path',
  )

const mayLines = (report: UpgradeReport): string[] => {
  const { may, named, from, to, behaviours, traffic, imports } = report
  const isDone = imports === 'newer'
  const name = markdownText(documentName(from))
  const newer = markdownText(documentName(to))
  const answers = traffic.flatMap((one) =>
    trafficLines(one, 'answer').concat(one.isOwn ? [] : trafficLines(one, 'request')),
  )
  const lead = `These are sent versions, settings or unrelated dates. Check each, and write ${newer} where the code should use it.`
  const places = named.map((place) => `- [ ] ${located(place)}`)
  const texts = places.length === 0 ? [] : [lead, '', ...withinLimit(places, 'text')]
  const changes = behaviours.map(
    ({ version, says }) => `- [ ] ${markdownText(version)}: ${markdownText(says)}`,
  )
  return [
    ...(isDone ? [] : linesByFile(may, report)),
    ...section(`Texts that name ${name}`, texts, '###'),
    ...section('Changes of behaviour', isDone ? [] : changes, '###'),
    ...section('Responses in recorded traffic', isDone ? [] : answers, '###'),
  ]
}

const nothingLines = (report: UpgradeReport): string[] => {
  const { untouched, fresh, traffic, filesRead, imports } = report
  return [
    ...untouched.slice(0, mostListed).map(({ sentence, operations }) => {
      const [first] = operations
      const where =
        first === undefined
          ? ''
          : ` (${markdownCode(first)}${operations.length > 1 ? ` and ${operations.length - 1} more` : ''})`
      return `- ${markdownSentence(sentence.replace(/\.$/, ''))}${where}: no line of ${counted(filesRead, 'file')} uses it.`
    }),
    ...(untouched.length > mostListed
      ? [`- and ${counted(untouched.length - mostListed, 'more change')}`]
      : []),
    ...fresh.map((place) => `- ${located(place)} uses a new part.`),
    ...traffic.map(({ file, older, newer, ignored, findings }) => {
      const read = `${counted(older, 'exchange')} of the older version and ${newer} of the newer one were read again`
      // Findings are listed only where something is to be done.
      const found = imports === 'newer' ? '' : `; ${counted(findings.length, 'finding')}`
      return `- ${markdownCode(file)}: ${read}, and ${counted(ignored, 'was left out', 'were left out')}${found}.`
    }),
  ]
}

/** Renders an upgrade report as a checklist in Markdown. */
export function renderUpgradeMarkdown(report: UpgradeReport): string {
  const { from, to, folder, notes, must, commands, traffic } = report
  const refused = traffic.flatMap((one) => (one.isOwn ? trafficLines(one, 'request') : []))
  const lines = [
    `# Upgrade of ${markdownCode(folder)} from ${markdownText(documentName(from))} to ${markdownText(documentName(to))}`,
    '',
    headline(report),
    '',
    ...notes.map((note) => `> ${markdownText(note)}\n`),
    ...ownErrorLines(report),
    ...section('Must change', [
      ...linesByFile(must, report),
      ...section('Requests in recorded traffic that would be refused', refused, '###'),
    ]),
    ...section('May change', mayLines(report)),
    ...section('Paths to generated code', moveLines(report)),
    ...section('Nothing to do', nothingLines(report)),
    ...section(
      'Commands',
      commands.map(
        ({ command, why }, index) => `${index + 1}. ${markdownCode(command, 400)} ${markdownText(why)}`,
      ),
    ),
    mustChange(report)
      ? 'The project must change before it can use the newer version.'
      : 'Nothing prevents the upgrade.',
  ]
  return `${lines.join('\n').replaceAll(/\n{3,}/g, '\n\n')}\n`
}

/** Renders an upgrade report as JSON. */
export function renderUpgradeJson(report: UpgradeReport): string {
  return jsonForLogs(`${JSON.stringify({ ...report, mustChange: mustChange(report) }, undefined, 2)}\n`)
}
