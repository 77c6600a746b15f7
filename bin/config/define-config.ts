/** Values for options of commands, by the option's name in camel case: `--base-url` is `baseUrl`. */
export type OptionValues = Readonly<Record<string, string | number | boolean | readonly string[]>>

/** The content of `rampart.config.ts`, `.js` or `.json`. Keys never stand here: they belong in the environment. */
export interface RampartConfig {
  /** Host that serves `/spec/versions`. */
  readonly specUrl?: string
  /** API root of the service under test. */
  readonly baseUrl?: string
  /** Folder of the fetched documents. */
  readonly specs?: string
  readonly fetch?: OptionValues
  readonly generate?: OptionValues
  readonly test?: OptionValues
  readonly inspect?: OptionValues
  readonly sandbox?: OptionValues
  readonly rules?: OptionValues
}

/** Gives a config file its types; returns what it is given. */
export function defineConfig(config: RampartConfig): RampartConfig {
  return config
}
