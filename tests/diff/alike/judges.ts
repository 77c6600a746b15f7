import { runInThisContext } from 'node:vm'
import { buildModel } from '../../../generator/build/build.js'
import { loadDocument } from '../../../generator/load/load.js'
import { compileValidators } from '../../../generator/validators/compile.js'
import { declarationsBy } from '../../../generator/types/openapi-typescript/declarations.js'
import * as runtime from '../../../runtime/validators.js'

/** Whether a value is accepted. */
type Judge = (value: unknown) => boolean

/** The generator's judge for the schema of a document made by `documentAround`. */
interface Opinion {
  readonly request: Judge
  readonly response: Judge
  /** Its types, without comments. */
  readonly types: string
}

/** A document with one operation, whose request and response have the schema. */
export function documentAround(schema: unknown, schemas: object, openapi: string): object {
  const content = { 'application/json': { schema } }
  const post = { requestBody: { content }, responses: { '200': { description: 'Fine.', content } } }
  return { openapi, info: { title: 'It', version: '1' }, paths: { '/it': { post } }, components: { schemas } }
}

const comment = /^\s*(?:\/\*\*.*\*\/|\/\*\*|\*\/|\*.*)$\n?/gm

/** Compiles a document in memory. */
export async function opinionOf(document: object): Promise<Opinion> {
  const loaded = await loadDocument({ name: 'it', file: 'it.json', text: JSON.stringify(document) })
  const { model } = buildModel(loaded)
  const { functions, aliases, constants, imports } = compileValidators(model.units, 'it.json')
  const units = model.units.map(({ name }) => `${JSON.stringify(name)}: $${aliases.get(name) ?? name}`)
  const code = [
    `const { ${imports.join(', ')} } = runtime`,
    ...constants.map(({ name, code: value }) => `const ${name} = ${value}`),
    ...functions.map(({ local, body }) => `function ${local}(data) {\n${body}\n}`),
    `return { ${units.join(', ')} }`,
  ].join('\n')
  // The generated code runs without being written to the disk.
  const judges = runInThisContext(`((runtime) => {${code}})`)(runtime) as Readonly<Record<string, Judge>>
  const [operation] = Object.values(model.operations)
  const judgeOf = (name: string | undefined): Judge => judges[name ?? ''] ?? (() => true)
  const declared = declarationsBy(loaded, {}, model.names.schemas)
  return {
    request: judgeOf(operation?.requestBody?.content['application/json']?.validator),
    response: judgeOf(operation?.responses['200']?.content['application/json']?.validator),
    types: JSON.stringify(declared, (key, value: unknown) =>
      key === 'comment' || key === 'notes'
        ? undefined
        : typeof value === 'string'
          ? value.replaceAll(comment, '')
          : value,
    ),
  }
}
