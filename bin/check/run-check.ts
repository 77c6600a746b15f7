import { appendFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { RampartError } from '../../diagnostics/index.js'
import { colorsFor } from '../process/colors.js'
import type { CommandContext } from '../process/context.js'
import { checkDiffOptions } from '../diff/run-diff.js'
import { requireWritableFolder } from '../output/require-writable.js'
import { ownerOnly, writeFiles } from '../output/write-files.js'
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
import { diffStage } from './diff-stage.js'
import { fetchStage, type Published } from './fetch-stage.js'
import { generateStage } from './generate-stage.js'
import type { CheckOptions, PartOptions } from './options.js'
import { leftOut, skipped, type Stage, type StageName, type StageResult } from './stage.js'
import { testStage } from './test-stage.js'

const strictly = (stage: StageResult, isStrict: boolean): StageResult =>
  isStrict && stage.state === 'warning' ? { ...stage, state: 'failed', exitCode: 1 } : stage

/** Runs the parts one after the other, all of them: what one finds does not hide what another would. */
const runStages = async (
  options: CheckOptions,
  parts: PartOptions,
  context: CommandContext,
): Promise<readonly Stage[]> => {
  const stages: Stage[] = []
  const run = async (name: StageName, work: () => Promise<StageResult>): Promise<void> => {
    context.signal.throwIfAborted()
    const began = performance.now()
    const isLeftOut = options.skip?.includes(name) === true
    if (!isLeftOut) context.stderr(`rampart check: ${name}\n`)
    const stage = isLeftOut ? skipped(name, leftOut) : await work()
    const durationMs = Math.round(performance.now() - began)
    stages.push({ ...strictly(stage, options.strict === true), durationMs })
  }
  let published: Published | undefined
  await run('fetch', async () => {
    const fetched = await fetchStage(options, parts, context)
    published = fetched.published
    return fetched.stage
  })
  await run('diff', async () =>
    published
      ? diffStage(published, options, parts, context)
      : skipped('diff', 'there is nothing to compare: what the service publishes is not known'),
  )
  await run('generate', () => generateStage(options, parts, context))
  await run('test', () => testStage(options, parts, context))
  return stages
}

/**
 * Checks the files and names that the parts are given, before the first of them sends anything: with wrong ones they
 * could not end otherwise than with wrong use.
 */
const requireInputs = async (
  { baseUrl, skip }: CheckOptions,
  parts: PartOptions,
  context: CommandContext,
): Promise<void> => {
  if (skip?.includes('diff') !== true) await checkDiffOptions(parts.diff(), context)
  if (baseUrl !== undefined && skip?.includes('test') !== true) {
    await checkTestOptions(parts.test(), context)
  }
  context.signal.throwIfAborted()
}

const appendJobSummary = async (report: CheckReport, context: CommandContext): Promise<void> => {
  const file = context.env['GITHUB_STEP_SUMMARY']
  if (file === undefined || file === '') return
  await appendFile(file, renderCheckMarkdown(report)).catch(() => {
    context.stderr('The job summary could not be written to the file in GITHUB_STEP_SUMMARY.\n')
  })
}

/** GitHub shows each part that needs a look beside the change; commands are obeyed on either stream. */
const annotate = (report: CheckReport, context: CommandContext): void => {
  if (context.env['GITHUB_ACTIONS'] === 'true') context.stderr(renderCheckAnnotations(report))
}

const deliver = async (
  report: CheckReport,
  options: CheckOptions,
  context: CommandContext,
): Promise<void> => {
  await writeFiles(resolve(context.cwd, options.reportDir), checkFiles(report), ownerOnly)
  if (options.json === true) context.stdout(renderCheckJson(report))
  else context.stdout(renderCheckText(report, colorsFor(context.color)))
  annotate(report, context)
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
export async function runCheck(
  options: CheckOptions,
  parts: PartOptions,
  context: CommandContext,
): Promise<void> {
  await requireWritableFolder(resolve(context.cwd, options.reportDir))
  await requireInputs(options, parts, context)
  const stages = await runStages(options, parts, context)
  const report: CheckReport = {
    checkVersion: 1,
    tool: { name: 'rampart', version: packageInfo().version },
    exitCode: exitCodeOf(stages),
    stages,
  }
  await deliver(report, options, context)
  conclude(report)
}
