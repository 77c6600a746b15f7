import type { Report, RuleResult } from '../model/report.js'

const helpOf = ({ id, section, statement }: RuleResult) => {
  const again = `rampart test --rules '${id}'`
  return {
    text: `${statement}\n\nStated in: ${section}.\n\nTo judge it again: ${again}`,
    markdown: `${statement}\n\n**Stated in:** ${section}.\n\n**To judge it again:** \`${again}\``,
  }
}

const descriptorOf = (result: RuleResult) => ({
  id: result.id,
  name: result.id,
  shortDescription: { text: result.title ?? result.id },
  fullDescription: { text: result.statement },
  help: helpOf(result),
  defaultConfiguration: { level: result.severity },
  properties: {
    tags: [result.id.split('/')[0] ?? ''],
    precision: 'very-high',
    section: result.section,
  },
})

/** The rules of a report as reporting descriptors of SARIF (3.49), each once, in the order of the report. */
export function sarifRules({ results }: Report): readonly { readonly id: string }[] {
  // Of a rule with several results the first one speaks.
  const first = new Map(results.toReversed().map((result) => [result.id, result]))
  return [...new Set(results.map(({ id }) => id))].flatMap((id) => {
    const result = first.get(id)
    return result ? descriptorOf(result) : []
  })
}
