import { jsonPointer, operationsIn } from '../../document/index.js'
import type { AffectedLine, ReportedChange } from '../model/report.js'

const prefix = 'calls '

/** A placeholder change for each operation of a document; its mentions in code are the calls of the operation. */
export function callsOf(document: unknown): readonly ReportedChange[] {
  return operationsIn(document, 'paths').map(({ method, name, node, path }): ReportedChange => {
    const operation = `${method} ${name}`
    const id = node['operationId']
    const location = { pointer: `#${jsonPointer(path)}` }
    return {
      id: 'calls',
      fingerprint: `${prefix}${operation}`,
      direction: 'neither',
      from: location,
      to: location,
      uses: [{ operation, ...(typeof id === 'string' ? { operationId: id } : {}), within: '' }],
      effect: 'may-break',
      sentence: operation,
      ruling: { verdict: 'ship', clause: 'none' },
    }
  })
}

/**
 * Removes the calls from the lines, and assigns to them the changes that reach the called operation and affect no
 * other line.
 */
export function withCalls(
  lines: readonly AffectedLine[],
  changes: readonly ReportedChange[],
): readonly AffectedLine[] {
  const touched = new Set(lines.flatMap((line) => line.changes))
  const byOperation = new Map<string, string[]>()
  for (const { fingerprint, effect, uses } of changes) {
    if (touched.has(fingerprint) || !['breaks', 'may-break'].includes(effect)) continue
    for (const { operation } of uses) {
      byOperation.set(operation, [...(byOperation.get(operation) ?? []), fingerprint])
    }
  }
  return lines.flatMap((line) => {
    const calls = line.changes.filter((change) => change.startsWith(prefix))
    const own = line.changes.filter((change) => !change.startsWith(prefix))
    const reached = calls.flatMap((call) => byOperation.get(call.slice(prefix.length)) ?? [])
    const all = [...new Set([...own, ...reached])]
    return all.length === 0 && line.kind === 'mention' ? [] : [{ ...line, changes: all }]
  })
}
