import type { CommandContext } from '../process/context.js'
import { RampartError, wrongUse } from '../../diagnostics/index.js'
import {
  bareTemplate,
  operationMatcher,
  ownServersOf,
  serversOf,
  unmatchedPattern,
} from '../../document/index.js'
import { linesIn } from '../../document/text/index.js'
import { given } from '../input/given.js'
import { baseUrlOf } from '../input/service-urls.js'
import type {
  Api,
  DocumentSource,
  OutlinedOperation,
  Registry,
  VersionCarrier,
} from '../../conformance/index.js'
import type { TestOptions } from './command.js'
import { counted, shortened } from '../../reporting/index.js'
import type { OpenDocument } from './documents.js'

/** Milliseconds that these requests may take together. */
const probeMs = 3_000

/** The status of the response to a path; undefined where there is none. */
const statusOf = async (url: string, signal: AbortSignal): Promise<number | undefined> => {
  const response = await fetch(url, { redirect: 'manual', signal }).catch(() => undefined)
  await response?.body?.cancel()
  return response?.status
}

/**
 * Of several API roots, the first one below which a path that reads and needs nothing answers other than 404; the last
 * one where none can be tried. Sends nothing when there is only one root, and no credentials.
 */
export async function reachableRoot(
  roots: readonly string[],
  paths: () => readonly string[],
  { signal }: Pick<CommandContext, 'signal'>,
): Promise<string> {
  const [first = '', ...others] = roots
  if (others.length === 0) return first
  const ends = AbortSignal.any([signal, AbortSignal.timeout(probeMs)])
  const probed = paths()
  for (const path of probed) {
    for (const root of roots) {
      const status = await statusOf(`${root}${path}`, ends)
      if (status !== undefined && status !== 404) return root
    }
  }
  // Without a path to try, the root in the document is used.
  return probed.length === 0 ? (others.at(-1) ?? first) : first
}

type Document = Readonly<Record<string, unknown>>

/** The origin of a document that came from a URL; undefined for a file. */
const originOf = (file: string): string | undefined =>
  /^https?:/i.test(file) && URL.canParse(file) ? new URL(file).origin : undefined

// The address of cloud metadata services, which return keys.
const isInternal = ({ hostname }: URL): boolean =>
  /^169\.254\.|^\[(?:fe[89ab]|::ffff:a9fe:|fd00:ec2::254\])|^100\.100\.100\.200$|^metadata(?:\.google\.internal)?\.?$/.test(
    hostname,
  )

const otherwise = 'set RAMPART_BASE_URL, or put baseUrl into rampart.config.ts'

/** The error for a document whose servers need permission, with the option that allows the first one. */
const unconfirmed = (file: string, server: URL | undefined): RampartError => {
  const none = 'no base URL was given'
  const pass = (what: string): string => `Pass --base-url ${what}, ${otherwise}.`
  if (server === undefined)
    return wrongUse(`${none}, and ${file} names no server that can be called`, pass('URL'))
  const named = `${file} names the server ${server.href}`
  if (isInternal(server))
    return wrongUse(
      `${none}, and ${named}, which is an internal address`,
      pass('with the address of the service'),
    )
  const isFile = originOf(file) === undefined
  const what = isFile ? 'a file does not decide where requests go' : 'that is a different origin than its own'
  const fix = `If requests and credentials may go there, pass --base-url ${server.href}, ${otherwise}.`
  return wrongUse(`${none}; ${named}, and ${what}`, fix)
}

const urlsOf = (servers: readonly string[], base: string | undefined): readonly URL[] =>
  servers.flatMap((server) => (URL.canParse(server, base) ? [new URL(server, base)] : []))

/**
 * API roots that a document may describe, the likeliest first: the given one, and that with the path of the document's
 * server. Without a given one it is the document's first server on the origin that the document came from, because a
 * document must not send requests and credentials elsewhere.
 */
export function candidateUrls(base: string | undefined, file: string, document: Document): readonly string[] {
  const servers = serversOf(document)
  if (base === undefined || base === '') {
    const origin = originOf(file)
    const urls = urlsOf(servers, origin && file).filter(({ protocol }) => /^https?:$/.test(protocol))
    const own = origin && urls.find((url) => url.origin === origin)
    if (!own) throw unconfirmed(file, urls[0])
    return [baseUrlOf(own.href)]
  }
  const root = baseUrlOf(base)
  const [server] = urlsOf(servers, root)
  const below = (server?.pathname ?? '/').replace(/\/+$/, '')
  return new URL(root).pathname === '/' && below !== '' ? [root, `${root}${below}`] : [root]
}

/** The operations that are selected by tag, path, method and path, or operation id; `*` stands for any text. */
export function selected<Operation extends OutlinedOperation>(
  operations: readonly Operation[],
  { include, exclude = [] }: Pick<TestOptions, 'include' | 'exclude'>,
  file: string,
): readonly Operation[] {
  const empty = (message: string, fix?: string): RampartError =>
    new RampartError('SELECTION_EMPTY', { message: `${file}${message}`, ...given({ fix }) })
  if (operations.length === 0)
    throw empty(' has no operations that can be read', 'Pass a document with operations below "paths".')
  const isIncluded = include === undefined ? () => true : operationMatcher(include)
  const isExcluded = operationMatcher(exclude)
  const kept = operations.filter((operation) => isIncluded(operation) && !isExcluded(operation))
  if (kept.length > 0) return kept
  throw empty(': --include and --exclude leave no operation')
}

/** Refuses a pattern of the command line that no operation matches, because it is probably a typo. */
export function requireMatches(
  operations: readonly OutlinedOperation[],
  options: Pick<TestOptions, 'include' | 'exclude' | 'sources'>,
): void {
  for (const option of ['include', 'exclude'] as const) {
    if (options.sources?.get(option) !== 'cli') continue
    const message = unmatchedPattern(option, options[option], operations)
    if (message !== undefined) throw new RampartError('SELECTION_EMPTY', { message })
  }
}

/** A document as a service is tested by it. */
export interface TestedDocument {
  readonly api: Api
  /** Its name and text, which messages cite lines of. */
  readonly source: DocumentSource
}

/** Options for the address of the service and the choice of operations. */
type ApiOptions = Pick<
  TestOptions,
  'document' | 'baseUrl' | 'include' | 'exclude' | 'versionHeader' | 'versionQuery' | 'sources'
>

/** Most paths that are tried to find the API root. */
const mostProbed = 5

/** Paths of operations that read without parameters, on the servers of the document. */
const readablePaths = ({ root, surface }: OpenDocument['opened']): string[] => {
  const found: string[] = []
  for (const { method, path, parameters, pointer } of Object.values(surface.operations)) {
    if (method !== 'get' || path.includes('{') || parameters.some(({ required }) => required)) continue
    if (ownServersOf(root, pointer)) continue
    if (found.push(path) === mostProbed) break
  }
  return found
}

/** Warns of the parts of a document that cannot be read, and so are not judged. */
export function warnOfUnreadParts({ input: { file }, opened }: OpenDocument, context: CommandContext): void {
  const [first] = opened.unread
  if (!first) return
  const count = new Set(opened.unread.map(({ pointer }) => pointer)).size
  const them = count === 1 ? 'it' : 'them'
  const line = `${file}: ${counted(count, 'part')} cannot be read as written, so nothing is judged by ${them}`
  const pointer = opened.pointerInText(first.pointer) ?? first.pointer
  context.stderr(`${line}; the first at ${pointer}: ${shortened(first.message, 200)}\n`)
}

/** An opened document at an address, with all of its operations. */
export function apiAt({ version, opened, input }: OpenDocument, baseUrl: string): Api {
  return {
    version,
    surface: { ...opened.surface, version },
    document: opened.root,
    baseUrl,
    operations: Object.values(opened.surface.operations),
    ...given({ origin: originOf(input.file) }),
    get unread() {
      return opened.unread
    },
  }
}

const addressOf = async (
  { version, opened, input }: OpenDocument,
  { document, baseUrl }: ApiOptions,
  context: CommandContext,
): Promise<string> => {
  const base = baseUrl?.replaceAll('{version}', encodeURIComponent(version))
  if (document === undefined) return baseUrlOf(base ?? '')
  const roots = candidateUrls(base, input.file, opened.root)
  return reachableRoot(roots, () => readablePaths(opened), context)
}

/**
 * Documents may be parts of one service. Where two have the same operation at one address, requests must say which
 * document they are for; otherwise one would be judged by the promises of the other.
 */
const requireCarrier = (
  documents: readonly TestedDocument[],
  options: ApiOptions,
  registry: Pick<Registry, 'service'>,
): void => {
  if (documents.length < 2 || registry.service || carrierOf(options)) return
  const seen = new Map<string, TestedDocument>()
  for (const one of documents) {
    const { baseUrl, operations } = one.api
    for (const { method, path } of operations) {
      const name = method.toUpperCase()
      const call = `${name} ${baseUrl}${bareTemplate(path)}`
      const other = seen.get(call) ?? one
      seen.set(call, other)
      if (other === one) continue
      const both = `${other.source.name} and ${one.source.name}`
      throw wrongUse(
        `${both} both have ${name} ${path} at ${baseUrl}, and no request says which of them it is for`,
        'Pass --version-header NAME or --version-query NAME, put {version} into --base-url, or leave the operation out with --exclude.',
      )
    }
  }
}

/** Documents for cases: with the address of the service and the selected operations. */
export async function apisOf(
  documents: readonly OpenDocument[],
  options: ApiOptions,
  registry: Pick<Registry, 'service'>,
  context: CommandContext,
): Promise<readonly TestedDocument[]> {
  requireMatches(
    documents.flatMap(({ opened }) => Object.values(opened.surface.operations)),
    options,
  )
  const isUnversioned = documents.length === 1 && !registry.service
  const tested: TestedDocument[] = []
  for (const one of documents) {
    warnOfUnreadParts(one, context)
    const { input, opened } = one
    const linesOf: DocumentSource['linesOf'] = (pointers) => linesIn(input.text, opened, pointers)
    // Documents of the service are not files of the user.
    const source = { name: input.file, isUnversioned, ...(options.document && { linesOf }) }
    const api = apiAt(one, await addressOf(one, options, context))
    const operations = selected(api.operations, options, input.file)
    tested.push({ api: Object.assign(api, { operations }), source })
  }
  requireCarrier(tested, options, registry)
  return tested
}

/** The header or parameter with the version of a request; undefined where there is none, or the path has it. */
export function carrierOf({
  versionHeader,
  versionQuery,
}: Pick<TestOptions, 'versionHeader' | 'versionQuery'>): VersionCarrier | undefined {
  if (versionHeader !== undefined) return { in: 'header', name: versionHeader }
  return versionQuery === undefined ? undefined : { in: 'query', name: versionQuery }
}
