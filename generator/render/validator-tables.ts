import type { DocumentModel } from '../model/document.js'
import type { OutputFile } from '../model/output.js'
import { isDated } from '../series/dated.js'
import type { KindOfVersion } from '../types/index.js'
import { declaredConstants } from './declared-constants.js'
import { guardOf, type KnownTypes, plainGuards, plainValidators } from './guard-types.js'
import { memberName } from './literal.js'
import { SeriesFile, type SeriesInterface } from './series-file.js'
import type { ExportTypesValues, LoaderRow, LoaderTypesValues } from './template-model.js'
import type { Templates } from './templates.js'
import type { UnitImport, UnitPaths } from './unit-paths.js'

const rowsOf = (names: readonly string[], importOf: (name: string) => UnitImport): LoaderRow[] =>
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
  model: DocumentModel,
  paths: UnitPaths,
  templates: Templates,
  known: KnownTypes,
): RenderedLoaders {
  const { name, base, units } = model
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
  const { declarations, state } = isDated(name)
    ? seriesDeclarations(model, known.before)
    : plainDeclarations(units, known)
  return {
    files: [
      { path: 'validators/load.js', content: templates.render('validators-load.js', code) },
      { path: 'validators/load.d.ts', content: templates.render('validators-load.d.ts', declarations) },
    ],
    state,
  }
}

interface LoaderDeclarations {
  readonly declarations: LoaderTypesValues
  readonly state: KindOfVersion
}

// No version follows on a document without a date: its declarations need no parameters.
const plainDeclarations = (units: DocumentModel['units'], known: KnownTypes): LoaderDeclarations => {
  const own = units.filter(({ isShared }) => isShared !== true)
  const { head, validators } = plainValidators(own, known)
  const state = { version: '', depth: 0, names: new Map() }
  return { declarations: { imports: '', interface: `${head}\n`, validators }, state }
}

const seriesDeclarations = (
  { name, base, units }: DocumentModel,
  before: KindOfVersion | undefined,
): LoaderDeclarations => {
  const types = new SeriesFile(name, (version) => `../../${version}/validators/load.js`)
  const declared = units.flatMap(({ name: unit, type, isShared }) =>
    isShared ? [] : [{ name: unit, text: guardOf(genericType(type)) }],
  )
  const { state, lines } = types.resolve(
    shape,
    base && before,
    declared,
    (unit) => base?.units.has(unit) === true,
  )
  const validators =
    state.names.size === 0 ? '{}' : `extends ${types.reference(shape, state.version)}<components, paths> {}`
  const declarations = {
    imports: types.imports,
    interface: lines.map((line) => `${line}\n`).join(''),
    validators,
  }
  return { declarations, state }
}

/** The modules that export the validators of component schemas by name. */
export function renderExports(
  { base, exports, units }: DocumentModel,
  paths: UnitPaths,
  templates: Templates,
  known: KnownTypes,
): OutputFile[] {
  // A name cannot be taken out of what is exported as a whole.
  const whole = base && [...base.exports.keys()].every((name) => exports.has(name)) ? base : undefined
  const own = [...exports].filter(
    ([name, unit]) => !whole?.units.has(unit) || whole.exports.get(name) !== unit,
  )
  const path = whole && JSON.stringify(`../../${whole.name}/validators/index.js`)
  const rows = own.map(([name, unit]) => {
    const from = paths.importFrom('', unit)
    return { from: from.exportName, as: name, path: JSON.stringify(from.path) }
  })
  const types = base
    ? {
        base: path,
        usesTable: own.length > 0,
        head: undefined,
        ...declaredConstants(
          own.map(([name, unit]) => ({ name, type: `Validators[${JSON.stringify(unit)}]` })),
        ),
      }
    : exportedTypes(own, units, known)
  return [
    { path: 'validators/index.js', content: templates.render('validators-index.js', { base: path, rows }) },
    { path: 'validators/index.d.ts', content: templates.render('validators-index.d.ts', types) },
  ]
}

const exportedTypes = (
  own: readonly (readonly [string, string])[],
  units: DocumentModel['units'],
  known: KnownTypes,
): ExportTypesValues => {
  const types = new Map(units.map(({ name, type }) => [name, type]))
  const guards = own.map(([name, unit]) => ({ name, type: types.get(unit) ?? 'unknown' }))
  const { head, constants } = plainGuards(guards, known)
  return {
    base: undefined,
    usesTable: false,
    head: own.length === 0 ? undefined : head,
    ...declaredConstants(constants),
  }
}
