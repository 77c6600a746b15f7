import {
  annotationLine,
  checkFormats,
  counted,
  markdownCode,
  type Paint,
  printable,
  tableCell,
  tableRow,
} from '../../reporting/index.js'
import { firstLines, leftOut, type Stage, type StageState } from './stage.js'

/** All that a check found. `check.schema.json` describes it as JSON. */
export interface CheckReport {
  readonly checkVersion: 1
  readonly tool: { readonly name: 'rampart'; readonly version: string }
  /** Exit code of the whole. */
  readonly exitCode: number
  readonly stages: readonly Stage[]
}

/** Worst first: a mistake in the command before a service that cannot be reached, before a broken contract. */
const worst = [70, 2, 3, 1]

/** The exit code of a check, from those of its parts. */
export function exitCodeOf(stages: readonly Stage[]): number {
  return worst.find((code) => stages.some(({ exitCode }) => exitCode === code)) ?? 0
}

const painted = (state: StageState, { green, yellow, red, dim }: Paint): string => {
  const text = state.padEnd(7)
  return { passed: green, warning: yellow, failed: red, skipped: dim }[state](text)
}

const detailsOf = ({ details, state }: Stage): readonly string[] =>
  state === 'passed' ? [] : firstLines(details, 12).map(printable)

const total = (stages: readonly Stage[]): string => {
  const count = (state: StageState): number => stages.filter((one) => one.state === state).length
  return (['failed', 'warning', 'passed', 'skipped'] as const)
    .filter((state) => count(state) > 0)
    .map((state) => (state === 'warning' ? counted(count(state), 'warning') : `${count(state)} ${state}`))
    .join(', ')
}

/** The report for a terminal. */
export function renderCheckText({ stages }: CheckReport, paint: Paint): string {
  const lines = stages.flatMap((stage) => [
    `${painted(stage.state, paint)}  ${stage.name.padEnd(8)}  ${printable(stage.summary)}`,
    ...detailsOf(stage).map((line) => `         ${line}`),
  ])
  return `${[...lines, total(stages)].join('\n')}\n`
}

// Text of a document or a service: in code spans nothing of it becomes markup.
const asCode = (text: string): string => markdownCode(text, Infinity)

/** Skipped for another reason than `--skip`: a variable may be missing, and nobody looks at what is green. */
const isUnasked = ({ state, summary }: Stage): boolean => state === 'skipped' && summary !== leftOut

/** The report as commands that GitHub shows beside a change: one for each part that needs a look. */
export function renderCheckAnnotations({ stages }: CheckReport): string {
  return stages
    .filter((stage) => stage.state === 'failed' || stage.state === 'warning' || isUnasked(stage))
    .map(({ state, name, summary }) =>
      annotationLine({
        level: state === 'failed' ? 'error' : 'warning',
        title: `rampart check (${name})`,
        message: printable(state === 'skipped' ? `skipped: ${summary}` : summary),
      }),
    )
    .join('')
}

const marks: Readonly<Record<StageState, string>> = {
  passed: '✅',
  warning: '⚠️',
  failed: '❌',
  skipped: '⏭️',
}

/** The report as Markdown, for the summary of a job or a comment. */
export function renderCheckMarkdown(report: CheckReport): string {
  const { stages } = report
  const rows = stages.map(({ state, name, summary }) =>
    tableRow([`${marks[state]} ${state}`, name, tableCell(asCode(summary))]),
  )
  const sections = stages
    .filter((stage) => detailsOf(stage).length > 0)
    .map((stage) =>
      [
        `### ${stage.name}`,
        '',
        ...detailsOf(stage).map((line) => `- ${asCode(line)}`),
        ...stage.commands.map((command) => `\nAlone: ${asCode(command)}`),
      ].join('\n'),
    )
  return `${[
    `## rampart check: ${total(stages)}`,
    '',
    '| state | part | what was found |',
    '|---|---|---|',
    ...rows,
    ...sections.map((section) => `\n${section}`),
  ].join('\n')}\n`
}

/** The report as JSON. */
export function renderCheckJson(report: CheckReport): string {
  return `${JSON.stringify(report, null, 2)}\n`
}

/** The report as files, with paths relative to the folder of reports. */
export function checkFiles(report: CheckReport): { readonly path: string; readonly content: string }[] {
  return [
    { path: checkFormats.json.file, content: renderCheckJson(report) },
    { path: checkFormats.markdown.file, content: renderCheckMarkdown(report) },
  ]
}
