import { Command, Option } from 'commander'
import type { Rule } from '../../conformance/index.js'
import { datesOf, scopeText } from '../../conformance/model/rule.js'
import type { Rules } from '../../conformance/run/schedule.js'
import type { ConfiguredPacks } from '../config/apply-config.js'
import { formatNames, type RuleFormat, ruleFormats } from '../../reporting/formats.js'
import { tableCell, tableRow } from '../../reporting/markdown.js'
import { withExamples } from '../output/help-text.js'
import { jsonHelp, withJson } from '../input/json-option.js'
import { listedRules } from '../packs/listed-rules.js'
import { rulesFor } from '../packs/rules-asked.js'
import type { CommandContext } from '../process/context.js'

interface Options {
  readonly format: RuleFormat
  readonly json?: boolean
  readonly specs?: string
  readonly document?: readonly string[]
  readonly packs?: ConfiguredPacks
}

const kindText = (rule: Rule): string =>
  rule.kind === 'open' ? `not promised: ${rule.reason}` : rule.severity

const asText = (rules: readonly Rule[]): string =>
  rules
    .map(
      (rule) =>
        `${rule.id}\n  ${rule.section} · ${scopeText(rule.versions)} · ${kindText(rule)}\n  ${rule.statement}\n`,
    )
    .join('\n')

const asMarkdown = (rules: readonly Rule[]): string =>
  [
    '| Rule | Section | About | Judged as | Statement |',
    '|---|---|---|---|---|',
    ...rules.map((rule) => {
      const cells = [`\`${rule.id}\``, rule.section, scopeText(rule.versions), kindText(rule), rule.statement]
      return tableRow(cells.map(tableCell))
    }),
    '',
  ].join('\n')

const asJson = (rules: readonly Rule[]): string => {
  const dated = rules.map((rule) => ({ ...rule, versions: datesOf(rule.versions) }))
  return `${JSON.stringify(dated, undefined, 2)}\n`
}

/** How many rules are listed. */
const countOf = (rules: readonly Rule[]): string => {
  const open = rules.filter(({ kind }) => kind === 'open').length
  return `Rules: ${rules.length}${open === 0 ? '' : `, ${open} of them not promised and never judged`}.`
}

/** The printer of each format. */
const printers: Readonly<Record<RuleFormat, (rules: readonly Rule[]) => string>> = {
  text: asText,
  json: asJson,
  markdown: asMarkdown,
}

/** The rules of all packs; where documents are named, of those that are for them. */
const rulesOfCommand = async (command: Command, context: CommandContext): Promise<Rules> => {
  const { specs, packs, document } = command.opts<Options>()
  // A folder of the settings may have no documents yet.
  const folder = command.getOptionValueSource('specs') === 'cli' ? specs : undefined
  if (packs === undefined && document === undefined && folder === undefined) return listedRules()
  const { everyPack, registryFor } = await import('../packs/packs.js')
  const { outlineOf, registryOf } = await import('../../conformance/index.js')
  const all = await everyPack(packs, context)
  if (document !== undefined) {
    const { namedDocuments, outlinesOf } = await import('../test/documents.js')
    return registryFor(all, outlinesOf(await namedDocuments(document, {}, context)))
  }
  if (folder === undefined) return registryOf(all)
  const { readSpecs } = await import('../input/documents.js')
  const documents = await readSpecs(context.cwd, folder)
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
    const registry = await rulesOfCommand(command, context)
    const asked = new Set(rulesFor({ rules: patterns }, registry))
    const all = registry.rules.filter(({ id }) => asked.has(id))
    // Their own are what users look for.
    const isOwn = ({ pack }: Rule): boolean => pack !== undefined
    const rules = [...all.filter(isOwn), ...all.filter((rule) => !isOwn(rule))]
    context.stdout(printers[format](rules))
    context.stderr(`${countOf(rules)}\n`)
  })
}
