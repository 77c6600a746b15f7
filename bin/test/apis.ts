import { didYouMean, RampartError } from '../../diagnostics/index.js'
import type {
  Api,
  DocumentSource,
  OutlinedOperation,
  Registry,
  VersionCarrier,
} from '../../conformance/index.js'
import type { TestOptions } from './command.js'
import { bareTemplate, wildcard } from '../../document/index.js'
import { locatePointers } from '../../document/text/index.js'
import type { OpenedSurface } from '../../generator/index.js'
import { counted, shortened } from '../../reporting/index.js'
import type { CommandContext } from '../process/context.js'
import { baseUrlOf } from '../input/service-urls.js'
import type { OpenDocument } from './documents.js'
import { candidateUrls, originOf, reachableRoot } from './base-url.js'

const namesOf = ({ operationId = '', tags = [], path, method }: OutlinedOperation): string[] => [
  operationId,
  ...tags,
  path,
  `${method} ${path}`,
]

const matcher = (patterns: readonly string[]): ((operation: OutlinedOperation) => boolean) => {
  const expressions = patterns.map((pattern) => wildcard(pattern, 'i'))
  return (operation) => namesOf(operation).some((name) => expressions.some((one) => one.test(name)))
}

/**
 * The operations that are asked for by tag, path, method and path, or operation id; `*` stands for any text.
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
  const isIncluded = include === undefined ? () => true : matcher(include)
  const isExcluded = matcher(exclude)
  const kept = operations.filter((operation) => isIncluded(operation) && !isExcluded(operation))
  if (kept.length > 0) return kept
  throw new RampartError('SELECTION_EMPTY', {
    message: `${file}: --include and --exclude leave no operation`,
    where: { file },
  })
}

/**
 * Refuses a pattern of the command line that no operation matches: it would do nothing, and the typo would not show.
 * @throws RampartError SELECTION_EMPTY.
 */
export function requireMatches(
  operations: readonly OutlinedOperation[],
  options: Pick<TestOptions, 'include' | 'exclude' | 'sources'>,
): void {
  for (const option of ['include', 'exclude'] as const) {
    if (options.sources?.get(option) !== 'cli') continue
    const stray = options[option]?.find((pattern) => !operations.some(matcher([pattern])))
    if (stray === undefined) continue
    const names = new Set(operations.flatMap(namesOf))
    throw new RampartError('SELECTION_EMPTY', {
      message: `--${option}: no operation has "${stray}" as its tag, path or operation id${didYouMean(stray, [...names])}`,
    })
  }
}

/** Documents for cases, in order. */
export interface ApiSet {
  readonly apis: readonly Api[]
  /** The text of each, which messages cite lines of. */
  readonly sources: readonly DocumentSource[]
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

/** One line for each part of a document that cannot be read, and so is not judged. */
const unreadLine = (file: string, opened: OpenedSurface): string | undefined => {
  const [first] = opened.unread
  if (!first) return undefined
  const count = new Set(opened.unread.map(({ pointer }) => pointer)).size
  const line = `${file}: ${counted(count, 'part')} cannot be read as written, so nothing is judged by ${count === 1 ? 'it' : 'them'}`
  const pointer = opened.pointerInText(first.pointer) ?? first.pointer
  return `${line}; the first at ${pointer}: ${shortened(first.message, 200)}\n`
}

const apiOf = async (
  { version, opened, surface, input }: OpenDocument,
  options: ApiOptions,
  context: CommandContext,
): Promise<Api> => {
  const { root: document } = opened
  const given = options.baseUrl?.replaceAll('{version}', encodeURIComponent(version))
  const baseUrl =
    options.document === undefined
      ? baseUrlOf(given ?? '')
      : await reachableRoot(candidateUrls(given, input.file, document), () => readablePaths(surface), context)
  const operations = selected(Object.values(surface.operations), options, input.file)
  const origin = originOf(input.file)
  return {
    version,
    surface,
    document,
    baseUrl,
    operations,
    ...(origin !== undefined && { origin }),
    get unread() {
      return opened.unread
    },
  }
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
  { apis, sources }: ApiSet,
  options: ApiOptions,
  registry: Pick<Registry, 'service'>,
): void => {
  if (apis.length < 2 || registry.service || carrierOf(options)) return
  const seen = new Map<string, number>()
  for (const [index, { baseUrl, operations }] of apis.entries()) {
    for (const { method, path } of operations) {
      const name = method.toUpperCase()
      const other = seen.get(`${name} ${baseUrl}${bareTemplate(path)}`) ?? index
      seen.set(`${name} ${baseUrl}${bareTemplate(path)}`, other)
      if (other === index) continue
      const both = `${sources[other]?.name} and ${sources[index]?.name}`
      throw new RampartError('OPTION_INVALID', {
        message: `${both} both have ${name} ${path} at ${baseUrl}, and no request says which of them it is for`,
        fix: 'Pass --version-header NAME or --version-query NAME, put {version} into --base-url, or leave the operation out with --exclude.',
      })
    }
  }
}

/**
 * Documents as cases are made from them: with the address of the service, and the operations that are asked for.
 * @throws RampartError OPTION_INVALID for a base URL or for versions that cannot be told apart, and SELECTION_EMPTY.
 */
export async function apisOf(
  documents: readonly OpenDocument[],
  options: ApiOptions,
  registry: Pick<Registry, 'service'>,
  context: CommandContext,
): Promise<ApiSet> {
  requireMatches(
    documents.flatMap(({ surface }) => Object.values(surface.operations)),
    options,
  )
  const apis: Api[] = []
  for (const one of documents) {
    context.stderr(unreadLine(one.input.file, one.opened) ?? '')
    apis.push(await apiOf(one, options, context))
  }
  const isUnversioned = documents.length === 1 && !registry.service
  const set = { apis, sources: documents.map((one) => sourceOf(one, isUnversioned, options)) }
  requireCarrier(set, options, registry)
  return set
}

/** Where requests say which version they are for; undefined where they do not, or where the path does. */
export function carrierOf({
  versionHeader,
  versionQuery,
}: Pick<TestOptions, 'versionHeader' | 'versionQuery'>): VersionCarrier | undefined {
  if (versionHeader !== undefined) return { in: 'header', name: versionHeader }
  return versionQuery === undefined ? undefined : { in: 'query', name: versionQuery }
}
