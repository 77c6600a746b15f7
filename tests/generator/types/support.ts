import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import type { OutputFile } from '../../../generator/index.js'
import { loadDocument } from '../../../generator/load/load.js'
import {
  printEnums,
  printEnumTypes,
  printTypes,
  type TypeDeclarations,
  typeDeclarations,
  type TypeOptions,
} from '../../../generator/types/index.js'
import { compile } from '../support/compile.js'
import { repository } from '../support/generated.js'

/** The declarations of a document that is given as a tree. */
export async function declarationsOf(
  tree: object,
  options: TypeOptions = {},
  includes: (pointer: string) => boolean = () => true,
): Promise<TypeDeclarations> {
  const document = await loadDocument({ name: 'it', file: 'it.json', text: JSON.stringify(tree) })
  return typeDeclarations(document, options, includes)
}

/** The text of a file of types. */
export async function typesOf(tree: object, options: TypeOptions = {}): Promise<string> {
  return printTypes(await declarationsOf(tree, options), options)
}

/** A document and code that uses its types: what the code says is wrong has to be wrong, and all else right. */
export interface TypeCase {
  readonly what: string
  readonly tree: object
  /** A module beside `types.js` and `enums.js`; `Schemas` and `Requests` are there already. */
  readonly code: string
  readonly options?: TypeOptions
}

const runtime = (name: string): OutputFile => ({
  path: `runtime/${name}`,
  content: readFileSync(join(repository, 'dist', 'runtime', name), 'utf8'),
})

const filesOf = async (folder: string, { tree, code, options }: TypeCase): Promise<OutputFile[]> => {
  const declarations = await declarationsOf(tree, options)
  const head = [
    "import type { components, operations, paths, webhooks } from './types.js'",
    "type Schemas = components['schemas']",
    "type Requests = components['requests']",
    'export type Used = [Schemas, Requests, operations, paths, webhooks]',
  ]
  return [
    { path: `${folder}/types.d.ts`, content: printTypes(declarations, options) },
    { path: `${folder}/enums.js`, content: printEnums(declarations.enums) },
    { path: `${folder}/enums.d.ts`, content: printEnumTypes(declarations.enums) },
    { path: `${folder}/code.ts`, content: [...head, code, ''].join('\n') },
  ]
}

/** A test for each case. All are compiled at once: the compiler's own declarations are what takes time. */
export function judge(cases: readonly TypeCase[]): void {
  let diagnostics: readonly string[]

  beforeAll(async () => {
    const files = await Promise.all(cases.map((one, index) => filesOf(`case-${index}`, one)))
    diagnostics = compile([...files.flat(), runtime('brands.d.ts')])
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
