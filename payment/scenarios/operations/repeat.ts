import type { ScenarioContext } from '../../../conformance/rules/context.js'

/** The command that sends the same requests again: random choices in them depend on the seed alone. */
export function howToRepeat({ session: { plan }, version }: ScenarioContext, rule: string): string {
  const where = `--base-url ${plan.baseUrl} --spec-url ${plan.specUrl}`
  const writes = plan.allowWrites ? ' --allow-writes' : ''
  return `to repeat: rampart test ${where} --versions ${version} --rules ${rule} --seed ${plan.seed}${writes}`
}
