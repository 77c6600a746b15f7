import { randomInt } from 'node:crypto'
import { didYouMean, RampartError } from '../../diagnostics/index.js'
import { wildcard } from '../../document/index.js'
import { drillCatalogue } from './rules/catalogue.js'
import { isOnPrivateNetwork } from './private-network.js'
import { shownUrl } from './report.js'
import { targetUrl } from '../delivery/target.js'
import { typeNamed } from '../events/kinds.js'
import { type WebhookDocument, webhookDocument, webhookVersions } from '../events/documents.js'

/**
 * Ids of the rules that patterns select.
 * @throws RampartError DRILL_RULES_UNKNOWN for a pattern that selects none.
 */
export function rulesChosen(patterns: readonly string[] | undefined): readonly string[] {
  const ids = drillCatalogue.map(({ id }) => id)
  if (patterns === undefined) return ids
  const unknown = patterns.filter((pattern) => !ids.some((id) => wildcard(pattern).test(id)))
  if (unknown.length > 0) {
    throw new RampartError('DRILL_RULES_UNKNOWN', {
      message: unknown.map((name) => `no rule is named "${name}"${didYouMean(name, ids)}`).join('\n'),
    })
  }
  return ids.filter((id) => patterns.some((pattern) => wildcard(pattern).test(id)))
}

/** The documents of the requested versions, oldest first. @throws RampartError WEBHOOK_VERSION_UNKNOWN. */
export async function documentsChosen(
  versions: readonly string[] | undefined,
): Promise<readonly WebhookDocument[]> {
  const wanted = [...new Set(versions ?? (await webhookVersions()))].toSorted()
  return Promise.all(wanted.map((version) => webhookDocument(version)))
}

/** The requested kinds; undefined means all. @throws RampartError WEBHOOK_KIND_UNKNOWN. */
export function kindsChosen(
  kinds: readonly string[] | undefined,
  documents: readonly WebhookDocument[],
): readonly string[] | undefined {
  const types = [...new Set(documents.flatMap((document) => document.types))]
  return kinds?.map((kind) => typeNamed(kind, types))
}

/**
 * The URL of the receiver.
 * @throws RampartError OPTION_INVALID if it is missing, DRILL_TARGET_PUBLIC if it needs permission.
 */
export async function receiverChosen(to: string | undefined, allowPublic: boolean): Promise<URL> {
  if (to === undefined) {
    throw new RampartError('OPTION_INVALID', {
      message: 'no receiver was named',
      fix: 'Pass --to URL, the whole URL that deliveries are posted to.',
    })
  }
  const url = new URL(targetUrl('--to', to))
  url.hash = ''
  if (allowPublic || (await isOnPrivateNetwork(url))) return url
  throw new RampartError('DRILL_TARGET_PUBLIC', { message: `${shownUrl(url)} is on the public internet` })
}

/**
 * The URL of the receiver's hook, which reports the number of processed events.
 * @throws RampartError OPTION_INVALID, DRILL_TARGET_PUBLIC if it needs permission.
 */
export async function hookChosen(text: string, allowPublic: boolean): Promise<URL> {
  const url = new URL(targetUrl('--observe', text))
  if (allowPublic || (await isOnPrivateNetwork(url))) return url
  throw new RampartError('DRILL_TARGET_PUBLIC', { message: `${shownUrl(url)} is on the public internet` })
}

/** A random seed. */
export function anySeed(): number {
  return randomInt(2 ** 31 - 1)
}
