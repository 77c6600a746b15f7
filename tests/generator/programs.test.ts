import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { generateAll } from '../../generator/generate.js'
import type { GeneratorInput, GenerateOptions, OutputFile } from '../../generator/index.js'
import type { TypesPrinter } from '../../generator/types/declarations.js'
import { declarationsBy } from '../../generator/types/openapi-typescript/declarations.js'
import { containedEvents } from '../../payment/tables/messages.js'
import { browser, compile } from '../support/compile.js'
import { tableIn, withReferences } from '../support/table.js'
import { document } from './support/documents.js'
import { parts, repository } from './support/generated.js'

/** A program of a user, and the document whose code it uses as `./it`; a text is a program alone. */
interface Program {
  /** A tree, or the path of a file. */
  readonly document?: object | string
  /** The schemas of a document that has nothing else. */
  readonly schemas?: object
  readonly options?: Partial<GenerateOptions>
  readonly code: string
}

interface Table {
  /** Compiled with the settings of a browser's project instead of the strictest ones. */
  readonly browser?: true
  /** Lines that all programs begin with. */
  readonly head?: string
  /** Documents that all programs may use, by the name of their folder. */
  readonly documents?: Readonly<Record<string, object | string>>
  readonly programs: Readonly<Record<string, Program | string>>
}

const folder = join(import.meta.dirname, 'programs')

const inputOf = (name: string, source: object | string): GeneratorInput =>
  typeof source === 'string'
    ? { name, file: source, text: readFileSync(join(repository, source), 'utf8') }
    : { name, file: `${name}.json`, text: JSON.stringify(document(withReferences(source) as object)) }

/** One folder of generated code for all programs of a table with the same options. */
const programs = readdirSync(folder).flatMap((file) => {
  const { browser: inBrowser, head = '', documents = {}, programs: own } = tableIn<Table>(folder, file)
  const shared = Object.entries(documents).map(([name, source]) => inputOf(name, source))
  return Object.entries(own).map(([what, program], index) => {
    const row: Program = typeof program === 'string' ? { code: program } : program
    const { schemas, document: source = schemas && { components: { schemas } }, options = {}, code } = row
    const [name, set] = [`it-${index}`, [file.replace('.yaml', ''), ...Object.keys(options)].join('-')]
    const content = (head + code).replaceAll("'./it/", `'./${name}/`)
    const inputs = [...shared, ...(source === undefined ? [] : [inputOf(name, source)])]
    return { what, file, inBrowser, set, options, inputs, program: { path: `${set}/${name}.ts`, content } }
  })
})

/** The generator from its sources, with the thread of the build. */
const printer: TypesPrinter = { print: async (...given) => declarationsBy(...given) }

const filesOf = async (set: string): Promise<OutputFile[]> => {
  const rows = programs.filter((row) => row.set === set)
  const inputs = new Map(rows.flatMap((row) => row.inputs.map((input) => [input.name, input])))
  const options = { ...parts, events: containedEvents, ...rows[0]?.options }
  const { files } = await generateAll([...inputs.values()], options, printer)
  const below = files.map(({ path, content }) => ({ path: `${set}/${path}`, content }))
  return [...below, ...rows.map(({ program }) => program)]
}

const errorsIn = async (rows: typeof programs, settings?: typeof browser): Promise<string[]> => {
  const sets = [...new Set(rows.map(({ set }) => set))]
  return compile((await Promise.all(sets.map(filesOf))).flat(), settings)
}

describe('code that uses generated code', () => {
  let errors: readonly string[]

  // Compiled at once, because the compiler's own declarations take most of the time.
  beforeAll(async () => {
    errors = [
      ...(await errorsIn(programs.filter(({ inBrowser }) => inBrowser !== true))),
      ...(await errorsIn(
        programs.filter(({ inBrowser }) => inBrowser === true),
        browser,
      )),
    ]
  })

  it.each(programs)('compiles: $file, $what', ({ program }) => {
    expect(errors.filter((line) => line.startsWith(`${program.path}(`))).toEqual([])
  })

  it('is all that was compiled', () => {
    expect(errors.filter((line) => !programs.some(({ program }) => line.startsWith(program.path)))).toEqual(
      [],
    )
  })
})
