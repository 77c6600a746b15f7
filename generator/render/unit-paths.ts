import { join } from 'node:path/posix'
import type { DocumentModel, UnitHome } from '../model/document.js'

/** Where a validator is imported from. */
export interface UnitImport {
  readonly path: string
  readonly exportName: string
}

/** Knows where the validators of a version stand: in its own folder, or in that of a version before. */
export class UnitPaths {
  readonly #homes: ReadonlyMap<string, UnitHome>
  readonly #version: string

  constructor({ name: version, base, units }: DocumentModel) {
    this.#version = version
    this.#homes = new Map([
      ...(base?.units ?? []),
      ...units.map(({ name, ...unit }): [string, UnitHome] => [name, { ...unit, version }]),
    ])
  }

  has(name: string): boolean {
    return this.#homes.has(name)
  }

  /** For a module below `validators/`; the empty path is one that stands there itself. */
  importFrom(module: string, name: string): UnitImport {
    const { exportName, ...home } = this.#home(name)
    const folder = home.version === this.#version ? '' : `../../${home.version}/validators/`
    const up = '../'.repeat(module.split('/').length - 1)
    return { path: `${up}${folder}${home.module}.js`.replace(/^(?!\.)/, './'), exportName }
  }

  /** For a module in the folder of the version. */
  importFromVersion(name: string): UnitImport {
    const { path, exportName } = this.importFrom('', name)
    return { path: join('validators', path).replace(/^(?!\.)/, './'), exportName }
  }

  #home(name: string): UnitHome {
    const home = this.#homes.get(name)
    if (!home) throw new Error(`no validator is named ${name}`)
    return home
  }
}
