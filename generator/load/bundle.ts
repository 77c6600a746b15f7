import { resolve } from 'node:path'
import type * as redocly from '@redocly/openapi-core'
import { type Problem, RampartError } from '../../diagnostics/index.js'
import type { RawObject } from '../model/document.js'
import type { GeneratorInput } from '../model/input.js'
import { isObject } from './pointer.js'

type Bundled = Awaited<ReturnType<typeof redocly.bundle>>

const isAbsoluteUrl = (ref: string): boolean => /^[a-z][a-z0-9+.-]+:\/\//i.test(ref)

const bundled = async (input: GeneratorInput, root: RawObject): Promise<Bundled> => {
  const { BaseResolver, bundle, createConfig, Source } = await import('@redocly/openapi-core')
  class LocalFilesOnly extends BaseResolver {
    override loadExternalRef(ref: string): ReturnType<InstanceType<typeof BaseResolver>['loadExternalRef']> {
      return isAbsoluteUrl(ref)
        ? Promise.reject(new Error('it is a URL, and generating never uses the network'))
        : super.loadExternalRef(ref)
    }
  }
  const config = await createConfig({})
  return bundle({
    doc: { source: new Source(resolve(input.file), input.text), parsed: root },
    config,
    externalRefResolver: new LocalFilesOnly(config.resolve),
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
export async function bundleFiles(input: GeneratorInput, root: RawObject): Promise<RawObject> {
  const { file } = input
  const result = await bundled(input, root).catch((cause: unknown) => {
    throw failure(file, [problem(file, '#', cause instanceof Error ? cause.message : String(cause))], cause)
  })
  const problems = result.problems
    .filter(({ severity }) => severity === 'error')
    .map(({ message, location }) => problem(file, location[0]?.pointer ?? '#', message))
  if (problems.length > 0) throw failure(file, problems)
  const tree: unknown = result.bundle.parsed
  return isObject(tree) ? tree : {}
}
