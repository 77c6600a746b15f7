import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import * as addresses from '#bundled/ipaddr.js'
import { RampartError } from '../../diagnostics/index.js'
import { type DigestEncoding, targetUrl } from '../delivery/delivery.js'
import { typeNamed, type WebhookDocument, webhookDocument, webhookVersions } from '../events/documents.js'
import type { FactorySettings } from './sending/delivery.js'

type OfFactory = Pick<FactorySettings, 'secret' | 'seed' | 'toolVersion' | 'customerId' | 'tolerance'>

/** Options of a drill. Times are in milliseconds. */
export interface DrillOptions extends OfFactory {
  readonly url: URL
  /** The documents whose events are sent, oldest first. */
  readonly documents: readonly WebhookDocument[]
  /** The kinds that are sent; all when it is absent. */
  readonly kinds?: readonly string[]
  /** Ids of the rules to judge; all when it is absent. */
  readonly rules?: readonly string[]
  readonly encoding?: DigestEncoding
  readonly timeoutMs?: number
  readonly chunkPauseMs?: number
  /** Time limit of the drill; none when it is absent. */
  readonly forMs?: number
  /** Further time to judge each rule of severity error once, for a receiver that handles one delivery after the other. */
  readonly patienceMs?: number
  /** Reports the number of processed events. */
  readonly hook?: URL
  /** The longest time that the receiver takes to process an acknowledged event. */
  readonly actMs?: number
  /** Most deliveries a second; unbounded when it is absent. */
  readonly rate?: number
  readonly signal: AbortSignal
  readonly onRule?: (id: string, version: string) => void
}

/** The kinds of a document to send; ping comes last, because receivers may treat it specially. */
export function kindsOf({ types }: WebhookDocument, wanted = types): readonly string[] {
  const kinds = types.filter((type) => wanted.includes(type))
  return kinds.toSorted((a, b) => +(a === 'ping') - +(b === 'ping'))
}

/** The documents of the requested versions, oldest first. @throws RampartError WEBHOOK_VERSION_UNKNOWN. */
export async function documentsChosen(versions?: readonly string[]): Promise<readonly WebhookDocument[]> {
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

/** Ranges of this machine and of private networks, among those of the library. */
const near = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'])

/** An IPv4 address within IPv6 counts as the IPv4 address. */
const isNear = (address: string): boolean => near.has(addresses.process(address).range())

/** True when every address of a URL's host is of this machine or a private network; a name without any cannot be reached. */
const isOnPrivateNetwork = async ({ hostname }: URL): Promise<boolean> => {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return isNear(host)
  const found = await lookup(host, { all: true }).catch(() => [])
  return found.every(({ address }) => isNear(address))
}

/** A URL for publication, without its query, which may contain a secret. */
export function shownUrl({ origin, pathname, search }: URL): string {
  return `${origin}${pathname}${search === '' ? '' : '?redacted'}`
}

/** The URL of an option. @throws RampartError OPTION_INVALID, DRILL_TARGET_PUBLIC if it needs permission. */
export async function urlChosen(option: string, text: string, allowPublic: boolean): Promise<URL> {
  const url = new URL(targetUrl(option, text))
  url.hash = ''
  if (allowPublic || (await isOnPrivateNetwork(url))) return url
  throw new RampartError('DRILL_TARGET_PUBLIC', { message: `${shownUrl(url)} is on the public internet` })
}
