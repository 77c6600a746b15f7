import type { FetchEvent } from '../../fetch/index.js'
import type { CommandContext } from '../process/context.js'
import { RedrawnLine } from './redrawn-line.js'
import { counted } from '../../reporting/index.js'

const amount = (bytes: number): string => {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

const share = ({ receivedBytes, totalBytes }: Extract<FetchEvent, { type: 'progress' }>): string =>
  totalBytes ? `${Math.floor((100 * receivedBytes) / totalBytes)}%` : amount(receivedBytes)

const asLine = (event: FetchEvent, saysVersions: boolean): string | undefined => {
  if (event.type === 'list' && saysVersions)
    return `${counted(event.versions.length, 'version')}: ${event.versions.join(', ')}`
  if (event.type === 'retry') return `${event.reason} Trying again in ${(event.delayMs / 1000).toFixed(1)} s.`
  return undefined
}

/**
 * Shows what fetching does: a line per retry, and on a terminal one more line, redrawn, with what is on its way.
 * `clear` removes that line.
 * @param saysVersions whether the list of versions has a line too: where fetching is all that is done
 */
export function downloadProgress(
  context: Pick<CommandContext, 'stderr' | 'interactive'>,
  saysVersions = false,
): { readonly onEvent: (event: FetchEvent) => void; readonly clear: () => void } {
  const underWay = new Map<string, string>()
  const redrawn = new RedrawnLine(context)
  const onEvent = (event: FetchEvent): void => {
    if (event.type === 'progress') underWay.set(event.version, share(event))
    if (event.type === 'document') underWay.delete(event.version)
    const line = asLine(event, saysVersions)
    if (line === undefined) {
      return redrawn.draw([...underWay].map(([version, state]) => `${version} ${state}`).join('  '))
    }
    redrawn.clear()
    context.stderr(`${line}\n`)
  }
  return { onEvent, clear: () => redrawn.clear() }
}
