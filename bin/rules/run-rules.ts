import type { Rule } from '../../conformance/index.js'
import { datesOf, scopeText } from '../../conformance/model/rule.js'
import type { Rules } from '../../conformance/run/schedule.js'
import type { RuleFormat } from '../../reporting/formats.js'
import { tableCell, tableRow } from '../../reporting/markdown.js'
import { rulesFor, listedRules } from '../packs/rules-asked.js'
import type { CommandContext } from '../process/context.js'
import type { RulesOptions } from './command.js'

const kindText = (rule: Rule): string =>
  rule.kind === 'open' ? `not promised: ${rule.reason}` : rule.severity

const asText = (rules: readonly Rule[]): string =>
  rules
    .map((rule) => {
      const head = [rule.section, scopeText(rule.versions), kindText(rule)].join(' · ')
      return `${rule.id}\n  ${head}\n  ${rule.statement}\n`
    })
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

/** The number of listed rules, in words. */
const countOf = (rules: readonly Rule[]): string => {
  const open = rules.filter(({ kind }) => kind === 'open').length
  return `Rules: ${rules.length}${open === 0 ? '' : `, ${open} of them not promised and never judged`}.`
}

const printers: Readonly<Record<RuleFormat, (rules: readonly Rule[]) => string>> = {
  text: asText,
  json: asJson,
  markdown: asMarkdown,
}

/** The rules of all packs; where documents are named, of those that are for them. */
const rulesOf = async ({ specs, packs, document }: RulesOptions, context: CommandContext): Promise<Rules> => {
  if (packs === undefined && document === undefined && specs === undefined) return listedRules()
  const { everyPack, registryFor } = await import('../packs/packs.js')
  const { outlineOf, registryOf } = await import('../../conformance/index.js')
  const all = await everyPack(packs, context)
  if (document !== undefined) {
    const { namedDocuments, outlinesOf } = await import('../test/documents.js')
    return registryFor(all, outlinesOf(await namedDocuments(document, {}, context)))
  }
  if (specs === undefined) return registryOf(all)
  const { readSpecs } = await import('../input/documents.js')
  const outlines = (await readSpecs(context.cwd, specs)).map(({ name, text }) => outlineOf(name, text))
  return registryFor(all, outlines)
}

/** Runs `rampart rules`. @param patterns ids of rules; all of them when there are none */
export async function runRules(
  patterns: readonly string[],
  options: RulesOptions,
  context: CommandContext,
): Promise<void> {
  const registry = await rulesOf(options, context)
  const asked = new Set(rulesFor({ rules: patterns }, registry))
  const all = registry.rules.filter(({ id }) => asked.has(id))
  // Users look for their own first.
  const isOwn = ({ pack }: Rule): boolean => pack !== undefined
  const rules = [...all.filter(isOwn), ...all.filter((rule) => !isOwn(rule))]
  context.stdout(printers[options.format](rules))
  context.stderr(`${countOf(rules)}\n`)
}
