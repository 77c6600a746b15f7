/** Packs as a config file has them: read by whoever needs rules, so that no other command is hindered by them. */
export interface ConfiguredPacks {
  /** The value of `packs` in it. */
  readonly entries: unknown
  /** The config file, relative to the working folder. */
  readonly file: string
  /** Its folder, relative to the working folder. */
  readonly folder: string
}
