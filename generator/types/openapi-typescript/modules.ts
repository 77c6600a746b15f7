import { createRequire } from 'node:module'
import type { GlobalContext, resolveRef } from 'openapi-typescript'
import type ts from 'typescript'

// Required as CommonJS: an import would first scan the compiler's nine megabytes for export names, which takes a
// quarter of a second.
const require = createRequire(import.meta.url)

const compiler: typeof ts = require('typescript')

type Context = Omit<GlobalContext, 'redoc'>

/** The library's printing modules, without those that prepare documents. */
interface LibraryModule {
  readonly resolveRef: typeof resolveRef
  readonly transformSchema: (root: object, context: Context) => ts.Node[]
  readonly transformSchemaObject: (
    schema: object,
    options: { readonly path: string; readonly ctx: Context },
  ) => ts.TypeNode
}

const library: LibraryModule = require('openapi-typescript')

export { compiler, library }
