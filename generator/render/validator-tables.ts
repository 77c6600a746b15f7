import type { DocumentModel } from '../model/document.js'
import type { OutputFile } from '../model/output.js'
import type { KindOfVersion } from '../types/index.js'
import { memberName } from './literal.js'
import { SeriesFile, type SeriesInterface } from './series-file.js'
import type { Templates } from './templates.js'
import type { UnitImport, UnitPaths } from './unit-paths.js'

const rowsOf = (names: readonly string[], importOf: (name: string) => UnitImport): object[] =>
  names.map((name) => {
    const { path, exportName } = importOf(name)
    return { key: memberName(name), path: JSON.stringify(path), exportName }
  })

// Each version gives its own components and paths.
const shape: SeriesInterface = {
  name: 'ValidatorsOf',
  parameters:
    '<C extends { schemas: any; requests: any; responses: any; requestBodies: any }, P extends { [path: string]: any }>',
  passed: '<C, P>',
  indent: '  ',
}

const genericType = (type: string): string =>
  type.replace(/^components\b|^(RequestOf<)components\b/, '$1C').replace(/^(NonNullable<)?paths\b/, '$1P')

/** The files that load validators by name, and what they declare, for the version after to go on from. */
export interface RenderedLoaders {
  readonly files: readonly OutputFile[]
  readonly state: KindOfVersion
}

/** The table that loads validators by name: that of the base with changes, where there is a base. */
export function renderLoaders(
  { name, base, units }: DocumentModel,
  paths: UnitPaths,
  templates: Templates,
  before: KindOfVersion | undefined,
): RenderedLoaders {
  // What is shared inside a document is nobody's to ask for.
  const own = units.flatMap(({ name, isShared }) => (isShared ? [] : [name]))
  const path = base && JSON.stringify(`../../${base.name}/validators/load.js`)
  const code = {
    base: path,
    rows: rowsOf(own, (name) => paths.importFrom('', name)),
    // Looked up there, and not copied: that would cost more than to load what holds it.
    older: base ? 'base.loaders' : 'null',
    removed: (base?.removed.units ?? []).map(memberName),
  }
  const types = new SeriesFile(name, (version) => `../../${version}/validators/load.js`)
  const declared = units.flatMap(({ name: unit, type, isShared }) =>
    isShared ? [] : [{ name: unit, text: `StandardValidator<${genericType(type)}>` }],
  )
  const { state, lines } = types.resolve(
    shape,
    base && before,
    declared,
    (unit) => base?.units.has(unit) === true,
  )
  const validators =
    state.names.size === 0
      ? 'Record<never, never>'
      : `${types.reference(shape, state.version)}<components, paths>`
  const declarations = {
    imports: types.imports,
    interface: lines.map((line) => `${line}\n`).join(''),
    validators,
  }
  return {
    files: [
      { path: 'validators/load.js', content: templates.render('validators-load.js', code) },
      { path: 'validators/load.d.ts', content: templates.render('validators-load.d.ts', declarations) },
    ],
    state,
  }
}

/** The modules that export the validators of component schemas by name. */
export function renderExports(
  { base, exports }: DocumentModel,
  paths: UnitPaths,
  templates: Templates,
): OutputFile[] {
  // A name cannot be taken out of what is exported as a whole.
  const whole = base && [...base.exports.keys()].every((name) => exports.has(name)) ? base : undefined
  const own = [...exports].filter(
    ([name, unit]) => !whole?.units.has(unit) || whole.exports.get(name) !== unit,
  )
  const valuesOf = (importOf: (unit: string) => UnitImport, path: string | undefined): object => ({
    base: path,
    rows: own.map(([name, unit]) => {
      const from = importOf(unit)
      const type = base && `Validators[${JSON.stringify(unit)}]`
      return { from: from.exportName, as: name, path: JSON.stringify(from.path), type }
    }),
  })
  const path = whole && JSON.stringify(`../../${whole.name}/validators/index.js`)
  const code = valuesOf((unit) => paths.importFrom('', unit), path)
  const types = valuesOf((unit) => paths.declaredFrom('', unit), path)
  return [
    { path: 'validators/index.js', content: templates.render('validators-index.js', code) },
    { path: 'validators/index.d.ts', content: templates.render('validators-index.d.ts', types) },
  ]
}
