import { memberAt } from '../../document/index.js'
import { type HeaderList } from '../exchange/exchange.js'
import type { Plan } from '../model/plan.js'
import { type RouteFinder, routeFinder } from '../session/operation-index.js'
import { loadVersions, type VersionUnderTest } from '../session/version-under-test.js'
import { entriesOf, type RecordingInput } from './har-stream.js'
import {
  credentialHeaders,
  type LeftOut,
  lineOf,
  readEntry,
  type RecordedEntry,
  recordedExchange,
  type RecordedExchange,
} from './recorded-entry.js'

const keyNames = /^(x-)?api[-_]?key$/i
const secretMembers = /"(?:[a-z_]*secret|api_?key)"\s*:\s*"((?:[^"\\]|\\.)+)"/gi
const webhookSecrets = /whsec_[A-Za-z0-9+/=_-]+/g

/** A shorter key would be found in every text; its header is masked all the same. */
const shortestKey = 4

/** Shorter credentials than this are words of any text. */
const shortest = 8

const inUrl = ({ searchParams, password }: URL): string[] => {
  const named = [...searchParams].filter(([name]) => keyNames.test(name)).map(([, value]) => value)
  return [...named, password].filter((value) => value !== '')
}

const inText = (text: string): string[] => [
  ...[...text.matchAll(secretMembers)].flatMap(([, value = '']) => value),
  ...(text.match(webhookSecrets) ?? []),
]

/** The API keys and webhook secrets that an entry shows. */
const keysIn = ({ url, asked, came, sent = '', body = '' }: RecordedEntry): string[] => {
  const headers = [...asked, ...came].filter(([name]) => keyNames.test(name)).map(([, value]) => value)
  const inHeaders = headers.filter((value) => value.length >= shortestKey)
  return [...inHeaders, ...inUrl(url), ...inText(sent), ...inText(body)]
}

const credentialsIn = (headers: HeaderList): string[] =>
  headers
    .filter(([name]) => credentialHeaders.test(name))
    .flatMap(([, value]) => [value].concat(value.split(/[;,\s]+/)))
    .flatMap((part) => [part, part.slice(part.indexOf('=') + 1)])
    .filter((part) => part.length >= shortest)

/** More credentials than anyone has: what a load balancer makes anew for each answer is none. */
const mostCredentials = 500

/** Facts of a recording before it is judged. */
export interface Survey {
  readonly entries: number
  /** The root below which most entries are calls of the documents' operations; undefined where none is. */
  readonly baseUrl: string | undefined
  /** Entries below it. */
  readonly calls: number
  /** Secrets that the recording shows. */
  readonly secrets: readonly string[]
  /** Whether an entry is of the suite, which marks its own. */
  readonly isOfSuite: boolean
}

const mostPrefix = 12

/** Roots that a URL may stand below, with the rest of its path. */
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

const finderOf = (versions: ReadonlyMap<string, VersionUnderTest>): RouteFinder =>
  routeFinder(Array.from(versions.values(), ({ operations }) => [...operations.routes.keys()]).flat())

/** The root that documents are read below as long as it is not known. */
export const anyBase = 'http://service.invalid/api'

/**
 * Reads a recording once without judging it: where the API is, and which secrets must not get out.
 * @throws RampartError RECORDING_SYNTAX.
 */
export async function surveyRecording(
  recording: RecordingInput,
  plan: Pick<Plan, 'generated' | 'versions'>,
): Promise<Survey> {
  const find = finderOf(await loadVersions({ ...plan, baseUrl: anyBase }))
  const counts = new Map<string, number>()
  const keys = new Set<string>()
  const credentials = new Set<string>()
  let entries = 0
  let isOfSuite = false
  for await (const entry of entriesOf(recording)) {
    entries++
    isOfSuite ||= memberAt(entry, '_rampart') !== undefined
    const line = lineOf(entry)
    const fitting = line ? rootsOf(line.url).filter(({ rest }) => find(line.method, rest) !== undefined) : []
    for (const { root } of fitting) counts.set(root, (counts.get(root) ?? 0) + 1)
    // Only what can be an answer of the service is ever shown.
    const read = fitting.length > 0 ? readEntry(entry) : undefined
    for (const key of read ? keysIn(read) : []) keys.add(key)
    if (read && credentials.size < mostCredentials)
      for (const one of credentialsIn([...read.asked, ...read.came])) credentials.add(one)
  }
  const [baseUrl, calls] = mostOf(counts)
  return { entries, baseUrl, calls, secrets: [...keys, ...credentials], isOfSuite }
}

/** Why an entry of a recording was not judged. */
export type Ignored = LeftOut | 'of another host or path' | 'of no operation in the documents'

/**
 * The entries of a recording that are calls of operations of the documents.
 * @yields each with the route of its operation, or why an entry is none that can be judged
 * @throws RampartError RECORDING_SYNTAX.
 */
export async function* callsOf(
  recording: RecordingInput,
  versions: ReadonlyMap<string, VersionUnderTest>,
  baseUrl: string,
): AsyncGenerator<(RecordedExchange & { readonly route: string }) | Ignored> {
  const find = finderOf(versions)
  const base = new URL(`${baseUrl}/`)
  for await (const entry of entriesOf(recording)) {
    const line = lineOf(entry)
    const isBelow = line?.url.origin === base.origin && line.url.pathname.startsWith(base.pathname)
    const route = isBelow ? find(line.method, line.url.pathname.slice(base.pathname.length - 1)) : undefined
    const found = route === undefined ? undefined : recordedExchange(entry)
    if (!line) yield 'unreadable'
    else if (!isBelow) yield 'of another host or path'
    else if (route === undefined || found === undefined) yield 'of no operation in the documents'
    else yield typeof found === 'string' ? found : { ...found, route }
  }
}
