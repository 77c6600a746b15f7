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

A check judges every response of a run, whichever request asked for it, when all of its conditions hold. Checks of \`requests\`, \`security\` and \`methods\` judge only [cases](../any-api.md#how-requests-are-chosen), because only of a case is it known what is wrong with it. A rule passes when it judged a response and no response broke its promise. A response that is not judged does not count.

| Rule | Promise | Judged where | Not judged where |
|---|---|---|---|
${checks.map(row).join('\n')}
`
}
