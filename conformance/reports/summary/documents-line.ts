import { counted, shortened, wordFor } from '../../../reporting/index.js'
import type { Report } from '../../model/report.js'

const longestLine = 200

/** What a run was explored by: `1 document: openapi.yaml (Pets, 57 operations)`. */
export function documentsLine({ versions }: Report): string {
  const documents = versions.flatMap(({ document }) => document ?? [])
  const [first] = documents
  if (!first) return ''
  const { name, title, operations } = first
  const about = documents.length === 1 ? ` (${title}, ${counted(operations, 'operation')})` : ''
  const names = documents.map((one) => one.name).join(', ')
  return shortened(
    `${documents.length} ${wordFor(documents.length, 'document')}: ${documents.length === 1 ? name : names}${about}`,
    longestLine,
  )
}
