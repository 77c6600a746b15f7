import { OperationIndex } from '../session/operation-index.js'
import type { VersionUnderTest } from '../session/version-under-test.js'
import { headerValue, type HeaderList } from '../exchange/exchange.js'
import { entriesOf, type RecordingInput } from './har-stream.js'
import { PathMatcher } from './path-matcher.js'
import { memberAt } from '../../document/index.js'
import { bodyText } from './recorded-body.js'
import { headersOf, lineOf } from './recorded-entry.js'
import { primitiveText } from './primitive-text.js'

const keyNames = /^(x-)?api[-_]?key$/i
const credentialNames = /^(proxy-)?authorization$|^(set-)?cookie$/i
const secretMembers = /"(?:[a-z_]*secret|api_?key)"\s*:\s*"((?:[^"\\]|\\.)+)"/gi
const webhookSecrets = /whsec_[A-Za-z0-9+/=_-]+/g

/** A shorter key would be found in every text; its header is masked all the same. */
const shortestKey = 4

/** Shorter credentials than this are words of any text. */
const shortest = 8

const headersIn = (entry: unknown): HeaderList => [
  ...headersOf(memberAt(entry, 'request', 'headers')),
  ...headersOf(memberAt(entry, 'response', 'headers')),
]

const keysIn = (headers: HeaderList): string[] =>
  headers
    .filter(([name, value]) => keyNames.test(name) && value.length >= shortestKey)
    .map(([, value]) => value)

const credentialsIn = (headers: HeaderList): string[] =>
  headers
    .filter(([name]) => credentialNames.test(name))
    .flatMap(([, value]) => [value].concat(value.split(/[;,\s]+/)))
    .flatMap((part) => [part, part.slice(part.indexOf('=') + 1)])
    .filter((part) => part.length >= shortest)

const inUrl = (url: string): string[] => {
  if (!URL.canParse(url)) return []
  const { searchParams, password } = new URL(url)
  const named = [...searchParams].filter(([name]) => keyNames.test(name)).map(([, value]) => value)
  return [...named, password].filter((value) => value !== '')
}

const inText = (text: string): string[] => [
  ...[...text.matchAll(secretMembers)].flatMap(([, value = '']) => value),
  ...(text.match(webhookSecrets) ?? []),
]

/** More credentials than anyone has: what a load balancer makes anew for each answer is none. */
const mostCredentials = 500

/** Collects the secrets that entries show: API keys, webhook secrets, and of cookies and the like the first ones. */
class Secrets {
  readonly #keys = new Set<string>()
  readonly #credentials = new Set<string>()

  /** @param body text of the answer */
  add(entry: unknown, body: string): void {
    const headers = headersIn(entry)
    const url = primitiveText(memberAt(entry, 'request', 'url')) ?? ''
    const sent = primitiveText(memberAt(entry, 'request', 'postData', 'text')) ?? ''
    for (const key of [...keysIn(headers), ...inUrl(url), ...inText(sent), ...inText(body)])
      this.#keys.add(key)
    if (this.#credentials.size >= mostCredentials) return
    for (const credential of credentialsIn(headers)) this.#credentials.add(credential)
  }

  /** Everything that was found. */
  get all(): readonly string[] {
    return [...this.#keys, ...this.#credentials]
  }
}

/** Facts of a recording before it is judged. */
export interface Survey {
  readonly entries: number
  /** The root below which most entries are calls of the documents' operations; undefined where none is. */
  readonly baseUrl: string | undefined
  /** Entries below it. */
  readonly calls: number
  /** Secrets that the recording shows. */
  readonly secrets: readonly string[]
}

const mostPrefix = 12

/** A matcher over the operations of all versions. */
export function matcherOf(versions: Iterable<VersionUnderTest>, baseUrl: string): PathMatcher {
  const matcher = new PathMatcher()
  for (const { surface } of versions) {
    for (const route of new OperationIndex(surface, baseUrl).routes.keys()) matcher.add(route)
  }
  return matcher
}

/** Roots that a URL may stand below, with the rest of its path. */
const rootsOf = ({ origin, pathname }: URL): { readonly root: string; readonly rest: string }[] => {
  const segments = pathname.split('/').slice(1)
  return segments.slice(0, mostPrefix).map((_, index) => ({
    root: [origin, ...segments.slice(0, index)].join('/'),
    rest: `/${segments.slice(index).join('/')}`,
  }))
}

const answerBody = (entry: unknown): string => {
  const headers = headersOf(memberAt(entry, 'response', 'headers'))
  const facts = {
    packing: headerValue(headers, 'content-encoding') ?? '',
    contentType: headerValue(headers, 'content-type') ?? '',
    size: -1,
  }
  return bodyText(memberAt(entry, 'response', 'content'), facts) ?? ''
}

const mostOf = (counts: ReadonlyMap<string, number>): readonly [string | undefined, number] => {
  const rank = (root: string): number => (root.endsWith('/api') ? 1 : 0)
  const [best] = [...counts].toSorted(([a, x], [b, y]) => y - x || rank(b) - rank(a))
  return best ?? [undefined, 0]
}

/**
 * Reads a recording once without judging it: where the API is, and which secrets must not get out.
 * @throws RampartError RECORDING_SYNTAX.
 */
export async function survey(
  recording: RecordingInput,
  versions: Iterable<VersionUnderTest>,
): Promise<Survey> {
  const matcher = matcherOf(versions, 'http://service.invalid/api')
  const counts = new Map<string, number>()
  const secrets = new Secrets()
  let entries = 0
  for await (const entry of entriesOf(recording)) {
    entries++
    const line = lineOf(entry)
    const roots = line ? rootsOf(line.url) : []
    const fitting = roots.filter(({ rest }) => matcher.find(line?.method ?? '', rest) !== undefined)
    for (const { root } of fitting) counts.set(root, (counts.get(root) ?? 0) + 1)
    // Only what can be an answer of the service is ever shown.
    if (fitting.length > 0) secrets.add(entry, answerBody(entry))
  }
  const [baseUrl, calls] = mostOf(counts)
  return { entries, baseUrl, calls, secrets: secrets.all }
}
