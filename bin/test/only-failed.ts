import type { Registry, Report } from '../../conformance/index.js'

/**
 * The steps that have to run again for whatever failed in a report. A rule that observes is judged by what the others
 * send, so where one failed, everything that was judged of its version runs again.
 * @returns each as `<rule> <version>`; empty when nothing failed
 */
export function stepsThatFailed({ results }: Report, { rules }: Registry): readonly string[] {
  const observers = new Set(rules.filter(({ kind }) => kind === 'observer').map(({ id }) => id))
  const failed = results.filter(({ state }) => state === 'failed' || state === 'flaky')
  const whole = new Set(failed.filter(({ id }) => observers.has(id)).map(({ version }) => version))
  const again =
    whole.size === 0 ? failed : results.filter(({ version }) => whole.has(version) || whole.has('*'))
  return [...new Set([...failed, ...again].map(({ id, version }) => `${id} ${version}`))]
}
