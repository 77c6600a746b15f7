import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { reservedWords } from '../../../generator/build/names.js'
import type { OutputFile } from '../../../generator/index.js'
import { loadDocument, type LoadOptions } from '../../../generator/load/load.js'
import { isObject } from '../../../document/index.js'
import type { LoadedDocument } from '../../../generator/model/document.js'
import { Templates } from '../../../generator/render/templates.js'
import { renderTypes } from '../../../generator/render/types.js'
import type { SchemaNames, TypeDeclarations, TypeOptions } from '../../../generator/types/declarations.js'
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

/** The part of the runtime that branded types come from. */
const brands: OutputFile = {
  path: 'runtime/validators.d.ts',
  content: readFileSync(join(repository, 'dist', 'runtime-bundle', 'validators.d.ts'), 'utf8'),
}
