import { beforeAll, describe, expect, it } from 'vitest'
import type { OutputFile } from '../../../generator/index.js'
import { loadDocument } from '../../../generator/load/load.js'
import type { LoadedDocument } from '../../../generator/model/document.js'
import { choosePrinter, ownPrinter } from '../../../generator/types/index.js'
import { compile } from '../support/compile.js'
import { distinct, publicDocuments, referenceDocuments } from '../support/public-documents.js'
import { filesOf, libraryOfTests, reasonsIn } from './support.js'

const library = libraryOfTests()

const helpers = `
  // Assignable both ways, with the same members: a member that may be left out would be assignable too.
  type Keys<T> = string & keyof T
  type Same<A, B> = [A, Keys<A>] extends [B, Keys<B>] ? ([B, Keys<B>] extends [A, Keys<A>] ? true : 'ours is wider') : 'ours is narrower'
  type Row<A, B> = { [K in keyof A | keyof B]: K extends keyof A & keyof B ? Same<A[K], B[K]> : 'is missing' }
  type Differing<A, B> = { [K in keyof Row<A, B>]: Row<A, B>[K] extends true ? never : K }[keyof Row<A, B>]`

const kinds = ['schemas', 'responses', 'parameters', 'requestBodies', 'headers', 'pathItems'] as const

/** Code that compiles where two printers made the same public shape. */
const comparison = (name: string): OutputFile => ({
  path: `${name}/same.ts`,
  content: `
    import type * as ours from './rampart/types.js'
    import type * as theirs from './openapi-typescript/types.js'
    ${helpers}
    type None<T> = [T] extends [never] ? true : T
    // A document without any has a record of any name.
    type Named = string extends keyof theirs.operations ? never : keyof theirs.operations
    export const paths: None<Differing<theirs.paths, ours.paths>> = true
    export const webhooks: None<Differing<theirs.webhooks, ours.webhooks>> = true
    ${kinds.map((kind) => `export const ${kind}: None<Differing<theirs.components['${kind}'], ours.components['${kind}']>> = true`).join('\n    ')}
    // Operations without an id are declared by us alone.
    export const operations: None<Differing<Pick<theirs.operations, Named>, Pick<ours.operations, Named>>> = true
  `,
})

const bothOf = async (document: LoadedDocument): Promise<OutputFile[]> => {
  const both = [library, ownPrinter].map((printer) =>
    filesOf({ ...document, name: `${document.name}/${printer.name}` }, printer),
  )
  return [...(await Promise.all(both)).flat(), comparison(document.name)]
}

describe('both printers make one public shape', () => {
  let documents: readonly LoadedDocument[]
  let diagnostics: readonly string[]
  let count = 0

  beforeAll(async () => {
    const inputs = await distinct([
      ...publicDocuments('3.0'),
      ...publicDocuments('3.1'),
      ...referenceDocuments(),
    ])
    documents = await Promise.all(inputs.map((input) => loadDocument(input)))
    const fit = documents.filter(
      (document) => choosePrinter(reasonsIn([document]), library).reasons.length === 0,
    )
    count = fit.length
    diagnostics = compile((await Promise.all(fit.map(bothOf))).flat())
  })

  it('of all documents that hold nothing that the library gets wrong', () => {
    expect(diagnostics).toEqual([])
    expect([documents.length, count]).toEqual([70, 55])
  })
})
