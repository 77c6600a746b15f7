import { appendFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { RampartError } from '../../diagnostics/index.js'
import { checkDiffOptions } from '../diff/run-diff.js'
import { ownerOnly, requireWritableFolder, writeFiles } from '../output/write-files.js'
import { colorsFor } from '../process/colors.js'
import type { CommandContext } from '../process/context.js'
import { packageInfo } from '../process/package-info.js'
import { checkTestOptions } from '../test/run-test.js'
import {
  checkFiles,
  type CheckReport,
  exitCodeOf,
  renderCheckAnnotations,
  renderCheckJson,
  renderCheckMarkdown,
  renderCheckText,
} from './check-report.js'
import { type Check, fine, leftOut, type Outcome, type Stage } from './stage.js'
import { type StageName, stageNames } from './options.js'
import { stages } from './stages.js'

const strictly = (found: Outcome, isStrict: boolean): Outcome =>
  isStrict && found.state === 'warning' ? { ...found, state: 'failed', exitCode: 1 } : found

/** Runs the parts one after the other, all of them: what one finds does not hide what another would. */
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

/**
 * Checks the files and names that the parts are given, before the first of them sends anything: with wrong ones they
 * could not end otherwise than with wrong use.
 */
const requireInputs = async ({ options, parts, context }: Check): Promise<void> => {
  const isRun = (name: StageName): boolean => options.skip?.includes(name) !== true
  if (isRun('diff')) await checkDiffOptions(parts.diff(), context)
  if (isRun('test') && options.baseUrl !== undefined) await checkTestOptions(parts.test(), context)
  context.signal.throwIfAborted()
}

const appendJobSummary = async (report: CheckReport, context: CommandContext): Promise<void> => {
  const file = context.env['GITHUB_STEP_SUMMARY']
  if (file === undefined || file === '') return
  await appendFile(file, renderCheckMarkdown(report)).catch(() => {
    context.stderr('The job summary could not be written to the file in GITHUB_STEP_SUMMARY.\n')
  })
}

const deliver = async (report: CheckReport, { options, context }: Check): Promise<void> => {
  await writeFiles(resolve(context.cwd, options.reportDir), checkFiles(report), ownerOnly)
  const isJson = options.json === true
  context.stdout(isJson ? renderCheckJson(report) : renderCheckText(report, colorsFor(context.color)))
  // GitHub shows each part that needs a look beside the change, whichever stream names it.
  if (context.env['GITHUB_ACTIONS'] === 'true') context.stderr(renderCheckAnnotations(report))
  await appendJobSummary(report, context)
}

const conclude = ({ stages, exitCode }: CheckReport): void => {
  if (stages.every(({ state }) => state === 'skipped')) {
    throw new RampartError('CHECK_EMPTY', { message: 'every part was skipped, so nothing is known' })
  }
  if (exitCode === 0) return
  const failed = stages.filter(({ state }) => state === 'failed').map(({ name }) => name)
  const message = `failed: ${failed.join(', ')}`
  if (exitCode === 1) throw new RampartError('CHECK_FAILED', { message })
  if (exitCode === 3) throw new RampartError('CHECK_UNREACHABLE', { message })
  throw new RampartError('CHECK_UNUSABLE', { message })
}

/**
 * The whole of `rampart check`.
 * @throws RampartError CHECK_FAILED, CHECK_UNREACHABLE, CHECK_UNUSABLE or CHECK_EMPTY after the report was written.
 */
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
  conclude(report)
}
