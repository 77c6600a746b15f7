import { type Registry, type Report, resultNamed } from '../../conformance/index.js'
import type { TestSpecification, Vitest } from 'vitest/node'
import type * as runner from 'vitest/node'
import { RampartError } from '../../diagnostics/index.js'

/** The first version of vitest whose sequencer takes these arguments. */
const oldest = 3

type Runner = Pick<typeof runner, 'BaseSequencer' | 'version'>

const loadRunner = async (load: () => Promise<Runner>): Promise<Runner> => {
  const loaded = await load().catch((cause: unknown) => {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND'
    if (!isMissing) throw cause
    throw new RampartError('VITEST_MISSING', { message: '--shard: vitest is not installed', cause })
  })
  if (Number.parseInt(loaded.version, 10) >= oldest) return loaded
  throw new RampartError('VITEST_MISSING', { message: `--shard: vitest ${loaded.version} is installed` })
}

/**
 * Cuts a run into parts of equal size, as vitest does with test files: the same on every machine.
 * @param shard `2/3` for the second of three parts
 */
export async function partOf(
  names: readonly string[],
  shard: string,
  load: () => Promise<Runner> = () => import('vitest/node'),
): Promise<ReadonlySet<string>> {
  const { BaseSequencer } = await loadRunner(load)
  const [index = 1, count = 1] = shard.split('/').map(Number)
  const config = { root: '/', shard: { index, count } }
  const sequencer = new BaseSequencer({ config } as unknown as Vitest)
  const all = names.map((name) => ({ moduleId: `/${name}` }) as TestSpecification)
  const part = await sequencer.shard(all)
  return new Set(part.map(({ moduleId }) => moduleId.slice(1)))
}

/**
 * The steps, each as `<rule> <version>`, to run again for what failed in a report, or earlier and was not judged since.
 * An observing rule is judged by the exchanges of others, so if one failed, everything that was judged of its version
 * runs again; if the report is of a part without it, every rule does.
 */
export function stepsThatFailed(report: Report, { rules }: Registry): readonly string[] {
  const { results, comparison } = report
  const observers = new Set(rules.filter(({ kind }) => kind === 'observer').map(({ id }) => id))
  const failed = results.filter(({ state }) => state === 'failed' || state === 'flaky')
  const open = (comparison?.unjudged ?? []).map((name) => resultNamed(name, report))
  const around = open.flatMap(({ id, version }) =>
    observers.has(id) ? rules.map((rule) => ({ id: rule.id, version })) : [{ id, version }],
  )
  const whole = new Set(failed.filter(({ id }) => observers.has(id)).map(({ version }) => version))
  const again =
    whole.size === 0 ? failed : results.filter(({ version }) => whole.has(version) || whole.has('*'))
  return [...new Set([...failed, ...again, ...around].map(({ id, version }) => `${id} ${version}`))]
}
