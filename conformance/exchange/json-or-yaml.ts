import { createRequire } from 'node:module'
import type * as yaml from 'yaml'

const load = createRequire(import.meta.url)

/** Parses JSON or YAML. @throws the error of the YAML parser where the text is neither. */
export function jsonOrYaml(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Loaded lazily: few services serve YAML, and the parser is a tenth of the code of a run.
    const { parse }: typeof yaml = load('yaml')
    return parse(text, { maxAliasCount: 100, logLevel: 'silent' })
  }
}
