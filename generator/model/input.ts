/** One document to generate from. `name` becomes the folder: a date, or a name derived from the file's. */
export interface GeneratorInput {
  readonly name: string
  /** Source of the text, for messages. */
  readonly file: string
  readonly text: string
}
