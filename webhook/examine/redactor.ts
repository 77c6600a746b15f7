import { makeRedactor, type Redact } from '../../redaction/index.js'
import type { NamedSecret } from './keys.js'

const mask = '[secret]'

const formsOf = ({ value }: NamedSecret): string[] => {
  const trimmed = value.trim()
  return [value, trimmed, trimmed.replace(/^whsec_/, '')]
}

/** Makes a function that removes secrets from a text. */
export function redactor(secrets: readonly NamedSecret[]): Redact {
  return makeRedactor([...new Set(secrets.flatMap(formsOf))].map((value) => ({ value, mask })))
}
