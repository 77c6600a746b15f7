import { resolve } from 'node:path'
import { RampartError } from '../../diagnostics/index.js'
import {
  annotationLine,
  counted,
  firstOf,
  markdownCode,
  type Paint,
  printable,
  tableCell,
  tableRow,
} from '../../reporting/index.js'
import { type StageName, stageNames } from './command.js'
import { type Check, fine, leftOut, type Outcome, type Stage, type StageState } from './stage.js'
import { stages } from './stages.js'
import { checkDiffOptions } from '../diff/run-diff.js'
import { appendJobSummary, isOnGithub } from '../output/print.js'
import { ownerOnly, requireWritableFolder, writeFiles } from '../output/write-files.js'
import { colorsFor } from '../process/context.js'
import { packageInfo } from '../process/package-info.js'
import { checkTestOptions } from '../test/run-test.js'

/** The report of a check. `check.schema.json` describes its JSON. */
interface CheckReport {
  readonly checkVersion: 1
  readonly tool: { readonly name: 'rampart'; readonly version: string }
  /** The exit code of the check. */
  readonly exitCode: number
  readonly stages: readonly Stage[]
}

/** The exit code of a check, from those of its parts: a bug, wrong use, an unreachable service, a broken contract. */
const exitCodeOf = (stages: readonly Stage[]): number =>
  [70, 2, 3, 1].find((code) => stages.some(({ exitCode }) => exitCode === code)) ?? 0

/** The mark of a state in Markdown, and its colour on a terminal. */
const looks = {
  passed: ['✅', 'green'],
  warning: ['⚠️', 'yellow'],
  failed: ['❌', 'red'],
  skipped: ['⏭️', 'dim'],
} as const satisfies Readonly<Record<StageState, readonly [mark: string, colour: keyof Paint]>>

const detailsOf = ({ details, state }: Stage): readonly string[] =>
  state === 'passed' ? [] : firstOf(details, 12).map(printable)

const total = (stages: readonly Stage[]): string => {
  const count = (state: StageState): number => stages.filter((one) => one.state === state).length
  return (['failed', 'warning', 'passed', 'skipped'] as const)
    .filter((state) => count(state) > 0)
    .map((state) => (state === 'warning' ? counted(count(state), 'warning') : `${count(state)} ${state}`))
    .join(', ')
}

/** The report for a terminal. */
const renderCheckText = ({ stages }: CheckReport, paint: Paint): string => {
  const lines = stages.flatMap((stage) => [
    `${paint[looks[stage.state][1]](stage.state.padEnd(7))}  ${stage.name.padEnd(8)}  ${printable(stage.summary)}`,
    ...detailsOf(stage).map((line) => `         ${line}`),
    ...(stage.state === 'failed'
      ? stage.commands.map((command) => `         Alone: ${printable(command)}`)
      : []),
  ])
  return `${[...lines, total(stages)].join('\n')}\n`
}

// Text of a document or a service, which in code spans cannot become markup.
const asCode = (text: string): string => markdownCode(text, Infinity)

/** Skipped for a reason other than `--skip`, such as a missing variable, which a green job would hide. */
const isUnasked = ({ state, summary }: Stage): boolean => state === 'skipped' && summary !== leftOut

/** The report as GitHub annotations, one for each part with a problem. */
const renderCheckAnnotations = ({ stages }: CheckReport): string =>
  stages
    .filter((stage) => stage.state === 'failed' || stage.state === 'warning' || isUnasked(stage))
    .map(({ state, name, summary }) =>
      annotationLine({
        level: state === 'failed' ? 'error' : 'warning',
        title: `rampart check (${name})`,
        message: printable(state === 'skipped' ? `skipped: ${summary}` : summary),
      }),
    )
    .join('')

/** The report as Markdown, for the summary of a job or a comment. */
const renderCheckMarkdown = ({ stages }: CheckReport): string => {
  const rows = stages.map(({ state, name, summary }) =>
    tableRow([`${looks[state][0]} ${state}`, name, tableCell(asCode(summary))]),
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
  const table = ['| state | part | what was found |', '|---|---|---|', ...rows].join('\n')
  return `## rampart check: ${total(stages)}\n\n${[table, ...sections].join('\n\n')}\n`
}

const strictly = (found: Outcome, isStrict: boolean): Outcome =>
  isStrict && found.state === 'warning' ? { ...found, state: 'failed', exitCode: 1 } : found

/** Runs all parts one after the other, also after a failure, so that findings of one do not hide those of another. */
const runStages = async (check: Check): Promise<readonly Stage[]> => {
  const { options, context } = check
  const done: Stage[] = []
  for (const name of stageNames) {
    context.signal.throwIfAborted()
    const began = performance.now()
    const isLeftOut = options.skip?.includes(name) === true
    if (!isLeftOut) context.stderr(`rampart check: ${name}\n`)
    const found = isLeftOut ? fine('skipped', leftOut) : await stages[name](check)
    const durationMs = Math.round(performance.now() - began)
    done.push({ name, ...strictly(found, options.strict === true), durationMs })
  }
  return done
}

/** Checks the input of all parts before the first request, because wrong input ends the check in any case. */
const requireInputs = async ({ options, parts, context }: Check): Promise<void> => {
  const isRun = (name: StageName): boolean => options.skip?.includes(name) !== true
  if (isRun('diff')) await checkDiffOptions(parts.diff(), context)
  if (isRun('test') && options.baseUrl !== undefined) await checkTestOptions(parts.test(), context)
  context.signal.throwIfAborted()
}

const deliver = async (report: CheckReport, { options, context }: Check): Promise<void> => {
  const [json, markdown] = [`${JSON.stringify(report, null, 2)}\n`, renderCheckMarkdown(report)]
  const files = Object.entries({ 'check.json': json, 'check.md': markdown })
  const written = files.map(([path, content]) => ({ path, content }))
  await writeFiles(resolve(context.cwd, options.reportDir), written, ownerOnly)
  context.stdout(options.json === true ? json : renderCheckText(report, colorsFor(context.color)))
  // GitHub reads annotations from either stream.
  if (isOnGithub(context)) context.stderr(renderCheckAnnotations(report))
  await appendJobSummary(() => markdown, context)
}

const conclude = ({ stages, exitCode }: CheckReport, { bug }: Check): void => {
  if (bug !== undefined) throw bug
  if (stages.every(({ state }) => state === 'skipped'))
    throw new RampartError('CHECK_EMPTY', { message: 'every part was skipped, so nothing was checked' })
  if (exitCode === 0) return
  const failed = stages.filter(({ state }) => state === 'failed').map(({ name }) => name)
  const code = exitCode === 1 ? 'CHECK_FAILED' : exitCode === 3 ? 'CHECK_UNREACHABLE' : 'CHECK_UNUSABLE'
  throw new RampartError(code, { message: `failed: ${failed.join(', ')}` })
}

/** Runs `rampart check`. @throws RampartError of the check, after its report was written, or the bug of a part. */
export async function runCheck(check: Check): Promise<void> {
  await requireWritableFolder(resolve(check.context.cwd, check.options.reportDir))
  await requireInputs(check)
  const done = await runStages(check)
  const report: CheckReport = {
    checkVersion: 1,
    tool: { name: 'rampart', version: packageInfo().version },
    exitCode: exitCodeOf(done),
    stages: done,
  }
  await deliver(report, check)
  conclude(report, check)
}
