import { countUp, memberAt } from '../../document/index.js'
import type { HeaderList } from '../exchange/exchange.js'
import type { Api } from '../model/case.js'
import {
  OperationIndex,
  type RouteFinder,
  routeFinder,
  type VersionUnderTest,
} from '../session/version-under-test.js'
import {
  harEntriesOf,
  type RecordingInput,
  credentialHeaders,
  lineOf,
  masked,
  readEntry,
  type RecordedExchange,
  type Unjudgeable,
} from './recorded-entry.js'

const keyNames = /^(x-)?api[-_]?key$/i
const secretMembers = /"(?:[a-z_]*secret|api_?key)"\s*:\s*"((?:[^"\\]|\\.)+)"/gi
const webhookSecrets = /whsec_[A-Za-z0-9+/=_-]+/g

/** A shorter key would match in every text; its header is masked anyway. */
const shortestKey = 4

/** Shorter credentials may be ordinary words. */
const shortest = 8

const inUrl = ({ searchParams, password }: URL): string[] => {
  const named = [...searchParams].filter(([name]) => keyNames.test(name)).map(([, value]) => value)
  return [...named, password].filter((value) => value !== '')
}

const inText = (text: string): string[] => [
  ...[...text.matchAll(secretMembers)].flatMap(([, value = '']) => value),
  ...(text.match(webhookSecrets) ?? []),
]

/** The API keys and webhook secrets in an entry. */
const keysIn = ({ exchange: { request, response }, bodyIsKnown }: RecordedExchange): string[] => {
  const fields = [...request.headers, ...response.headers].filter(([name]) => keyNames.test(name))
  const inHeaders = fields.map(([, value]) => value).filter((value) => value.length >= shortestKey)
  const texts = [request.body ?? '', bodyIsKnown ? response.body : '']
  return [...inHeaders, ...inUrl(new URL(request.url)), ...texts.flatMap(inText)]
}

const credentialsIn = (headers: HeaderList): string[] =>
  headers
    .filter(([name]) => credentialHeaders.test(name))
    .flatMap(([, value]) => [value].concat(value.split(/[;,\s]+/)))
    .flatMap((part) => [part, part.slice(part.indexOf('=') + 1)])
    .filter((part) => part.length >= shortest)

/** A load balancer may set a new cookie in each response, so the number of credentials is limited. */
const mostCredentials = 500

export interface Survey {
  readonly entries: number
  /** The root of most calls to documented operations; undefined where there are none. */
  readonly baseUrl: string | undefined
  /** Entries below it. */
  readonly calls: number
  readonly secrets: readonly string[]
  /** Whether the suite made an entry, which it marks. */
  readonly isOfSuite: boolean
}

const mostPrefix = 12

const rootsOf = ({ origin, pathname }: URL): { readonly root: string; readonly rest: string }[] => {
  const segments = pathname.split('/').slice(1)
  return segments.slice(0, mostPrefix).map((_, index) => ({
    root: [origin, ...segments.slice(0, index)].join('/'),
    rest: `/${segments.slice(index).join('/')}`,
  }))
}

const mostOf = (counts: ReadonlyMap<string, number>): readonly [string | undefined, number] => {
  const rank = (root: string): number => (root.endsWith('/api') ? 1 : 0)
  const [best] = [...counts].toSorted(([a, x], [b, y]) => y - x || rank(b) - rank(a))
  return best ?? [undefined, 0]
}

const finderOf = (indexes: readonly OperationIndex[]): RouteFinder =>
  routeFinder(indexes.flatMap(({ routes }) => [...routes.keys()]))

/** A placeholder root for documents until the real one is known. */
export const anyBase = 'http://service.invalid/api'

/** Reads a recording for the API root and the secrets to mask. @throws RampartError RECORDING_SYNTAX. */
export async function surveyRecording(recording: RecordingInput, apis: readonly Api[]): Promise<Survey> {
  const find = finderOf(apis.map((api) => new OperationIndex({ ...api, baseUrl: anyBase })))
  const counts = new Map<string, number>()
  const keys = new Set<string>()
  const credentials = new Set<string>()
  let entries = 0
  let isOfSuite = false
  for await (const entry of harEntriesOf(recording)) {
    entries++
    isOfSuite ||= memberAt(entry, '_rampart') !== undefined
    const line = lineOf(entry)
    const fitting = line ? rootsOf(line.url).filter(({ rest }) => find(line.method, rest) !== undefined) : []
    for (const { root } of fitting) countUp(counts, root)
    // Only possible responses of the service are ever shown.
    const read = fitting.length > 0 ? readEntry(entry) : undefined
    for (const key of read ? keysIn(read) : []) keys.add(key)
    if (!read || credentials.size >= mostCredentials) continue
    const { request, response } = read.exchange
    for (const one of credentialsIn([...request.headers, ...response.headers])) credentials.add(one)
  }
  const [baseUrl, calls] = mostOf(counts)
  return { entries, baseUrl, calls, secrets: [...keys, ...credentials], isOfSuite }
}

/** The reason why an entry of a recording was not judged. */
export type Ignored = Unjudgeable | 'of another host or path' | 'of no operation in the documents'

/** @yields documented calls with their routes, or why an entry is not judged @throws RampartError */
export async function* callsOf(
  recording: RecordingInput,
  versions: ReadonlyMap<string, VersionUnderTest>,
  baseUrl: string,
): AsyncGenerator<(RecordedExchange & { readonly route: string }) | Ignored> {
  const find = finderOf(Array.from(versions.values(), ({ operations }) => operations))
  const base = new URL(`${baseUrl}/`)
  for await (const entry of harEntriesOf(recording)) {
    const line = lineOf(entry)
    const isBelow = line?.url.origin === base.origin && line.url.pathname.startsWith(base.pathname)
    const route = isBelow ? find(line.method, line.url.pathname.slice(base.pathname.length - 1)) : undefined
    const found = route === undefined ? undefined : readEntry(entry)
    if (!line) yield 'unreadable'
    else if (!isBelow) yield 'of another host or path'
    else if (route === undefined || found === undefined) yield 'of no operation in the documents'
    else yield found.against ?? { ...found, exchange: masked(found.exchange), route }
  }
}
