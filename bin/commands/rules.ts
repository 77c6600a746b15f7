import { Command, Option } from 'commander'
import type * as suite from '../../conformance/index.js'
import type { Registry, Rule } from '../../conformance/index.js'
import type { ConfiguredPacks } from '../config/apply-config.js'
import { formatNames, type RuleFormat, ruleFormats } from '../../reporting/formats.js'
import { tableCell, tableRow } from '../../reporting/markdown.js'
import { withExamples } from '../output/help-text.js'
import { jsonHelp, withJson } from '../input/json-option.js'
import type { CommandContext } from '../process/context.js'

/** How versions are shown. */
type Scopes = Pick<typeof suite, 'datesOf' | 'scopeText'>

interface Options {
  readonly format: RuleFormat
  readonly json?: boolean
  readonly specs?: string
  readonly document?: readonly string[]
  readonly packs?: ConfiguredPacks
}

const kindText = (rule: Rule): string =>
  rule.kind === 'open' ? `not promised: ${rule.reason}` : rule.severity

const asText = (rules: readonly Rule[], { scopeText }: Scopes): string =>
  rules
    .map(
      (rule) =>
        `${rule.id}\n  ${rule.section} · ${scopeText(rule.versions)} · ${kindText(rule)}\n  ${rule.statement}\n`,
    )
    .join('\n')

const asMarkdown = (rules: readonly Rule[], { scopeText }: Scopes): string =>
  [
    '| Rule | Section | About | Judged as | Statement |',
    '|---|---|---|---|---|',
    ...rules.map((rule) => {
      const cells = [`\`${rule.id}\``, rule.section, scopeText(rule.versions), kindText(rule), rule.statement]
      return tableRow(cells.map(tableCell))
    }),
    '',
  ].join('\n')

const asJson = (rules: readonly Rule[], { datesOf }: Scopes): string => {
  const dated = rules.map((rule) => ({ ...rule, versions: datesOf(rule.versions) }))
  return `${JSON.stringify(dated, undefined, 2)}\n`
}

/** The printer of each format. */
const printers: Readonly<Record<RuleFormat, (rules: readonly Rule[], scopes: Scopes) => string>> = {
  text: asText,
  json: asJson,
  markdown: asMarkdown,
}

/** The rules of all packs; where documents are named, of those that are for them. */
const registryOfCommand = async (command: Command, context: CommandContext): Promise<Registry> => {
  const { specs, packs, document } = command.opts<Options>()
  const { everyPack, registryFor } = await import('../packs/packs-of-run.js')
  const all = await everyPack(packs, context)
  if (document !== undefined) {
    const { namedDocuments, outlinesOf } = await import('../test/documents.js')
    return registryFor(all, outlinesOf(await namedDocuments(document, {}, context)))
  }
  // A folder of the settings may have no documents yet.
  if (specs === undefined || command.getOptionValueSource('specs') !== 'cli') {
    return (await import('../../conformance/index.js')).registryOf(all)
  }
  const { readSpecs } = await import('../input/documents.js')
  const { outlineOf } = await import('../../conformance/index.js')
  const documents = await readSpecs(context.cwd, specs)
  return registryFor(
    all,
    documents.map(({ name, text }) => outlineOf(name, text)),
  )
}

/** The command `rampart rules`: every rule with the section that states it. */
export function rulesCommand(context: CommandContext): Command {
  const command = new Command('rules')
    .description(
      'List the rules of the contract suite, and those of your own, with the sections that state them.',
    )
    .argument('[pattern...]', 'ids of rules, for instance "quote/*"; with ! before it, to leave out')
    .addOption(
      new Option('--format <format>', 'how to print them').choices(formatNames(ruleFormats)).default('text'),
    )
    .option('--specs <dir>', 'only rules that are about the fetched documents in this folder')
    .option('--document <file...>', 'only rules that are about these documents (files or URLs)')
    .option('--json', jsonHelp)
  return withExamples(
    command,
    'npx rampart rules',
    'npx rampart rules "quote/*"',
    'npx rampart rules --document openapi.yaml',
    'npx rampart rules --format markdown',
  ).action(async (patterns: readonly string[], given: Options) => {
    const { format } = withJson(given, command)
    const scopes = await import('../../conformance/index.js')
    const registry = await registryOfCommand(command, context)
    const { rulesFor } = await import('../test/plan.js')
    const asked = new Set(rulesFor({ rules: patterns }, registry))
    const all = registry.rules.filter(({ id }) => asked.has(id))
    // Their own are what users look for.
    const isOwn = ({ pack }: Rule): boolean => pack !== undefined
    const rules = [...all.filter(isOwn), ...all.filter((rule) => !isOwn(rule))]
    context.stdout(printers[format](rules, scopes))
  })
}
