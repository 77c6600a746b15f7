import { RampartError } from '../../diagnostics/index.js'
import type { GeneratorInput } from '../model/input.js'
import type { RawObject } from '../model/document.js'
import { isObject } from './pointer.js'

const refusedUrl = (ref: string, file: string): RampartError =>
  new RampartError('DOCUMENT_INVALID', {
    message: `${file}: "${ref}" is on another machine, and generating never uses the network`,
    where: { file },
    fix: 'Bundle the document into one file first, or keep the parts beside it.',
  })

/**
 * Brings documents that refer to other files into one tree, with @redocly/openapi-core.
 * @throws RampartError DOCUMENT_INVALID with every reference that does not resolve.
 */
export async function bundleFiles(input: GeneratorInput): Promise<RawObject> {
  const { BaseResolver, bundle, createConfig } = await import('@redocly/openapi-core')
  const config = await createConfig({})
  class LocalFilesOnly extends BaseResolver {
    override loadExternalRef(ref: string): ReturnType<InstanceType<typeof BaseResolver>['loadExternalRef']> {
      return /^[a-z][a-z0-9+.-]+:\/\//i.test(ref)
        ? Promise.reject(refusedUrl(ref, input.file))
        : super.loadExternalRef(ref)
    }
  }
  const result = await bundle({
    ref: input.file,
    config,
    externalRefResolver: new LocalFilesOnly(config.resolve),
  })
  const problems = result.problems
    .filter((problem) => problem.severity === 'error')
    .map((problem) => ({
      code: 'DOCUMENT_INVALID' as const,
      severity: 'error' as const,
      message: problem.message,
      where: { file: input.file, pointer: problem.location[0]?.pointer ?? '#' },
    }))
  if (problems.length > 0) {
    throw new RampartError('DOCUMENT_INVALID', {
      message: `${input.file}: ${problems.length} reference(s) to other files do not resolve`,
      where: { file: input.file },
      problems,
    })
  }
  const root: unknown = result.bundle.parsed
  return isObject(root) ? root : {}
}
