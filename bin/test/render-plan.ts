import type { Foreseen } from '../../conformance/index.js'

const titles: Readonly<Record<Foreseen['will'], string>> = {
  run: 'will run',
  sandbox: 'will run on a sandbox, or with --allow-writes',
  skip: 'will be skipped',
  open: 'are not promised, and never judged',
}

const groupBy = <T extends string>(
  steps: readonly Foreseen[],
  key: (step: Foreseen) => T,
): ReadonlyMap<T, readonly Foreseen[]> => {
  const groups = new Map<T, Foreseen[]>()
  for (const step of steps) {
    const group = groups.get(key(step)) ?? []
    groups.set(key(step), group)
    group.push(step)
  }
  return groups
}

const ruleLines = (steps: readonly Foreseen[]): string[] =>
  [...groupBy(steps, ({ id }) => id)].map(([id, own]) => {
    const versions = own.map(({ version }) => (version === '*' ? 'service' : version))
    return `    ${id}  ${versions.join(' ')}`
  })

/** Why: the same for all that will be skipped for it; elsewhere the title has said it. */
const section = (will: Foreseen['will'], steps: readonly Foreseen[]): string[] => {
  if (will !== 'skip') return ruleLines(steps)
  const reasons = [...groupBy(steps, ({ reason = '' }) => reason)]
  return reasons.flatMap(([reason, own]) => [`  ${reason}:`].concat(ruleLines(own)))
}

/** A plan for a terminal: what runs, what waits for leave, what is missing for the rest. */
export function renderPlan(steps: readonly Foreseen[], bold: (text: string) => string): string {
  const groups = groupBy(steps, ({ will }) => will)
  const sections = (['run', 'sandbox', 'skip', 'open'] as const).flatMap((will) => {
    const own = groups.get(will)
    return own ? [[bold(`${own.length} ${titles[will]}`)].concat(section(will, own)).join('\n')] : []
  })
  return `${sections.join('\n\n')}\n`
}
