import { didYouMean, RampartError } from '../../diagnostics/index.js'
import type {
  Api,
  DocumentSource,
  OutlinedOperation,
  Registry,
  VersionCarrier,
} from '../../conformance/index.js'
import type { TestOptions } from './command.js'
import { bareTemplate, namesOfOperation, operationMatcher } from '../../document/index.js'
import { locatePointers } from '../../document/text/index.js'
import type { OpenedSurface } from '../../generator/index.js'
import { counted, shortened } from '../../reporting/index.js'
import type { CommandContext } from '../process/context.js'
import { baseUrlOf } from '../input/service-urls.js'
import type { OpenDocument } from './documents.js'
import { candidateUrls, originOf, reachableRoot } from './base-url.js'

/**
 * The operations that are selected by tag, path, method and path, or operation id; `*` stands for any text.
 * @throws RampartError SELECTION_EMPTY when none is left.
 */
export function selected<Operation extends OutlinedOperation>(
  operations: readonly Operation[],
  { include, exclude = [] }: Pick<TestOptions, 'include' | 'exclude'>,
  file: string,
): readonly Operation[] {
  if (operations.length === 0)
    throw new RampartError('SELECTION_EMPTY', {
      message: `${file} has no operations that can be read`,
      where: { file },
      fix: 'Pass a document with operations below "paths".',
    })
  const isIncluded = include === undefined ? () => true : operationMatcher(include)
  const isExcluded = operationMatcher(exclude)
  const kept = operations.filter((operation) => isIncluded(operation) && !isExcluded(operation))
  if (kept.length > 0) return kept
  throw new RampartError('SELECTION_EMPTY', {
    message: `${file}: --include and --exclude leave no operation`,
    where: { file },
  })
}

/**
 * Refuses a pattern of the command line that no operation matches, because it is probably a typo.
 * @throws RampartError SELECTION_EMPTY.
 */
export function requireMatches(
  operations: readonly OutlinedOperation[],
  options: Pick<TestOptions, 'include' | 'exclude' | 'sources'>,
): void {
  for (const option of ['include', 'exclude'] as const) {
    if (options.sources?.get(option) !== 'cli') continue
    const stray = options[option]?.find((pattern) => !operations.some(operationMatcher([pattern])))
    if (stray === undefined) continue
    const names = new Set(operations.flatMap(namesOfOperation))
    throw new RampartError('SELECTION_EMPTY', {
      message: `--${option}: no operation has "${stray}" as its tag, path or operation id${didYouMean(stray, [...names])}`,
    })
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

/** Paths of operations that read without parameters. */
const readablePaths = ({ operations }: Api['surface']): string[] => {
  const found: string[] = []
  for (const { method, path, parameters } of Object.values(operations)) {
    if (method !== 'get' || path.includes('{') || parameters.some(({ required }) => required)) continue
    if (found.push(path) === mostProbed) break
  }
  return found
}

/** Warns of the parts of a document that cannot be read, and so are not judged. */
export function warnOfUnreadParts({ input: { file }, opened }: OpenDocument, context: CommandContext): void {
  const [first] = opened.unread
  if (!first) return
  const count = new Set(opened.unread.map(({ pointer }) => pointer)).size
  const line = `${file}: ${counted(count, 'part')} cannot be read as written, so nothing is judged by ${count === 1 ? 'it' : 'them'}`
  const pointer = opened.pointerInText(first.pointer) ?? first.pointer
  context.stderr(`${line}; the first at ${pointer}: ${shortened(first.message, 200)}\n`)
}

/** An opened document at an address, with all of its operations. */
export function apiAt({ version, opened, input }: OpenDocument, baseUrl: string): Api {
  const origin = originOf(input.file)
  return {
    version,
    surface: { ...opened.surface, version },
    document: opened.root,
    baseUrl,
    operations: Object.values(opened.surface.operations),
    ...(origin !== undefined && { origin }),
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
  const given = baseUrl?.replaceAll('{version}', encodeURIComponent(version))
  if (document === undefined) return baseUrlOf(given ?? '')
  const roots = candidateUrls(given, input.file, opened.root)
  return reachableRoot(roots, () => readablePaths(opened.surface), context)
}

const apiOf = async (document: OpenDocument, options: ApiOptions, context: CommandContext): Promise<Api> => {
  const api = apiAt(document, await addressOf(document, options, context))
  return Object.assign(api, { operations: selected(api.operations, options, document.input.file) })
}

/** The lines of JSON Pointers in the text of a document. */
const linesOf =
  (input: OpenDocument['input'], opened: OpenedSurface): NonNullable<DocumentSource['linesOf']> =>
  (pointers) => {
    const own = new Map(Array.from(pointers, (pointer) => [pointer, opened.pointerInText(pointer)]))
    const lines = locatePointers(input.text, new Set([...own.values()].filter((one) => one !== undefined)))
    return new Map(
      [...own].flatMap(([pointer, at = '']) => (lines.has(at) ? [[pointer, lines.get(at) ?? 0]] : [])),
    )
  }

/** A document by the user's name for it, with the lines of its pointers. */
const sourceOf = (
  { input, opened }: OpenDocument,
  isUnversioned: boolean,
  { document }: ApiOptions,
): DocumentSource => ({
  name: input.file,
  isUnversioned,
  // Documents of the service are not files of the user.
  ...(document !== undefined && { linesOf: linesOf(input, opened) }),
})

/**
 * Documents may be parts of one service, each with operations of its own. Where two have the same operation at one
 * address, requests must say which document they are for; otherwise one would be judged by the promises of the other.
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
      throw new RampartError('OPTION_INVALID', {
        message: `${both} both have ${name} ${path} at ${baseUrl}, and no request says which of them it is for`,
        fix: 'Pass --version-header NAME or --version-query NAME, put {version} into --base-url, or leave the operation out with --exclude.',
      })
    }
  }
}

/**
 * Documents for cases: with the address of the service and the selected operations.
 * @throws RampartError OPTION_INVALID for a base URL or for versions that cannot be told apart, and
 * SELECTION_EMPTY.
 */
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
    tested.push({
      api: await apiOf(one, options, context),
      source: sourceOf(one, isUnversioned, options),
    })
  }
  requireCarrier(tested, options, registry)
  return tested
}

/** Where requests say which version they are for; undefined where they do not, or where the path does. */
export function carrierOf({
  versionHeader,
  versionQuery,
}: Pick<TestOptions, 'versionHeader' | 'versionQuery'>): VersionCarrier | undefined {
  if (versionHeader !== undefined) return { in: 'header', name: versionHeader }
  return versionQuery === undefined ? undefined : { in: 'query', name: versionQuery }
}
