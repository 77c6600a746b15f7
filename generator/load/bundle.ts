import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { realpath, stat } from 'node:fs/promises'
import type * as redocly from '@redocly/openapi-core'
import { type Problem, RampartError } from '../../diagnostics/index.js'
import type { RawObject } from '../model/document.js'
import type { GeneratorInput } from '../model/input.js'
import { parseDocumentText } from './parse.js'
import { isObject, resolvePointer } from './pointer.js'

type Bundled = Awaited<ReturnType<typeof redocly.bundle>>

/** What references of a document may lead to, and whether the run ends when one leads nowhere. */
export interface BundleOptions {
  readonly lenient: boolean
  /** Folders and hosts that are allowed by name. */
  readonly allowRefs: readonly string[]
}

const schemeOf = (ref: string): string | undefined => /^([a-z][a-z0-9+.-]+):/i.exec(ref)?.[1]?.toLowerCase()

const realPath = (path: string): Promise<string> => realpath(path).catch(() => resolve(path))

const isInside = (folder: string, path: string): boolean => {
  const way = relative(folder, path)
  return way !== '..' && !/^\.\.[/\\]/.test(way) && !isAbsolute(way)
}

/** Why a reference may not be followed; undefined when it may. */
const refusal = async (
  ref: string,
  file: string,
  allowed: readonly string[],
): Promise<string | undefined> => {
  const scheme = schemeOf(ref)
  if (scheme === 'http' || scheme === 'https') {
    const { host, hostname } = new URL(ref)
    return allowed.includes(host) || allowed.includes(hostname)
      ? undefined
      : `it leads to the host ${host}, which is not allowed`
  }
  // A drive letter of Windows is not taken for a scheme: it has one letter only.
  if (scheme !== undefined) return `it is a ${scheme}: URL, and only files and allowed hosts are read`
  const target = await realPath(ref)
  const folders = await Promise.all([dirname(resolve(file)), ...allowed].map(realPath))
  if (!folders.some((folder) => isInside(folder, target)))
    return 'it leads out of the folder of the document, which is not allowed'
  // A pipe or a device may have no end.
  const isFile = await stat(target).then(
    (found) => found.isFile() || found.isDirectory(),
    () => true,
  )
  return isFile ? undefined : 'it leads to something that is no file'
}

const bundled = async (
  input: GeneratorInput,
  root: RawObject,
  allowed: readonly string[],
): Promise<Bundled> => {
  const { BaseResolver, bundle, createConfig, Source } = await import('@redocly/openapi-core')
  class AllowedOnly extends BaseResolver {
    override async loadExternalRef(
      ref: string,
    ): Promise<Awaited<ReturnType<InstanceType<typeof BaseResolver>['loadExternalRef']>>> {
      const reason = await refusal(ref, input.file, allowed)
      if (reason !== undefined) throw new Error(reason)
      if (schemeOf(ref) === undefined) return super.loadExternalRef(ref)
      // An allowed host could send the reader on to one that is not.
      const response = await fetch(ref, { redirect: 'error' })
      if (!response.ok) throw new Error(`${ref} answered ${response.status}`)
      return new Source(ref, await response.text(), response.headers.get('content-type') ?? undefined)
    }
  }
  const config = await createConfig({})
  return bundle({
    doc: { source: new Source(resolve(input.file), input.text), parsed: root },
    config,
    externalRefResolver: new AllowedOnly(config.resolve),
  })
}

type Reported = Bundled['problems'][number]

/** The reference at a place of a file, as it is spelled there. */
const refAt = async (text: string, file: string, pointer: string): Promise<string | undefined> => {
  const tree = await parseDocumentText({ name: '', file, text }).catch(() => undefined)
  const holder = resolvePointer(tree, pointer)
  const ref = isObject(holder) ? holder['$ref'] : holder
  return typeof ref === 'string' ? ref : undefined
}

// What is wrong may be in one of the other files; its name is given as that of the document is.
const reported = async (input: GeneratorInput, { message, location }: Reported): Promise<Problem> => {
  const [place] = location
  const pointer = place?.pointer ?? '#'
  if (place === undefined) return problem(input.file, pointer, message)
  const { absoluteRef, body } = place.source
  const file = join(dirname(input.file), relative(dirname(resolve(input.file)), absoluteRef))
  const ref = await refAt(body, file, pointer)
  const reason = message.replace(/^Can't resolve \$ref:? ?/, '')
  const said = ref === undefined ? message : `"${ref}" names nothing${reason === '' ? '' : `: ${reason}`}`
  return problem(schemeOf(absoluteRef) === undefined ? file : absoluteRef, pointer, said)
}

const failure = (file: string, problems: readonly Problem[], cause?: unknown): RampartError =>
  new RampartError('DOCUMENT_INVALID', {
    message: `${file}: ${problems.length} ${problems.length === 1 ? 'reference leads' : 'references lead'} nowhere`,
    where: { file },
    fix: 'Keep the parts beside the document, or bundle it into one file first; with --lenient they are gaps.',
    problems,
    cause,
  })

const problem = (file: string, pointer: string, message: string): Problem => ({
  code: 'DOCUMENT_INVALID',
  severity: 'error',
  message,
  where: { file, pointer },
})

/**
 * Brings documents that refer to other files into one tree, with @redocly/openapi-core.
 * @throws RampartError DOCUMENT_INVALID with every reference that does not resolve.
 */
export async function bundleFiles(
  input: GeneratorInput,
  root: RawObject,
  { lenient, allowRefs }: BundleOptions,
): Promise<RawObject> {
  const { file } = input
  const result = await bundled(input, root, allowRefs).catch((cause: unknown) => {
    throw failure(file, [problem(file, '#', cause instanceof Error ? cause.message : String(cause))], cause)
  })
  const errors = result.problems.filter(({ severity }) => severity === 'error')
  if (errors.length > 0 && !lenient) {
    throw failure(file, await Promise.all(errors.map((error) => reported(input, error))))
  }
  const tree: unknown = result.bundle.parsed
  // A tree of its own: the document was changed in place, and what is known of it is known no more.
  return isObject(tree) ? structuredClone(tree) : {}
}
