import { wrongUse } from '../../diagnostics/index.js'
import { packageInfo } from './package-info.js'

/**
 * Refuses a Node in which parts of rampart cannot be loaded: its own error would pass for a bug of rampart.
 * @param version the version of Node, without a v
 * @throws RampartError USAGE_INVALID
 */
export function requireNode(version: string): void {
  const needed = packageInfo().engines.node.replace('>=', '')
  if (version.localeCompare(needed, 'en', { numeric: true }) >= 0) return
  const message = `rampart needs Node ${needed} or newer, and this is Node ${version}`
  throw wrongUse(message, 'Install a newer Node, or choose one, for instance with "nvm use".')
}
