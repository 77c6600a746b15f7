import { type Report, tally } from '../../conformance/index.js'
import type { CommandContext } from '../process/context.js'
import { argument, type CheckOptions } from './options.js'
import { complaintOf, runQuietly } from './run-quietly.js'
import type { RunCommand, Stage } from './stage.js'

const unwellIn = ({ results }: Report): readonly string[] =>
  results
    .filter(({ state }) => state === 'failed' || state === 'inconclusive')
    .map(
      ({ id, version, state, reason = state, findings }) =>
        `${id} ${version}: ${findings[0]?.message ?? reason}`,
    )

const countsIn = ({ results }: Report): string =>
  Object.entries(tally(results))
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${count} ${state}`)
    .join(', ')

/** The command line of the test; undefined where no service is named. */
export const testArguments = (options: CheckOptions): readonly string[] | undefined => {
  const { baseUrl, specUrl, reportDir } = options
  if (baseUrl === undefined) return undefined
  return [
    'test',
    '--base-url',
    baseUrl,
    ...argument('--spec-url', specUrl),
    '--report-dir',
    reportDir,
    ...(options.allowWrites === true ? ['--allow-writes'] : []),
    ...(options.strict === true ? ['--strict'] : []),
  ]
}

/** `rampart test`: does the service keep its contract? */
export async function testStage(
  run: RunCommand,
  options: CheckOptions,
  context: CommandContext,
): Promise<Omit<Stage, 'durationMs'>> {
  const args = testArguments(options)
  if (args === undefined) {
    const summary = 'no base URL is known: pass --base-url, or set RAMPART_BASE_URL'
    return { name: 'test', state: 'skipped', exitCode: 0, summary, commands: [], details: [] }
  }
  const ran = await runQuietly(run, [...args, '--json'], context, args)
  const report = ran.stdout === '' ? undefined : (JSON.parse(ran.stdout) as Report)
  const counts = report ? countsIn(report) : ''
  return {
    name: 'test',
    state: ran.code === 0 ? 'passed' : 'failed',
    exitCode: ran.code,
    summary: ran.code === 0 ? counts : [complaintOf(ran), counts].filter(Boolean).join('; '),
    commands: [ran.command],
    details: report ? unwellIn(report) : [],
  }
}
