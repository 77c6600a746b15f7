import { RampartError } from '../../diagnostics/index.js'
import { flagOf } from '../output/shell-text.js'
import type { ExploreOptions } from './options.js'

/** Options of the suite of the payment API, and of how vitest cuts it. */
const foreign = [
  'specUrl',
  'versions',
  'shard',
  'plan',
  'specs',
  'secondKeyEnv',
  'customerId',
  'recipientAccountId',
  'subPartnerId',
  'provocations',
  'webhookPort',
  'webhookUrl',
  'onlyFailed',
] as const

/**
 * Refuses options that mean nothing where a service is explored by its documents.
 * @throws RampartError OPTION_INVALID.
 */
export function requireSense(options: ExploreOptions): void {
  const wrong = foreign.find((name) => options.sources?.get(name) === 'cli')
  if (wrong !== undefined) {
    throw new RampartError('OPTION_INVALID', {
      message: `${flagOf(wrong)} and --document exclude each other: it is about the rules of the payment API`,
    })
  }
  const { document, versionHeader, versionQuery } = options
  const carrier = versionHeader === undefined ? versionQuery && 'versionQuery' : 'versionHeader'
  if (carrier !== undefined && carrier !== '' && document.length < 2) {
    throw new RampartError('OPTION_INVALID', {
      message: `${flagOf(carrier)} does nothing with one document: name each version's document with --document`,
    })
  }
}
