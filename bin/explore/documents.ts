import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Api } from '../../conformance/index.js'
import { fromSwagger, type GeneratorInput, readLeniently } from '../../generator/index.js'
import { readDocuments } from '../generate/inputs.js'
import { cachedCode } from '../output/cached-code.js'
import { counted, shortened } from '../../reporting/index.js'
import type { CommandContext } from '../process/context.js'
import type { ExploreOptions } from './options.js'
import { candidateUrls } from './base-url.js'
import { reachableRoot } from './reachable-root.js'
import { selected } from './selection.js'
import { byVersion } from './version-names.js'

/** Documents that a service is explored by, and the text that messages cite lines of. */
export interface ReadDocuments {
  readonly inputs: readonly GeneratorInput[]
  /** Names of those that were converted from Swagger 2.0. */
  readonly converted: readonly string[]
}

type Surface = Api['surface']

interface GeneratedIndex {
  readonly load: (version: string) => Promise<Surface>
}

/**
 * Reads the documents that options name: files, URLs, or standard input.
 * @throws RampartError DOCUMENT_UNREADABLE, DOCUMENT_SYNTAX, OPTION_INVALID, or one of fetching.
 */
export async function readExplored(
  options: Pick<ExploreOptions, 'document' | 'allowRefs'>,
  context: CommandContext,
): Promise<ReadDocuments> {
  const { document, allowRefs } = options
  const given = await readDocuments(
    { input: document, out: '', ...(allowRefs === undefined ? {} : { allowRefs }) },
    context,
  )
  const read = await Promise.all(
    given.map(async (input) => {
      const converted = await fromSwagger(input)
      return { input: converted ?? input, isConverted: converted !== undefined }
    }),
  )
  const converted = read.filter(({ isConverted }) => isConverted).map(({ input }) => input.file)
  for (const file of converted)
    context.stderr(`${file} is Swagger 2.0; it is read as OpenAPI 3.0, and so are its lines in messages.\n`)
  return { inputs: await byVersion(read.map(({ input }) => input)), converted }
}

/** Documents with what was generated from them. */
export interface ExploredSet extends Pick<ReadDocuments, 'inputs'> {
  /** One for each document, in order. */
  readonly apis: readonly Api[]
  /** Folder of the generated code. */
  readonly generated: string
}

/** Paths of operations that read, and need nothing for it. */
const readablePaths = (surface: Surface): string[] =>
  Object.values(surface.operations)
    .filter(
      ({ method, path, parameters }) =>
        method === 'get' && !path.includes('{') && !parameters.some(({ required }) => required),
    )
    .map(({ path }) => path)
    .slice(0, mostProbed)

/** So many paths are asked for where the API root is not clear. */
const mostProbed = 5

type Read = Awaited<ReturnType<typeof readLeniently>>

/** One line for whatever a document has that cannot be read: nothing is judged by that. */
const gapsLine = (file: string, problems: Read['problems']): string | undefined => {
  const [first] = problems
  if (!first) return undefined
  const at = first.where?.pointer === undefined ? '' : ` at ${first.where.pointer}`
  const parts = counted(problems.length, 'part')
  const line = `${file}: ${parts} cannot be read as written, so nothing is promised there`
  return `${line}; the first${at}: ${shortened(first.message, 200)}\n`
}

const apiOf = async (
  input: GeneratorInput,
  document: Api['document'],
  surface: Surface,
  options: ExploreOptions,
  context: CommandContext,
): Promise<Api> => {
  const given = options.baseUrl?.replaceAll('{version}', input.name)
  const roots = candidateUrls(given, input, document)
  const baseUrl = await reachableRoot(roots, readablePaths(surface), context)
  const operations = selected(Object.values(surface.operations), options, input.file)
  return { version: input.name, surface, document, baseUrl, operations }
}

/**
 * Documents as they are explored: with tables and validators, which are generated once and kept in the cache.
 * @throws RampartError of documents that cannot be read, OPTION_INVALID for a base URL, and SELECTION_EMPTY.
 */
export async function apisOf(
  { inputs }: ReadDocuments,
  options: ExploreOptions,
  context: CommandContext,
): Promise<ExploredSet> {
  const reading = { lenient: true, ...(options.allowRefs && { allowRefs: options.allowRefs }) }
  const read = await Promise.all(
    inputs.map(async (input) => ({ input, ...(await readLeniently(input, options.allowRefs)) })),
  )
  for (const { input, problems } of read) context.stderr(gapsLine(input.file, problems) ?? '')
  const outside = read
    .filter(({ isSelfContained }) => !isSelfContained)
    .map(({ root }) => JSON.stringify(root))
  const folder = await cachedCode(inputs, context.env, context.signal, reading, outside)
  const index = (await import(pathToFileURL(join(folder, 'index.js')).href)) as GeneratedIndex
  const apis = await Promise.all(
    read.map(async ({ input, root }) => apiOf(input, root, await index.load(input.name), options, context)),
  )
  return { inputs, apis, generated: folder }
}
