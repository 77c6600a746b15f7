import { createRequire } from 'node:module'
import type * as yaml from 'yaml'

const load = createRequire(import.meta.url)

/** The value of a text of JSON or YAML. @throws the error of the YAML parser where it is neither. */
export function jsonOrYaml(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Only here: hardly a service serves YAML, and its parser is a tenth of what a run loads.
    const { parse }: typeof yaml = load('yaml')
    return parse(text, { maxAliasCount: 100, logLevel: 'silent' })
  }
}
