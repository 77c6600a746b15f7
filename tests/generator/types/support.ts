import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { reservedWords } from '../../../generator/build/names.js'
import type { OutputFile } from '../../../generator/index.js'
import { loadDocument, type LoadOptions } from '../../../generator/load/load.js'
import { isObject } from '../../../document/index.js'
import type { LoadedDocument } from '../../../generator/model/document.js'
import { Templates } from '../../../generator/render/templates.js'
import { renderTypes } from '../../../generator/render/types.js'
import type { SchemaNames, TypeDeclarations, TypeOptions } from '../../../generator/types/index.js'
import { declarationsBy } from '../../../generator/types/openapi-typescript/declarations.js'
import type { IsExpressed } from '../../../generator/types/openapi-typescript/schemas.js'
import { compile } from '../../support/compile.js'
import { parts, repository } from '../support/generated.js'

/** A document that is given as a tree. */
export function loaded(tree: object, name = 'it', options: LoadOptions = {}): Promise<LoadedDocument> {
  return loadDocument({ name, file: `${name}.json`, text: JSON.stringify(tree) }, options)
}

/** Identifiers of the component schemas, where no two are alike. */
export function namesOf({ root: { components } }: LoadedDocument): SchemaNames {
  const schemas = isObject(components) && isObject(components['schemas']) ? components['schemas'] : {}
  const identifier = (name: string, index: number): string =>
    /^[A-Za-z_]\w*$/.test(name) && !reservedWords.has(name)
      ? name
      : `_${name.replaceAll(/\W/g, '_')}_${index}`
  return new Map(Object.keys(schemas).map((name, index) => [name, identifier(name, index)]))
}

const templates = Templates.load(parts.templates)

/**
 * The files of the types of a document.
 * @param isExpressed which schemas our expressions print
 */
export async function filesOf(
  document: LoadedDocument,
  options: TypeOptions = {},
  isExpressed?: IsExpressed,
): Promise<OutputFile[]> {
  const names = namesOf(document)
  const declarations = declarationsBy(document, options, names, isExpressed)
  const files = renderTypes(document, declarations, names, await templates)
  return files.map(({ path, content }) => ({ path: `${document.name}/${path}`, content }))
}

/** The declarations of a document that is given as a tree, as we print them. */
export async function declarationsOf(tree: object, options: TypeOptions = {}): Promise<TypeDeclarations> {
  const document = await loaded(tree)
  return declarationsBy(document, options, namesOf(document))
}

/** The text of one of the files that we print of a document that is given as a tree. */
export async function textOf(
  file: 'types.d.ts' | 'schemas.d.ts' | 'schemas.js',
  tree: object,
  options: TypeOptions = {},
): Promise<string> {
  const files = await filesOf(await loaded(tree), options)
  return files.find(({ path }) => path === `it/${file}`)?.content ?? ''
}

/** The errors of the compiler about our types of a document, which is given as a tree. */
export async function faultsOf(tree: object, options: TypeOptions = {}): Promise<string[]> {
  return compile([...(await filesOf(await loaded(tree), options)), brands])
}

/** A document and code that uses its types: what the code says is wrong has to be wrong, and all else right. */
export interface TypeCase {
  readonly what: string
  readonly tree: object
  /** A module beside `types.js` and `schemas.js`; `Schemas` and `Requests` are there already. */
  readonly code: string
  readonly options?: TypeOptions & LoadOptions
}

/** The part of the runtime that branded types come from. */
export const brands: OutputFile = {
  path: 'runtime/validators.d.ts',
  content: readFileSync(join(repository, 'dist', 'runtime-bundle', 'validators.d.ts'), 'utf8'),
}

const head = [
  "import type * as types from './types.js'",
  "import type { components, operations, paths, webhooks } from './types.js'",
  "type Schemas = components['schemas']",
  'export type Used = [types.components, Schemas, operations, paths, webhooks]',
]

const filesOfCase = async (folder: string, { tree, code, options }: TypeCase): Promise<OutputFile[]> => {
  const files = await filesOf(await loaded(tree, folder, options), options)
  const lines = code.includes('Requests[') ? [...head, 'type Requests = types.requests'] : head
  return [...files, { path: `${folder}/code.ts`, content: [...lines, code, ''].join('\n') }]
}

/** A test for each case. All are compiled at once: the compiler's own declarations are what takes time. */
export function judge(cases: readonly TypeCase[]): void {
  let diagnostics: readonly string[]

  beforeAll(async () => {
    const files = await Promise.all(cases.map((one, index) => filesOfCase(`case-${index}`, one)))
    diagnostics = compile([...files.flat(), brands])
  })

  it.each(cases.map(({ what }, index) => ({ what, folder: `case-${index}/` })))('$what', ({ folder }) => {
    expect(diagnostics.filter((line) => line.startsWith(folder))).toEqual([])
  })
}

/** Code that says which values are of the type of the component `It`, and which are not. */
export function values(right: readonly string[], wrong: readonly string[]): string {
  return [
    ...right.map((value, index) => `export const right${index}: Schemas['It'] = ${value}`),
    ...wrong.map(
      (value, index) => `// @ts-expect-error\nexport const wrong${index}: Schemas['It'] = ${value}`,
    ),
  ].join('\n')
}
