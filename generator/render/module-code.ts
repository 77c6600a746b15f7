import { judgePattern } from '../patterns/judge.js'
import { validatorsModule } from './runtime.js'
import { standardExport } from './validator-exports.js'
import { tidyFunctions } from './function-lines.js'
import { SchemaParts, shortenErrors } from './module-lines.js'

const deepEqualOfAjv = 'ajv/dist/runtime/equal'

// What generated code calls by its own name.
const called = '(?:fail|under|size|keep|isLonger|isShorter|deepEqual)'
const calledNames = new RegExp(String.raw`"(?:[^"\\]|\\.)*"|(?<![\w$.])${called}(?=\()`, 'g')
// Most lines call nothing of it, which is quicker told so.
const mayCall = new RegExp(String.raw`${called}\(`)

const requireLine = /^const (\w+) = require\("((?:[^"\\]|\\.)*)"\)(?:\.(\w+)|\[("(?:[^"\\]|\\.)*")\])(.*);$/
const patternLine = /^const (\w+) = new RegExp\(("(?:[^"\\]|\\.)*"), "u"\);$/
const exportLine = /^export const (\w+) = (\w+);$/gm
const schemaLine = /^const (schema\d+) = (.*);$/
const signature = ', {instancePath="", parentData, parentDataProperty, rootData=data}={}'
const validatorName = /"(?:[^"\\]|\\.)*"|(?<![\w$.])validate\d+\b/g

/** What a module imports, by path. */
class Imports {
  readonly #bindings = new Map<string, Set<string>>()
  readonly #runtimePath: string

  constructor(runtimePath: string) {
    this.#runtimePath = runtimePath
  }

  get lines(): string[] {
    return [...this.#bindings].map(
      ([path, bindings]) => `import { ${[...bindings].toSorted().join(', ')} } from ${JSON.stringify(path)};`,
    )
  }

  /** The line of a pattern; one that would take long is followed as a table instead, or asked of short texts only. */
  replacePattern(line: string): string {
    const [, local = '', pattern = '""'] = patternLine.exec(line) ?? []
    const judgement = judgePattern(String(JSON.parse(pattern)))
    if (typeof judgement === 'string') return line
    if ('most' in judgement) {
      this.#add('upTo', 'upTo', `${this.#runtimePath}/short-texts.js`)
      return `const ${local} = /* @__PURE__ */ upTo(${judgement.most}, /* @__PURE__ */ new RegExp(${pattern}, "u"));`
    }
    const { columns, ranges, moves, ends } = judgement
    this.#add('automaton', 'automaton', `${this.#runtimePath}/automaton.js`)
    const table = [columns, ranges, moves, ends].map((part) => JSON.stringify(part))
    return `const ${local} = /* @__PURE__ */ automaton(${table.join(', ')});`
  }

  /** Imports from the copied runtime. */
  fromRuntime(name: string, local = name): '' {
    return this.#add(name, local, `${this.#runtimePath}/${validatorsModule}.js`)
  }

  /** What is left of a line once its `require` is an import; nothing when the import says it all. */
  replaceRequire(line: string): string {
    const [, local = '', module = '', name = '', , rest = ''] = requireLine.exec(line) ?? []
    if (module === deepEqualOfAjv) return this.fromRuntime('deepEqual', local)
    if (module !== 'runtime/formats') return this.#add(name, local, module)
    this.fromRuntime(name)
    return `const ${local} = ${name}${rest};`
  }

  /** Imports what a line calls of the runtime. */
  forCalls(line: string): void {
    if (!mayCall.test(line)) return
    for (const [name] of line.matchAll(calledNames)) if (!name.startsWith('"')) this.fromRuntime(name)
  }

  #add(name: string, local: string, path: string): '' {
    const bindings = this.#bindings.get(path) ?? new Set()
    this.#bindings.set(path, bindings.add(name === local ? name : `${name} as ${local}`))
    return ''
  }
}

/** Calls of validators that the module has itself, by the name of the function and not of an import. */
const withOwnCalls = (code: string, lines: readonly string[]): string[] => {
  const exported = new Map([...code.matchAll(exportLine)].map(([, name = '', local = '']) => [name, local]))
  const own = new Map<string, string>()
  const rest = lines.filter((line) => {
    const [, local, module, name = ''] = line.startsWith('const ') ? (requireLine.exec(line) ?? []) : []
    const target = module === '' ? exported.get(name) : undefined
    if (local !== undefined && target !== undefined) own.set(local, target)
    return target === undefined
  })
  if (own.size === 0) return rest
  return rest.map((line) =>
    line.includes('validate') ? line.replaceAll(validatorName, (name) => own.get(name) ?? name) : line,
  )
}

const isUseful = (line: string): boolean => line !== '' && line !== '"use strict";'

/**
 * Turns ajv's standalone code into a module of ours: `require` calls become imports, of helpers from the copied
 * runtime and of validators from the modules of their units; what nobody reads is left out. Import bindings are
 * live, so modules may refer to each other. Each validator is exported as a Standard Schema, `defaultName` as the
 * default.
 */
export function moduleCode(code: string, runtimePath: string, defaultName: string): string {
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
  const body = tidyFunctions(shortenErrors(withOwnCalls(code, rest))).map((line) => {
    if (line.startsWith('const ') && requireLine.test(line)) return imports.replaceRequire(line)
    if (line.startsWith('const pattern')) return imports.replacePattern(line)
    if (line.startsWith('function ')) return line.replace(signature, '')
    if (line.startsWith('export ')) return standardExport(line, defaultName)
    return parts.replaceIn(line)
  })
  const kept = body.filter(isUseful)
  for (const line of kept) imports.forCalls(line)
  imports.fromRuntime('standard')
  return [...imports.lines.toSorted(), ...parts.constants, ...kept].join('\n')
}
