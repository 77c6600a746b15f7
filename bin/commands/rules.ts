import { Command, Option } from 'commander'
import type { Rule } from '../../conformance/index.js'
import type { CommandContext } from '../process/context.js'

/** Says of a rule which versions it is about. */
type About = (rule: Rule) => string

const kindText = (rule: Rule): string =>
  rule.kind === 'open' ? `not promised: ${rule.reason}` : rule.severity

const asText = (rules: readonly Rule[], about: About): string =>
  rules
    .map(
      (rule) => `${rule.id}\n  ${rule.section} · ${about(rule)} · ${kindText(rule)}\n  ${rule.statement}\n`,
    )
    .join('\n')

const cell = (text: string): string => text.replaceAll('|', '\\|')

const asMarkdown = (rules: readonly Rule[], about: About): string =>
  [
    '| Rule | Section | About | Judged as | Statement |',
    '|---|---|---|---|---|',
    ...rules.map((rule) => {
      const cells = [`\`${rule.id}\``, rule.section, about(rule), kindText(rule), rule.statement]
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
      const { catalogue, datesOf, scopeText } = await import('../../conformance/index.js')
      const print = {
        text: asText,
        markdown: asMarkdown,
        json: (rules: readonly Rule[]) =>
          `${JSON.stringify(
            rules.map((rule) => ({ ...rule, versions: datesOf(rule.versions) })),
            undefined,
            2,
          )}\n`,
      }
      context.stdout(print[format as keyof typeof print](catalogue, ({ versions }) => scopeText(versions)))
    })
