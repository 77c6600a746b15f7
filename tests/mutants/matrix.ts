import { isOfDocuments } from '../../conformance/model/document-rules.js'
import { anchorOf } from '../docs/specification-page.js'
import { tableCell, tableRow } from '../../reporting/index.js'
import type { Fault } from '../../sandbox/index.js'

const pageOf = (rule: string): string =>
  isOfDocuments({ id: rule }) ? 'checks.md' : `specification.md#${anchorOf(rule)}`

const link = (rule: string): string => `[\`${rule}\`](${pageOf(rule)})`

/** Every fault with what it does and the rules that report it, as the tests of this folder prove it. */
export const renderMatrix = (faults: readonly Fault[]): string => {
  const rows = faults.map(({ name, rule, does, also }) =>
    tableRow([`\`${name}\``, tableCell(does), [rule, ...Object.keys(also)].map(link).join(', ')]),
  )
  return [
    '# Faults and the rules that report them',
    '',
    `The sandbox has ${faults.length} faults, which \`rampart sandbox --fault\` turns on. Each is reported by the rules beside it and by no other rule.`,
    '',
    '| Fault | What the service then does | Reported by |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
