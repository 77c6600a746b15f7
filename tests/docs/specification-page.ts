import { isOfDocuments, scopeText } from '../../conformance/index.js'
import { hasRule, sections, type Statement } from '../../payment/index.js'
import { areas, type RuleStatement, type Section } from '../../payment/statements/statement.js'
import { withTables } from './specification-tables.js'

/** The anchor of a rule in the page. */
export function anchorOf(id: string): string {
  return id.replace('/', '-')
}

/** Escapes a sentence for Markdown, where `<date>` would be a tag. */
const proseOf = (sentence: string): string => sentence.replaceAll('<', '&lt;')

// Rules of documents are described on the page of checks.
const link = (id: string): string =>
  `[\`${id}\`](${isOfDocuments({ id }) ? 'checks.md' : `#${anchorOf(id)}`})`

const reasons = {
  client: 'not judged: it obliges the client',
  'not-promised': 'not promised',
  unobservable: 'not to be seen from outside',
  definition: 'a definition',
} as const

const aboutOf = ({ kind, judges, versions, severity, needs, reason }: RuleStatement): string[] => [
  ...(kind === 'open' ? [`not promised: ${reason?.replace(/\.$/, '')}`] : []),
  ...(kind === 'observer' ? ['seen in every exchange'] : []),
  ...(judges === undefined ? [] : ['seen in the documents']),
  ...(versions === 'all' ? [] : [scopeText(versions)]),
  ...(severity === 'warning' ? ['a warning'] : []),
  ...(needs.length > 0 && kind !== 'open' ? [`needs ${needs.join(', ')}`] : []),
]

const withLinks = (text: string, ids: readonly string[]): string =>
  ids.length === 0 ? text : `${text} ${ids.map(link).join(', ')}`

const judgeOf = (id: string, statement: Statement): string => {
  if (statement.kind === 'unjudged') return `${reasons[statement.none]}: ${statement.reason}`
  if (!hasRule(statement)) return withLinks('judged by', statement.also)
  const about = aboutOf(statement).join('; ')
  const own = `<a id="${anchorOf(id)}"></a>\`${id}\`${about === '' ? '' : `: ${about}`}`
  return statement.also.length === 0 ? own : withLinks(`${own}; judged too by`, statement.also)
}

const linesOf = ([id, statement]: readonly [string, Statement]): string[] => [
  `- ${proseOf(statement.statement)}`,
  `  <br>*${judgeOf(id, statement)}*`,
  ...statement.details.map((detail) => `  - ${proseOf(detail)}`),
]

/** The chapter of a section: its title up to the number or comma. */
const chapterOf = (title: string): string => title.replace(/(,| \d).*$/, '')

const sectionLines = (section: Section, index: number, sections: readonly Section[]): string[] => {
  const { title, introduction, statements } = section
  const chapter = chapterOf(title)
  const before = sections[index - 1]
  const isFirst = before === undefined || chapterOf(before.title) !== chapter
  return [
    ...(isFirst ? [`## ${chapter}`, ''] : []),
    ...(title === chapter ? [] : [`### ${title}`, '']),
    ...(introduction === '' ? [] : [withTables(introduction), '']),
    ...Object.entries(statements).flatMap(linesOf),
    '',
  ]
}

const countsOf = (all: readonly Statement[]): string => {
  const rules = all.filter(hasRule)
  const open = rules.filter(({ kind }) => kind === 'open').length
  const unjudged = all.filter(({ kind }) => kind === 'unjudged').length + open
  return `${all.length} statements: ${all.length - unjudged} are judged, by ${rules.length - open} rules in ${areas.length} areas; ${unjudged} are not, each with the reason.`
}

/** docs/reference/specification.md from payment/: every statement with its rules. */
export function specificationPage(): string {
  const all = sections.flatMap(({ statements }) => Object.values(statements))
  return [
    '# The specification',
    '',
    'This page lists everything that the service promises, in our words and in the order of the original. Below each statement are the rules that judge it, by the ids that reports and `--rules` use, or the reason why no rule does. A rule is about every version unless it says otherwise. [Faults](mutants.md) of the sandbox show that each rule can fail.',
    '',
    countsOf(all),
    '',
    ...sections.flatMap(sectionLines),
  ].join('\n')
}
