import { createRequire } from 'node:module'
import type { GlobalContext } from 'openapi-typescript'

// As CommonJS: to import the compiler, Node reads its nine megabytes for the names of its exports first, which takes
// longer than to print most documents.
const require = createRequire(import.meta.url)

const compiler: typeof import('typescript') = require('typescript')

/** What is taken of the library: what prints, and not what it prepares documents with. */
interface LibraryModule extends Pick<typeof import('openapi-typescript'), 'resolveRef'> {
  readonly transformSchema: (
    root: object,
    context: Omit<GlobalContext, 'redoc'>,
  ) => import('typescript').Node[]
  readonly scanDiscriminators: (
    root: object,
    options: { readonly silent: true },
  ) => GlobalContext['discriminators']
}

const library: LibraryModule = require('openapi-typescript')

export { compiler, library }
