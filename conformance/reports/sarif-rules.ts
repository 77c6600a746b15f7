import { catalogue, type Rule, scopeText } from '../statements/index.js'
import type { Report, RuleResult } from '../model/report.js'

/** GitHub shows no more tags of a rule. */
const mostTags = 20

const tagsOf = ({ id, kind, needs, tags = [] }: Rule): string[] =>
  [...new Set([id.split('/')[0] ?? '', kind, ...needs, ...tags])].slice(0, mostTags)

const helpOf = (rule: Rule) => {
  const again = `rampart test --rules '${rule.id}'`
  const about = `${rule.section} (${scopeText(rule.versions)}).`
  return {
    text: `${rule.statement}\n\nStated in: ${about}\n\nTo judge it again: ${again}`,
    markdown: `${rule.statement}\n\n**Stated in:** ${about}\n\n**To judge it again:** \`${again}\``,
  }
}

const levelOf = ({ severity }: Pick<Rule, 'severity'>): 'error' | 'warning' => severity

const known = (rule: Rule) => ({
  id: rule.id,
  name: rule.id,
  shortDescription: { text: rule.title },
  fullDescription: { text: rule.statement },
  help: helpOf(rule),
  defaultConfiguration: { level: levelOf(rule) },
  properties: { tags: tagsOf(rule), precision: 'very-high', section: rule.section },
})

/** A report of another release may name rules that this one does not have. */
const unknown = (result: RuleResult) => ({
  id: result.id,
  name: result.id,
  shortDescription: { text: result.title ?? result.id },
  fullDescription: { text: result.statement },
  help: { text: `${result.statement}\n\nStated in: ${result.section}` },
  defaultConfiguration: { level: levelOf(result) },
  properties: { tags: [result.id.split('/')[0] ?? ''], section: result.section },
})

/** The rules of a report as reporting descriptors of SARIF (3.49), each once, in the order of the report. */
export function sarifRules({ results }: Report): readonly { readonly id: string }[] {
  const rules = new Map(catalogue.map((rule) => [rule.id, rule]))
  const first = new Map(results.toReversed().map((result) => [result.id, result]))
  return [...new Set(results.map(({ id }) => id))].flatMap((id) => {
    const [rule, result] = [rules.get(id), first.get(id)]
    if (rule) return known(rule)
    return result ? unknown(result) : []
  })
}
