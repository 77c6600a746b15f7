import { digestOf } from '../manifest.js'
import type { PreviousRun } from '../model/options.js'
import type { OutputFile } from '../model/output.js'

/** Compiles code, or takes it from an earlier run that compiled it from the same. */
export class CompiledBefore {
  readonly #previous: PreviousRun | undefined
  readonly #folder: string

  /**
   * @param previous an earlier run of the same generator with the same options
   * @param folder folder of the output that paths are relative to
   */
  constructor(previous: PreviousRun | undefined, folder: string) {
    this.#previous = previous
    this.#folder = folder
  }

  /** The file at a path of the folder. `from` is all that its content depends on, as a JSON value. */
  file(path: string, from: unknown, compile: () => string): OutputFile {
    const source = digestOf(JSON.stringify(from))
    const full = `${this.#folder}/${path}`
    const known = this.#previous?.compiled[full] === source ? this.#previous.files.get(full) : undefined
    return { path, content: known === undefined ? compile() : new TextDecoder().decode(known), source }
  }
}
