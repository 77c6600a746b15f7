import { join } from 'node:path/posix'
import type { DocumentModel, PlacedUnit, UnitHome } from '../model/document.js'

/** Where a validator is imported from. */
export interface UnitImport {
  readonly path: string
  readonly exportName: string
}

type Home = Omit<UnitHome, 'part'>

/** Knows where the validators of a version stand: in its own folder, or in that of a version before. */
export class UnitPaths {
  readonly #homes: ReadonlyMap<string, Home>
  readonly #version: string

  constructor({ name: version, base, units }: DocumentModel) {
    this.#version = version
    this.#homes = new Map([
      ...(base?.units ?? []),
      ...units.map(({ name, ...unit }): [string, Home] => [name, { ...unit, version }]),
    ])
  }

  has(name: string): boolean {
    return this.#homes.has(name)
  }

  /** Where a module below `validators/` finds the code; the empty path is one that stands there itself. */
  importFrom(module: string, name: string): UnitImport {
    const { version, code } = this.#home(name)
    return this.#from(module, version, code)
  }

  /** Where it finds the module that the unit is known by, which has declarations. */
  declaredFrom(module: string, name: string): UnitImport {
    const { version, ...home } = this.#home(name)
    return this.#from(module, version, home)
  }

  /** For a module in the folder of the version. */
  importFromVersion(name: string): UnitImport {
    const { path, exportName } = this.importFrom('', name)
    return { path: join('validators', path).replace(/^(?!\.)/, './'), exportName }
  }

  #from(module: string, version: string, to: PlacedUnit['code']): UnitImport {
    const folder = version === this.#version ? '' : `../../${version}/validators/`
    const up = '../'.repeat(module.split('/').length - 1)
    return { path: `${up}${folder}${to.module}.js`.replace(/^(?!\.)/, './'), exportName: to.exportName }
  }

  #home(name: string): Home {
    const home = this.#homes.get(name)
    if (!home) throw new Error(`no validator is named ${name}`)
    return home
  }
}
