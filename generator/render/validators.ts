import type { JsonSchema } from '../../runtime/json-schema.js'
import type { Unit } from '../model/document.js'
import type { OutputFile } from '../model/output.js'
import { compileModule, type Needs } from './ajv.js'
import { moduleCode } from './module-code.js'
import type { Templates } from './templates.js'

const defaultName = 'unit'
const prototypeMembers = new Set(Object.getOwnPropertyNames(Object.prototype))

const mentions = (schema: unknown, test: (key: string) => boolean): boolean => {
  if (typeof schema !== 'object' || schema === null) return typeof schema === 'string' && test(schema)
  return Object.entries(schema).some(([key, value]) => test(key) || mentions(value, test))
}

const groupByModule = (units: readonly Unit[]): Map<string, Unit[]> => {
  const groups = new Map<string, Unit[]>()
  for (const unit of units) groups.set(unit.module, [...(groups.get(unit.module) ?? []), unit])
  return groups
}

const upTo = (module: string): string => '../'.repeat(module.split('/').length)

/** Prints the validators of one document: one module per home, each with its declarations. */
export class ValidatorRenderer {
  readonly #templates: Templates
  readonly #units: ReadonlyMap<string, Unit>
  readonly #unevaluated: boolean

  constructor(templates: Templates, units: readonly Unit[]) {
    this.#templates = templates
    this.#units = new Map(units.map((unit) => [unit.name, unit]))
    this.#unevaluated = units.some(({ schema }) => mentions(schema, (key) => key.startsWith('unevaluated')))
  }

  /** All modules below `validators/`, and the table that loads them by name. */
  render(): OutputFile[] {
    const groups = groupByModule([...this.#units.values()])
    return [...[...groups].flatMap(([module, units]) => this.#module(module, units)), ...this.#table()]
  }

  #module(module: string, units: readonly Unit[]): OutputFile[] {
    const named = units.filter(({ exportName }) => exportName !== 'default')
    const main = units.find(({ exportName }) => exportName === 'default')
    const path = `validators/${module}`
    const declared = {
      runtime: `${upTo(module)}../runtime`,
      types: `${upTo(module)}types.js`,
      usesPaths: units.some(({ type }) => type.startsWith('paths')),
      usesComponents: units.some(({ type }) => type.startsWith('components')),
      main,
      named,
    }
    return [
      {
        path: `${path}.js`,
        content: this.#templates.render('validator.js', { code: this.#code(module, units) }),
      },
      { path: `${path}.d.ts`, content: this.#templates.render('validator.d.ts', declared) },
    ]
  }

  #code(module: string, units: readonly Unit[]): string {
    const schemas = new Map<string, JsonSchema>(
      units.map(({ exportName, schema }) => [exportName === 'default' ? defaultName : exportName, schema]),
    )
    const needs: Needs = {
      unevaluated: this.#unevaluated,
      ownProperties: units.some(({ schema }) => mentions(schema, (key) => prototypeMembers.has(key))),
    }
    const compiled = compileModule(schemas, (unit) => this.#importPath(module, unit), needs)
    const code = moduleCode(compiled, `${upTo(module)}../runtime`)
    return code.replace(new RegExp(`^export const ${defaultName} = (\\w+);`, 'm'), 'export default $1;')
  }

  #importPath(from: string, name: string): { path: string; exportName: string } {
    const unit = this.#units.get(name)
    if (!unit) throw new Error(`no validator is named ${name}`)
    return {
      path: `${upTo(from).slice(3)}${unit.module}.js`.replace(/^(?!\.)/, './'),
      exportName: unit.exportName,
    }
  }

  #table(): OutputFile[] {
    const rows = [...this.#units.values()].map(({ name, module, exportName }) => ({
      key: JSON.stringify(name),
      path: JSON.stringify(`./${module}.js`),
      exportName,
    }))
    return [
      { path: 'validators/index.js', content: this.#templates.render('validators-index.js', { rows }) },
      { path: 'validators/index.d.ts', content: this.#templates.render('validators-index.d.ts', {}) },
    ]
  }
}
