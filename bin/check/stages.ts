import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { countStates, type Report } from '../../conformance/index.js'
import { lockFileName } from '../../fetch/index.js'
import { counted, wordFor } from '../../reporting/index.js'
import { compareFrozen, driftError, type FrozenResult } from '../fetch/frozen.js'
import { staleError } from '../generate/differences.js'
import { compareGenerated } from '../generate/run-generate.js'
import { conclude } from '../reports/conclude.js'
import type { StageName } from './options.js'
import { testService } from '../test/run-test.js'
import { diffStage } from './diff-stage.js'
import { attempt, type Check, commandLine, failed, failureText, fine, type Outcome } from './stage.js'

// Changes that the service alone made are judged by the policy; anything else is wrong whatever the policy says.
const isWrong = ({ changes, problems }: FrozenResult): boolean => {
  const { changed, added, removed, defaultChanged } = changes
  const upstream = changed.length + added.length + removed.length + (defaultChanged ? 1 : 0)
  return removed.length > 0 || defaultChanged || problems.length > upstream
}

const changesText = ({ changes: { changed, added } }: FrozenResult): string =>
  [
    ...(changed.length > 0 ? [`other bytes are served for ${changed.join(', ')}`] : []),
    ...(added.length > 0 ? [`new: ${added.join(', ')}`] : []),
  ].join('; ')

/** `rampart fetch --frozen`: is everything served as the lock file records it? */
const fetchStage = async (check: Check): Promise<Outcome> => {
  const { parts, context } = check
  const { specs, specUrl } = check.options
  const commands = [commandLine(['fetch', '--frozen', '--out', specs], { '--spec-url': specUrl })]
  const tried = await attempt(
    context,
    async () => compareFrozen(parts.fetch(), context),
    (result) => driftError({ out: specs }, result),
  )
  const { value, exitCode } = tried
  if (!value) return failed(tried, commands)
  check.served = value
  if (exitCode === 0) {
    context.stderr(`Nothing differs from ${specs}/${lockFileName}.\n`)
    const count = value.set.documents.length
    const served = counted(count, 'document is', 'documents are')
    return fine('passed', `${served} served as ${specs} records ${wordFor(count, 'it', 'them')}`, commands)
  }
  const found = { ...failed(tried, commands), details: value.problems.map(({ message }) => message) }
  return isWrong(value) ? found : { ...found, state: 'warning', exitCode: 0, summary: changesText(value) }
}

/** `rampart generate --check`: is the generated code what the documents give? */
const generateStage = async ({ options, parts, context }: Check): Promise<Outcome> => {
  const commands = [commandLine(['generate', '--check'], { '--out': options.out })]
  let talk = ''
  const quiet = { ...context, stderr: (text: string) => void (talk += text) }
  const tried = await attempt(
    quiet,
    async () => {
      const settings = parts.generate()
      return { settings, comparison: await compareGenerated(settings, quiet) }
    },
    ({ settings, comparison }) => staleError(settings, comparison),
  )
  const out = tried.value?.settings.out
  // Users who have no generated code want none.
  if (out !== undefined && !(await stat(resolve(context.cwd, out)).catch(() => undefined))) {
    const summary = `there is no folder ${out}; run "rampart generate" once if its code is wanted`
    return fine('skipped', summary, commands)
  }
  context.stderr(talk)
  if (tried.exitCode !== 0) return failed(tried, commands)
  context.stderr(`${out} is up to date.\n`)
  return fine('passed', 'the generated code is what the documents give', commands)
}

const failuresIn = ({ results }: Report): readonly string[] =>
  results
    .filter(({ state }) => state === 'failed' || state === 'inconclusive')
    .map(
      ({ id, version, state, reason = state, findings }) =>
        `${id} ${version}: ${findings[0]?.message ?? reason}`,
    )

const countsIn = ({ results }: Report): string =>
  countStates(results)
    .filter(({ count }) => count > 0)
    .map(({ label, count }) => `${count} ${label}`)
    .join(', ')

/** `rampart test`: does the service keep its contract? */
const testStage = async ({ options, parts, context }: Check): Promise<Outcome> => {
  const { baseUrl, specUrl, reportDir, allowWrites, strict } = options
  if (baseUrl === undefined) {
    return fine('skipped', 'no base URL is known: pass --base-url, or set RAMPART_BASE_URL')
  }
  const named = { '--base-url': baseUrl, '--spec-url': specUrl, '--report-dir': reportDir }
  const commands = [commandLine(['test'], { ...named, '--allow-writes': allowWrites, '--strict': strict })]
  const tried = await attempt(
    context,
    async () => {
      const settings = parts.test()
      const target = { folder: settings.reportDir, name: reportDir, prints: 'nothing' } as const
      return { settings, report: await testService(settings, target, context) }
    },
    ({ settings, report }) => {
      if (report) conclude(report, reportDir, settings)
      return undefined
    },
  )
  const report = tried.value?.report
  const counts = report ? countsIn(report) : ''
  const details = report ? failuresIn(report) : []
  if (tried.exitCode === 0) return { ...fine('passed', counts, commands), details }
  const summary = [failureText(tried), counts].filter(Boolean).join('; ')
  return { ...failed(tried, commands), summary, ...(report && { details }) }
}

/** The work of each part. */
export const stages: Readonly<Record<StageName, (check: Check) => Promise<Outcome>>> = {
  fetch: fetchStage,
  diff: diffStage,
  generate: generateStage,
  test: testStage,
}
