import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { realpath, stat } from 'node:fs/promises'
import type * as redocly from '@redocly/openapi-core'
import type { Problem, RampartError } from '../../diagnostics/index.js'
import type { GeneratorInput, RawObject } from '../model/document.js'
import { parseDocumentText } from './parse.js'
import { problemAt, inexactConstant, invalidDocument } from './problems.js'
import {
  cached,
  collectReferences,
  isObject,
  pointerTo,
  resolvePointer,
  segmentsOf,
} from '../../document/index.js'

type Bundled = Awaited<ReturnType<typeof redocly.bundle>>
type Reached = ReturnType<redocly.BaseResolver['parseDocument']>

/** The permitted targets of references, and whether a broken reference ends the run. */
interface BundleOptions {
  readonly lenient: boolean
  /** Folders and hosts that are permitted by name. */
  readonly allowRefs: readonly string[]
}

/** Timeout for a file from another host, in milliseconds. */
const longestFetch = 30_000

const schemeOf = (ref: string): string | undefined => /^([a-z][a-z0-9+.-]+):/i.exec(ref)?.[1]?.toLowerCase()

const realPath = (path: string): Promise<string> => realpath(path).catch(() => resolve(path))

const isInside = (folder: string, path: string): boolean => {
  const way = relative(folder, path)
  return way !== '..' && !/^\.\.[/\\]/.test(way) && !isAbsolute(way)
}

const isWeb = (file: string): boolean => /^https?:\/\//i.test(file)

/** The reason why a reference must not be followed; undefined if it may be. */
const refusal = async (ref: string, file: string, allowed: readonly string[]) => {
  const scheme = schemeOf(ref)
  if (scheme === 'http' || scheme === 'https') {
    const { host, hostname, origin } = new URL(ref)
    // Files beside a document on the web have its origin.
    if (isWeb(file) && new URL(file).origin === origin) return undefined
    const isAllowed = allowed.includes(host) || allowed.includes(hostname)
    return isAllowed ? undefined : `it leads to the host ${host}, which is not allowed`
  }
  // A scheme of one letter is a Windows drive.
  if (scheme !== undefined) return `it is a ${scheme}: URL, and only files and allowed hosts are read`
  const target = await realPath(ref)
  const folders = await Promise.all([dirname(resolve(file)), ...allowed].map(realPath))
  if (!folders.some((folder) => isInside(folder, target)))
    return 'it leads out of the folder of the document, which is not allowed'
  // Reading a pipe or a device may never end.
  const isFile = await stat(target).then(
    (found) => found.isFile() || found.isDirectory(),
    () => true,
  )
  return isFile ? undefined : 'it does not lead to a file'
}

/** @param files takes the text of each file that a reference leads to; undefined if it is not read from disk */
const bundled = async (
  input: GeneratorInput,
  root: RawObject,
  allowed: readonly string[],
  files: Map<string, string | undefined>,
) => {
  const { BaseResolver, bundle, createConfig, Source } = await import('@redocly/openapi-core')
  const texts = new Map<unknown, unknown>()
  /** Reads all files with the same checks as the document. */
  const read = async (source: InstanceType<typeof Source>): Promise<typeof source> => {
    const { absoluteRef: file, body, mimeType = '' } = source
    if (!/\.(?:json|ya?ml)$/.test(file) && !/json|yaml|openapi/.test(mimeType)) return source
    const { value, inexact } = await parseDocumentText({ name: '', file, text: body })
    const constant = inexactConstant(inexact)
    if (constant) {
      const pointer = pointerTo(constant.path)
      throw new Error(`${pointer} is ${constant.literal}, which JavaScript reads as another number`)
    }
    texts.set(source, value)
    return source
  }
  class AllowedOnly extends BaseResolver {
    override parseDocument(source: InstanceType<typeof Source>, isRoot?: boolean): Reached {
      return texts.has(source) ? { source, parsed: texts.get(source) } : super.parseDocument(source, isRoot)
    }

    override async loadExternalRef(ref: string): ReturnType<redocly.BaseResolver['loadExternalRef']> {
      const reason = await refusal(ref, input.file, allowed)
      const path = relative(dirname(resolve(input.file)), ref)
      files.set(path, undefined)
      if (reason !== undefined) throw new Error(reason)
      if (schemeOf(ref) === undefined) {
        const source = await super.loadExternalRef(ref)
        files.set(path, source.body)
        return read(source)
      }
      // An allowed host could redirect to one that is not allowed.
      const response = await fetch(ref, { redirect: 'error', signal: AbortSignal.timeout(longestFetch) })
      if (!response.ok) throw new Error(`${ref} answered ${response.status}`)
      return read(new Source(ref, await response.text(), response.headers.get('content-type') ?? undefined))
    }
  }
  const config = await createConfig({})
  const base = isWeb(input.file) ? input.file : resolve(input.file)
  const doc = { source: new Source(base, input.text), parsed: root }
  return bundle({ doc, config, externalRefResolver: new AllowedOnly(config.resolve) })
}

/** Parses each file once, because a file may have thousands of references that do not resolve. */
const treeReader = () => {
  const trees = new Map<string, Promise<unknown>>()
  return (file: string, text: string): Promise<unknown> =>
    cached(trees, file, async () => {
      const parsed = await parseDocumentText({ name: '', file, text }).catch(() => undefined)
      return parsed?.value
    })
}

type TreeReader = ReturnType<typeof treeReader>

const refAt = (tree: unknown, pointer: string): string | undefined => {
  const holder = resolvePointer(tree, pointer)
  const ref = isObject(holder) ? holder['$ref'] : holder
  return typeof ref === 'string' ? ref : undefined
}

// Some tools join the files of a document as texts, where such references lead to components of the whole.
const meantElsewhere = (input: GeneratorInput, root: RawObject, file: string, ref = ''): string => {
  if (file === input.file || !ref.startsWith('#') || resolvePointer(root, ref) === undefined) return ''
  const name = relative(dirname(file), input.file).replaceAll('\\', '/')
  return `"#" is this file; write "${name}${ref}"`
}

// The problem may be in another file, whose name is given in the same form as that of the document.
const reported = async (
  input: GeneratorInput,
  root: RawObject,
  { message, location }: Bundled['problems'][number],
  treeOf: TreeReader,
) => {
  const [first] = location
  const pointer = first?.pointer ?? '#'
  if (first === undefined) return problemAt(input.file, segmentsOf(pointer), message)
  const { absoluteRef, body } = first.source
  const file = join(dirname(input.file), relative(dirname(resolve(input.file)), absoluteRef))
  // A converted document has other pointers than its text.
  const ref = refAt(body === input.text ? root : await treeOf(file, body), pointer)
  const reason = message.replace(/^Can't resolve \$ref:? ?/, '') || meantElsewhere(input, root, file, ref)
  const text = ref === undefined ? message : `"${ref}" does not resolve${reason === '' ? '' : `: ${reason}`}`
  return problemAt(schemeOf(absoluteRef) === undefined ? file : absoluteRef, segmentsOf(pointer), text)
}

/**
 * Bundles all files of a document by @redocly/openapi-core. @throws RampartError DOCUMENT_INVALID
 * @param options absent for a command that has none of them
 */
export async function bundleFiles(input: GeneratorInput, root: RawObject, options?: BundleOptions) {
  const { lenient = false, allowRefs = [] } = options ?? {}
  const { file } = input
  const failure = (problems: readonly Problem[], cause?: unknown): RampartError =>
    invalidDocument(file, problems, {
      what: problems.length === 1 ? 'reference does not resolve' : 'references do not resolve',
      fix: options
        ? 'Put the files beside the document, allow where they are with --allow-refs, or bundle it into one file first; with --lenient such references are gaps.'
        : 'Put the files beside the document, or bundle it into one file first.',
      cause,
    })
  const files = new Map<string, string | undefined>()
  const result = await bundled(input, root, allowRefs, files).catch((cause: unknown) => {
    // The error does not name the reference.
    const message = cause instanceof Error ? cause.message : String(cause)
    const outward = collectReferences(root).filter(({ ref }) => !ref.startsWith('#'))
    const problems = outward.map(({ ref, path }) => problemAt(file, path, `"${ref}": ${message}`))
    throw failure(problems, cause)
  })
  const errors = result.problems.filter(({ severity }) => severity === 'error')
  if (errors.length > 0 && !lenient) {
    const treeOf = treeReader()
    throw failure(await Promise.all(errors.map((error) => reported(input, root, error, treeOf))))
  }
  const tree: unknown = result.bundle.parsed
  // Cloned, because the bundler mutated the document and memoized results are keyed by identity.
  const others = Object.fromEntries([...files].toSorted(([one], [other]) => (one < other ? -1 : 1)))
  return { tree: isObject(tree) ? structuredClone(tree) : {}, others }
}
