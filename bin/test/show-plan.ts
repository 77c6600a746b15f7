import { type DocumentOutline, type Foreseen, foresee, keysFrom, outlineOf } from '../../conformance/index.js'
import { groupedBy } from '../../document/index.js'
import { counted } from '../../reporting/index.js'
import { colorsFor, type CommandContext } from '../process/context.js'
import { readSpecs } from '../input/documents.js'
import { registryFor } from '../packs/packs.js'
import { requireMatches, selected } from './apis.js'
import { documentsFor, outlinesOf } from './documents.js'
import type { ListedVersions, PlanInputs, TestOptions } from './command.js'
import { makePlan } from './plan.js'

const titles: Readonly<Record<Foreseen['will'], string>> = {
  run: 'will be judged',
  sandbox: 'will be judged on a sandbox, or with --allow-writes',
  skip: 'will be skipped',
  open: 'are not promised, and never judged',
}

const ruleLines = (steps: readonly Foreseen[]): string[] =>
  [...groupedBy(steps, ({ id }) => id)].map(([id, own]) => {
    const versions = own.map(({ version }) => (version === '*' ? 'service' : version))
    return `    ${id}  ${versions.join(' ')}`
  })

/** Skipped rules are grouped by reason; other endings have theirs in the title. */
const section = (will: Foreseen['will'], steps: readonly Foreseen[]): string[] => {
  if (will !== 'skip') return ruleLines(steps)
  const reasons = [...groupedBy(steps, ({ reason = '' }) => reason)]
  return reasons.flatMap(([reason, own]) => [`  ${reason}:`].concat(ruleLines(own)))
}

/** The number of results of steps: a rule has one for each of its versions, or one for the service. */
const resultsText = (steps: readonly Foreseen[]): string =>
  `${counted(steps.length, 'result')} of ${counted(new Set(steps.map(({ id }) => id)).size, 'rule')}`

/** A plan for a terminal: its size, judged rules, rules that need permission, and the needs of the rest. */
const renderPlan = (steps: readonly Foreseen[], bold: (text: string) => string): string => {
  const groups = groupedBy(steps, ({ will }) => will)
  const sections = (['run', 'sandbox', 'skip', 'open'] as const).flatMap((will) => {
    const own = groups.get(will)
    return own ? [[bold(`${resultsText(own)} ${titles[will]}:`)].concat(section(will, own)).join('\n')] : []
  })
  const all = `${resultsText(steps)} in all, one for each version that a rule is about.`
  return `${[all, ...sections].join('\n\n')}\n`
}

/** The documents, as far as a plan needs them, and their versions. */
const documentsOf = async (
  options: TestOptions,
  context: CommandContext,
): Promise<{ readonly listed: ListedVersions; readonly outlines: readonly DocumentOutline[] }> => {
  if (options.specs === undefined) {
    const { opened, listed } = await documentsFor(options, context)
    return { listed, outlines: outlinesOf(opened) }
  }
  const documents = await readSpecs(context.cwd, options.specs)
  return {
    listed: { versions: documents.map(({ name }) => name), default: null },
    outlines: documents.map(({ name, text }) => outlineOf(name, text)),
  }
}

/** The operations that cases are made for, by version; undefined where no option chooses among them. */
const chosenOperations = (
  options: TestOptions,
  outlines: readonly DocumentOutline[],
): Readonly<Record<string, readonly string[]>> | undefined => {
  if (options.include === undefined && options.exclude === undefined) return undefined
  const all = outlines.flatMap(({ operations }) => operations)
  requireMatches(all, options)
  const chosen = outlines.map(({ version, operations }) => {
    const own = selected(operations, options, `the document of ${version}`)
    return [version, own.map(({ method, path }) => `${method.toUpperCase()} ${path}`)] as const
  })
  return Object.fromEntries(chosen)
}

const renderOperations = (chosen: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(chosen)
    .map(([version, names]) => {
      const lines = [`Cases of ${version} are made of ${counted(names.length, 'operation')}:`]
      return `\n${lines.concat(names.map((name) => `    ${name}`)).join('\n')}\n`
    })
    .join('')

/** Shows what a run would do. It requests only the documents; with `--specs` nothing. */
export async function showPlan(
  options: TestOptions,
  inputs: PlanInputs,
  context: CommandContext,
): Promise<void> {
  const { listed, outlines } = await documentsOf(options, context)
  const registry = registryFor(inputs.packs, outlines)
  const urls = { baseUrl: options.baseUrl ?? '', specUrl: options.specUrl ?? '' }
  // The plan assumes that nothing may be written, because only a run finds out.
  const plan = makePlan(options, urls, listed, [], registry, inputs)
  const steps = foresee(registry, plan, keysFrom(plan, context.env))
  const tested = outlines.filter(({ version }) => plan.versions.includes(version))
  const operations = chosenOperations(options, tested)
  const json = `${JSON.stringify({ versions: plan.versions, operations, steps }, undefined, 2)}\n`
  const text = renderPlan(steps, colorsFor(context.color).bold) + renderOperations(operations ?? {})
  context.stdout(options.json === true ? json : text)
  const sent = options.specs === undefined ? 'Only the documents were asked for.' : 'Nothing was sent.'
  context.stderr(`${sent}\n`)
}
