import { Command, Option } from 'commander'
import type { Rule, VersionScope } from '../../conformance/index.js'
import type { CommandContext } from '../process/context.js'

const scopeText = (scope: VersionScope): string => {
  if (scope === 'all') return 'every version'
  if (scope === 'service') return 'the service'
  return 'from' in scope ? `from ${scope.from}` : `before ${scope.before}`
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

const cell = (text: string): string => text.replaceAll('|', '\\|')

const asMarkdown = (rules: readonly Rule[]): string =>
  [
    '| Rule | Section | About | Judged as | Statement |',
    '|---|---|---|---|---|',
    ...rules.map((rule) => {
      const cells = [`\`${rule.id}\``, rule.section, scopeText(rule.versions), kindText(rule), rule.statement]
      return `| ${cells.map(cell).join(' | ')} |`
    }),
    '',
  ].join('\n')

/** The command `rampart rules`: every rule of the contract suite with its section of the specification. */
export const rulesCommand = (context: CommandContext): Command =>
  new Command('rules')
    .description('List the rules of the contract suite with their sections of the specification.')
    .addOption(
      new Option('--format <format>', 'how to print them')
        .choices(['text', 'json', 'markdown'])
        .default('text'),
    )
    .action(async ({ format }: { readonly format: string }) => {
      const { catalogue } = await import('../../conformance/index.js')
      const print = {
        text: asText,
        markdown: asMarkdown,
        json: (rules: readonly Rule[]) => `${JSON.stringify(rules, undefined, 2)}\n`,
      }
      context.stdout(print[format as keyof typeof print](catalogue))
    })
