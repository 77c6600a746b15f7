import { createRequire } from 'node:module'
import type { GlobalContext, resolveRef } from 'openapi-typescript'
import type ts from 'typescript'

// Required as CommonJS: an import would first scan the compiler's nine megabytes for export names, which takes a
// quarter of a second.
const require = createRequire(import.meta.url)

const compiler: typeof ts = require('typescript')

/** The library's printing modules, without those that prepare documents. */
interface LibraryModule {
  readonly resolveRef: typeof resolveRef
  readonly transformSchema: (root: object, context: Omit<GlobalContext, 'redoc'>) => ts.Node[]
  readonly scanDiscriminators: (
    root: object,
    options: { readonly silent: true },
  ) => GlobalContext['discriminators']
}

const library: LibraryModule = require('openapi-typescript')

export { compiler, library }
