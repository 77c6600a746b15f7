/** A file to write: its path, relative to the output folder and with `/`, and its content. */
export interface OutputFile {
  readonly path: string
  readonly content: string | Uint8Array
}
