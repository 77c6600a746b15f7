import { createRequire } from 'node:module'
import type { GlobalContext, resolveRef } from 'openapi-typescript'
import type ts from 'typescript'

// As CommonJS: to import the compiler, Node reads its nine megabytes for the names of its exports first, which takes
// a quarter of a second.
const require = createRequire(import.meta.url)

const compiler: typeof ts = require('typescript')

/** The modules of the library that print, without those that prepare documents. */
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
