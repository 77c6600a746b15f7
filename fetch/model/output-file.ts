/** A file that a wing wants written: where, relative to the output folder and with `/`, and what. */
export interface OutputFile {
  readonly path: string
  readonly content: string | Uint8Array
}
