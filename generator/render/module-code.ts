import { SchemaParts, shortenErrors, withoutUnread } from './module-lines.js'

const helpers: Readonly<Record<string, readonly [file: string, name: string]>> = {
  'ajv/dist/runtime/ucs2length': ['unicode-length', 'unicodeLength'],
  'ajv/dist/runtime/equal': ['deep-equal', 'deepEqual'],
  'runtime/formats': ['formats', 'formats'],
  'runtime/joined': ['joined', 'joined'],
}

const requireLine = /^const (\w+) = require\("((?:[^"\\]|\\.)*)"\)(?:\.(\w+)|\[("(?:[^"\\]|\\.)*")\])(.*);$/
const schemaLine = /^const (schema\d+) = (.*);$/
const signature = '{instancePath="", parentData, parentDataProperty, rootData=data}={}'

/** The import lines of a module, and the lines of it that remain. */
class Imports {
  readonly lines = new Set<string>()
  readonly #runtimePath: string

  constructor(runtimePath: string) {
    this.#runtimePath = runtimePath
  }

  /** Imports from the copied runtime. */
  fromRuntime(file: string, name: string, local = name): void {
    this.#add(name, local, `${this.#runtimePath}/${file}.js`)
  }

  /** What is left of a line once its `require` is an import; nothing when the import says it all. */
  replaceRequire(line: string): string {
    const [, local = '', module = '', name = '', , rest = ''] = requireLine.exec(line) ?? []
    const [file, exported] = helpers[module] ?? [undefined, name]
    if (file === undefined) return this.#add(exported, local, module)
    const isBinding = rest === '' && file !== 'formats'
    this.fromRuntime(file, exported, isBinding ? local : exported)
    return isBinding ? '' : `const ${local} = ${exported}${rest};`
  }

  #add(name: string, local: string, from: string): '' {
    const binding = name === local ? name : `${name} as ${local}`
    this.lines.add(`import { ${binding} } from ${JSON.stringify(from)};`)
    return ''
  }
}

const isUseful = (line: string): boolean => line !== '' && line !== '"use strict";'

/**
 * Turns ajv's standalone code into a module of ours: `require` calls become imports, of helpers from the copied
 * runtime and of validators from the modules of their units; what nobody reads is left out. Import bindings are
 * live, so modules may refer to each other.
 */
export function moduleCode(code: string, runtimePath: string): string {
  const imports = new Imports(runtimePath)
  const schemas = new Map<string, string>()
  const rest = code
    .replace(/^"use strict";/, '')
    .split('\n')
    .filter((line) => {
      const [, name, json = ''] = line.startsWith('const schema') ? (schemaLine.exec(line) ?? []) : []
      if (name !== undefined) schemas.set(name, json)
      return name === undefined
    })
  const parts = new SchemaParts(schemas)
  const body = withoutUnread(shortenErrors(rest)).map((line) => {
    if (line.startsWith('const ') && requireLine.test(line)) return imports.replaceRequire(line)
    if (line.startsWith('function ')) return line.replace(signature, '{instancePath=""}={}')
    return parts.replaceIn(line)
  })
  const kept = body.filter(isUseful)
  if (kept.some((line) => line.startsWith('vErrors = fail('))) imports.fromRuntime('fail', 'fail')
  return [...[...imports.lines].toSorted(), ...parts.constants, ...kept].join('\n')
}
