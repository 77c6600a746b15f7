import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { beforeAll, describe, expect, it } from 'vitest'
import type { GeneratorInput, OutputFile } from '../../../generator/index.js'
import { loadDocument } from '../../../generator/load/load.js'
import type { LoadedDocument } from '../../../generator/model/document.js'
import { constructIn } from '../../../generator/types/constructs.js'
import { compile } from '../../support/compile.js'
import { numberFor } from '../../support/draw.js'
import { rowsOf } from '../../support/whole.js'
import { distinct, publicDocuments, referenceDocuments } from '../support/public-documents.js'
import { filesOf } from './support.js'

const helpers = `
  // Equal types are assignable both ways and have the same members, because optional members are assignable too.
  type Keys<T> = string & keyof T
  type Same<A, B> = [A, Keys<A>] extends [B, Keys<B>] ? ([B, Keys<B>] extends [A, Keys<A>] ? true : 'ours is wider') : 'ours is narrower'
  type Row<A, B> = { [K in keyof A | keyof B]: K extends keyof A & keyof B ? Same<A[K], B[K]> : 'is missing' }
  type Differing<A, B> = { [K in keyof Row<A, B>]: Row<A, B>[K] extends true ? never : K }[keyof Row<A, B>]`

const kinds = ['schemas', 'responses', 'parameters', 'requestBodies', 'headers', 'pathItems'] as const

/** Code that compiles if two modules have the same public shape. */
const comparison = (name: string, theirs: string): OutputFile => ({
  path: `${name}/same.ts`,
  content: `
    import type * as ours from './ours/types.js'
    import type * as theirs from '${theirs}'
    ${helpers}
    type None<T> = [T] extends [never] ? true : T
    // Without schemas the library prints a record of any name.
    type Named = string extends keyof theirs.operations ? never : keyof theirs.operations
    // Empty parameters of a path are not printed.
    type NoParameters = { query?: never; header?: never; path?: never; cookie?: never }
    type Used<Path> = { [Key in keyof Path as Path[Key] extends NoParameters ? Key extends 'parameters' ? never : Key : Key]: Path[Key] }
    export const paths: None<Differing<{ [Path in keyof theirs.paths]: Used<theirs.paths[Path]> }, ours.paths>> = true
    ${kinds.map((kind) => `export const ${kind}: None<Differing<theirs.components['${kind}'], ours.components['${kind}']>> = true`).join('\n    ')}
    // Only our types declare operations without an id.
    export const operations: None<Differing<Pick<theirs.operations, Named>, Pick<ours.operations, Named>>> = true
  `,
})

const below = (document: LoadedDocument, folder: string): LoadedDocument => ({
  ...document,
  name: `${document.name}/${folder}`,
})

let documents: readonly LoadedDocument[]

beforeAll(async () => {
  const inputs = await distinct([
    ...publicDocuments('3.0'),
    ...publicDocuments('3.1'),
    ...referenceDocuments(),
  ])
  expect(inputs.length).toBe(70)
  const isDrawn = ({ name }: GeneratorInput): boolean => numberFor('printed', name) < 0.3
  documents = await Promise.all(rowsOf(inputs, isDrawn).map((input) => loadDocument(input)))
})

describe('what the library prints of the spelling of a document', () => {
  it('is what our expressions say, which few schemas need', async () => {
    let expressed = 0
    let all = 0
    const filesOfBoth = async (document: LoadedDocument): Promise<OutputFile[]> => [
      ...(await filesOf(below(document, 'ours'), {}, (...schema) => {
        const isExpressed = constructIn(...schema) !== undefined
        all += 1
        expressed += isExpressed ? 1 : 0
        return isExpressed
      })),
      ...(await filesOf(below(document, 'expressions'), {}, () => true)),
      comparison(document.name, './expressions/types.js'),
    ]
    const files = (await Promise.all(documents.map(filesOfBoth))).flat()
    expect(compile(files)).toEqual([])
    expect(expressed / all).toBeLessThan(0.01)
  })
})

/** The reason why our types of a document differ from those of the library. */
const departures: Readonly<Record<string, string>> = {
  '2025-03-13': 'headers by reference that may be missing',
  '2026-07-01': 'headers by reference that may be missing',
  '2026-08-01': 'headers by reference that may be missing',
  '3_0_json_circular-paths':
    'a reference to the schema of an optional body, at which its own types do not compile',
  '3_0_json_discriminators': 'mappings to names, at which it fails',
  '3_0_json_polymorphism':
    'a discriminator without branches, whose tag it takes for the name of the component',
  '3_0_json_readme-legacy': 'headers by reference that may be missing',
  '3_0_json_response-schemas': 'readOnly and writeOnly',
  '3_0_json_schema-circular': 'members without a name, of a type other than those with one',
  '3_0_json_schema-enums': 'an operationId of two operations',
  '3_0_json_schema-types': 'items without a type',
  '3_1_json_readme': 'discriminators',
  '3_1_json_schema-types': 'items without a type',
  '3_1_json_train-travel': 'headers by reference that may be missing, and readOnly',
  '3_1_yaml_train-travel': 'headers by reference that may be missing, and readOnly',
}

describe('the types of a document', () => {
  it('are those that the library prints alone, but where it is wrong', async () => {
    const options = { emptyObjectsUnknown: true, defaultNonNullable: false, silent: true }
    const failing: string[] = []
    const filesOfBoth = async (document: LoadedDocument): Promise<OutputFile[]> => {
      // Cloned, because the library changes its input.
      const root = structuredClone(document.root) as unknown as OpenAPI3
      const nodes = await openapiTS(root, options).catch(() => undefined)
      if (!nodes) failing.push(document.name)
      if (!nodes) return []
      return [
        ...(await filesOf(below(document, 'ours'))),
        { path: `${document.name}/theirs.ts`, content: astToString(nodes) },
        comparison(document.name, './theirs.js'),
      ]
    }
    const diagnostics = compile((await Promise.all(documents.map(filesOfBoth))).flat())
    const differing = new Set([...failing, ...diagnostics.map((line) => line.replace(/\/.*/s, ''))])
    const known = documents.map(({ name }) => name).filter((name) => Object.hasOwn(departures, name))
    expect(differing).toEqual(new Set(known))
  })
})
