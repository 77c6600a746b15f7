import type { Observer } from '../model/observation.js'
import type { DocumentOutline, RulePack } from './pack.js'
import type { Scenario } from './context.js'
import type { Rule, VersionScope } from '../model/rule.js'
import { RampartError } from '../../diagnostics/index.js'
import { idFaults, packFaults } from './check-pack.js'
import type { DefinedRule, PackDefinition } from './definition.js'
import { failureText } from './failure.js'
import { type Observe, observerOf } from './observer.js'
import { type Run, scenarioOf } from './scenario.js'

const usualSeconds = 60

const scopeOf = (versions: DefinedRule['versions'] = 'all'): VersionScope =>
  typeof versions === 'string' ? versions : { dates: versions }

const ruleOf = (rule: DefinedRule, { name, title }: PackDefinition): Rule => ({
  id: rule.id,
  kind: rule.observe ? 'observer' : 'scenario',
  title: rule.title,
  statement: rule.statement,
  section: rule.section ?? title ?? name,
  versions: scopeOf(rule.versions),
  severity: rule.severity ?? 'error',
  needs: rule.needs ?? [],
  ...(rule.tags && { tags: rule.tags }),
  pack: name,
})

const invalid = (message: string, cause?: unknown): RampartError =>
  new RampartError('PACK_INVALID', { message, ...(cause !== undefined && { cause }) })

const choiceOf =
  ({ name, appliesTo }: PackDefinition, folder: string): RulePack['appliesTo'] =>
  (documents: readonly DocumentOutline[]) => {
    if (!appliesTo) return true
    try {
      return appliesTo(documents)
    } catch (cause) {
      throw invalid(`appliesTo of pack ${name}: ${failureText(cause, folder)}`, cause)
    }
  }

/** A pack of the user's own as the engine takes it. It has no faults. */
const packOf = (pack: PackDefinition, folder: string): RulePack => {
  const observers: Record<string, Observer> = {}
  const scenarios: Record<string, Scenario> = {}
  for (const rule of pack.rules) {
    // Which document its types are of is known to the compiler alone.
    const { observe, run } = rule as unknown as { readonly observe?: Observe; readonly run?: Run }
    if (observe) observers[rule.id] = observerOf((seen) => observe.call(rule, seen), folder)
    if (run) {
      scenarios[rule.id] = scenarioOf((tools) => run.call(rule, tools), rule.seconds ?? usualSeconds, folder)
    }
  }
  return {
    name: pack.name,
    ...(pack.title !== undefined && { title: pack.title }),
    appliesTo: choiceOf(pack, folder),
    rules: pack.rules.map((rule) => ruleOf(rule, pack)),
    observers,
    scenarios,
  }
}

/**
 * Packs of the user's own as the engine takes them.
 * @param taken ids of the rules that come with rampart
 * @param folder that the names of files are relative to in messages
 * @throws RampartError PACK_INVALID with everything that is wrong with them.
 */
export function packsOf(
  packs: readonly unknown[],
  taken: readonly string[],
  folder: string,
): readonly RulePack[] {
  const faults = packs.flatMap(packFaults)
  if (faults.length > 0) throw invalid(faults.join('\n'))
  const defined = packs as readonly PackDefinition[]
  const ids = defined.flatMap(({ rules }) => rules.map(({ id }) => id))
  const clashes = idFaults(ids, taken)
  if (clashes.length > 0) throw invalid(clashes.join('\n'))
  return defined.map((pack) => packOf(pack, folder))
}
