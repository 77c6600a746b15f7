import type { DocumentModel } from '../model/document.js'
import type { OutputFile } from '../model/output.js'
import { memberName, unionOf } from './literal.js'
import type { Templates } from './templates.js'
import type { UnitImport, UnitPaths } from './unit-paths.js'

const rowsOf = (names: readonly string[], importOf: (name: string) => UnitImport): object[] =>
  names.map((name) => {
    const { path, exportName } = importOf(name)
    return { key: memberName(name), path: JSON.stringify(path), exportName }
  })

/** The table that loads validators by name: that of the base with changes, where there is a base. */
export function renderLoaders(
  { base, units }: DocumentModel,
  paths: UnitPaths,
  templates: Templates,
): OutputFile[] {
  // What is shared inside a document is nobody's to ask for.
  const own = units.flatMap(({ name, isShared }) => (isShared ? [] : [name]))
  const gone = base?.removed.units ?? []
  const replaced = unionOf([...gone, ...own])
  const path = base && JSON.stringify(`../../${base.name}/validators/load.js`)
  const code = {
    base: path,
    rows: rowsOf(own, (name) => paths.importFrom('', name)),
    open: base ? `/* @__PURE__ */ extend(base.loaders, ${JSON.stringify(gone)}, ` : '',
    close: base ? ')' : '',
  }
  const isExtended = base !== undefined && base.depth > 0
  const types = {
    base: isExtended ? path : undefined,
    rows: rowsOf(isExtended ? own : [...(base?.units.keys() ?? []), ...own], (name) =>
      paths.declaredFrom('', name),
    ),
    extends: isExtended ? `extends Omit<base.Validators, ${replaced}> ` : '',
  }
  return [
    { path: 'validators/load.js', content: templates.render('validators-load.js', code) },
    { path: 'validators/load.d.ts', content: templates.render('validators-load.d.ts', types) },
  ]
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
  const valuesOf = (importOf: (unit: string) => UnitImport): object => ({
    base: whole && JSON.stringify(`../../${whole.name}/validators/index.js`),
    rows: own.map(([name, unit]) => {
      const { path, exportName } = importOf(unit)
      return { from: exportName, as: name, path: JSON.stringify(path) }
    }),
  })
  const code = valuesOf((unit) => paths.importFrom('', unit))
  const types = valuesOf((unit) => paths.declaredFrom('', unit))
  return [
    { path: 'validators/index.js', content: templates.render('validators-index.js', code) },
    { path: 'validators/index.d.ts', content: templates.render('validators-index.d.ts', types) },
  ]
}
