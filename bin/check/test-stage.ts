import { countStates, type Report } from '../../conformance/index.js'
import type { CommandContext } from '../process/context.js'
import { conclude } from '../reports/conclude.js'
import type { TestOptions } from '../test/options.js'
import { testService } from '../test/run-test.js'
import { argument, type CheckOptions, commandLine, type PartOptions } from './options.js'
import { attempt, failureText, skipped, type StageResult } from './stage.js'

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

const commandOf = (baseUrl: string, { specUrl, reportDir, allowWrites, strict }: CheckOptions): string =>
  commandLine([
    'test',
    '--base-url',
    baseUrl,
    ...argument('--spec-url', specUrl),
    '--report-dir',
    reportDir,
    ...(allowWrites === true ? ['--allow-writes'] : []),
    ...(strict === true ? ['--strict'] : []),
  ])

/** `rampart test`: does the service keep its contract? */
export async function testStage(
  options: CheckOptions,
  parts: PartOptions,
  context: CommandContext,
): Promise<StageResult> {
  const { baseUrl, reportDir } = options
  if (baseUrl === undefined) {
    return skipped('test', 'no base URL is known: pass --base-url, or set RAMPART_BASE_URL')
  }
  let settings: TestOptions | undefined
  const tried = await attempt(
    context,
    async () => {
      settings = parts.test()
      const target = { folder: settings.reportDir, name: reportDir, prints: 'nothing' } as const
      return testService(settings, target, context)
    },
    (report) => {
      if (report) conclude(report, reportDir, settings)
      return undefined
    },
  )
  const { value: report, exitCode } = tried
  const counts = report ? countsIn(report) : ''
  return {
    name: 'test',
    state: exitCode === 0 ? 'passed' : 'failed',
    exitCode,
    summary: exitCode === 0 ? counts : [failureText(tried), counts].filter(Boolean).join('; '),
    commands: [commandOf(baseUrl, options)],
    details: report ? failuresIn(report) : [],
  }
}
