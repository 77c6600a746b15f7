import { exploreRules } from '../model/document-rules.js'
import { type Check, checks } from './checks.js'

const row = ({ rule, when }: Check): string => {
  const where = when.filter(({ isNegated }) => !isNegated).map(({ words }) => words)
  const notWhere = when.filter(({ isNegated }) => isNegated).map(({ words }) => words)
  return `| \`${rule}\` | ${exploreRules[rule].statement} | ${where.join('; ')} | ${notWhere.join('; ')} |`
}

/** docs/reference/checks.md from the table of checks: one row each, with its preconditions. */
export function checksPage(): string {
  return `# When a response is judged

Each check judges the responses of every run, whoever asked for them, where all of its conditions hold; those of \`requests\`, \`security\` and \`methods\` judge [cases](../any-api.md) alone, of which it is known what they ask. A rule passes where it judged a response, and none broke its promise. What is not judged counts neither way.

| Rule | Promise | Judged where | Not judged where |
|---|---|---|---|
${checks.map(row).join('\n')}
`
}
