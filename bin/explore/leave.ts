import { RampartError } from '../../diagnostics/index.js'
import type { CommandContext } from '../process/context.js'
import type { ExploreOptions } from './options.js'

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname === '[::1]' ||
  hostname.startsWith('127.') ||
  hostname.endsWith('.localhost')

const refused = (host: string, baseUrl: string): RampartError =>
  new RampartError('WRITES_REFUSED', {
    message: `${host} is another machine, so leave to write there has to stand on the command line, and it comes from RAMPART_ALLOW_WRITES or the config file`,
    where: { url: baseUrl },
  })

/**
 * Whether things may be created on a service: on this machine, unless `--no-allow-writes` says otherwise; elsewhere
 * only when this very command line says so.
 * @throws RampartError WRITES_REFUSED.
 */
export function leaveToWrite(
  baseUrl: string,
  { allowWrites, allowDestructive, sources }: ExploreOptions,
  context: CommandContext,
): boolean {
  const { hostname, host } = new URL(baseUrl)
  const isHere = isLoopback(hostname)
  const wanted = allowWrites ?? (allowDestructive === true || isHere)
  if (!wanted) {
    context.stderr(
      `${isHere ? '--no-allow-writes was given' : `${host} is another machine`}, so only what reads is called${isHere ? '' : '; pass --allow-writes to judge more'}.\n`,
    )
    return false
  }
  const isExplicit = sources?.get('allowWrites') === 'cli' || sources?.get('allowDestructive') === 'cli'
  if (!isHere && !isExplicit) throw refused(host, baseUrl)
  if (isHere && allowWrites === undefined)
    context.stderr(`${host} is this machine, so things are created there; --no-allow-writes prevents that.\n`)
  return true
}
