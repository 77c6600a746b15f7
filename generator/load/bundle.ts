import { dirname, isAbsolute, relative, resolve } from 'node:path'
import { realpath, stat } from 'node:fs/promises'
import type * as redocly from '@redocly/openapi-core'
import { type Problem, RampartError } from '../../diagnostics/index.js'
import type { RawObject } from '../model/document.js'
import type { GeneratorInput } from '../model/input.js'
import { isObject } from './pointer.js'

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

const failure = (file: string, problems: readonly Problem[], cause?: unknown): RampartError =>
  new RampartError('DOCUMENT_INVALID', {
    message: `${file}: ${problems.length} reference(s) to other files do not resolve`,
    where: { file },
    fix: 'Keep the parts beside the document, or bundle it into one file first.',
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
  const problems = result.problems
    .filter(({ severity }) => severity === 'error')
    .map(({ message, location }) => problem(file, location[0]?.pointer ?? '#', message))
  if (problems.length > 0 && !lenient) throw failure(file, problems)
  const tree: unknown = result.bundle.parsed
  // A tree of its own: the document was changed in place, and what is known of it is known no more.
  return isObject(tree) ? structuredClone(tree) : {}
}
