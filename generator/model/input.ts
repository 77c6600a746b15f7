/** One document to generate from. `name` becomes the folder: a date, or a name made of the file's own. */
export interface GeneratorInput {
  readonly name: string
  /** Where the text came from, for messages. */
  readonly file: string
  readonly text: string
}
