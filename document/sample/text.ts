import type { JsonSchemaObject } from '../../runtime/json-schema.js'

const byFormat: Readonly<Record<string, string>> = {
  uuid: '3f2b8a54-6c1d-4e7f-9a0b-5d4c3b2a1f00',
  date: '1990-01-15',
  'date-time': '2026-01-15T10:00:00Z',
  time: '10:00:00Z',
  decimal: '100',
  email: 'contract.check@example.com',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  byte: 'AAAA',
}

/** Samples for common patterns. */
export const commonTexts: readonly string[] = [
  'DEU',
  'DE',
  'EUR',
  'Sample',
  'SAMPLE',
  'sample',
  '+4915112345678',
  '1990-01-15',
  '100',
  '100.00',
  '12345',
  '123456789',
  '12345678909',
  ...Object.values(byFormat),
]

const matches = (pattern: string, text: string): boolean => {
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return true
  }
}

const fits = ({ pattern, minLength = 0, maxLength = Infinity }: JsonSchemaObject, text: string): boolean =>
  text.length >= minLength && text.length <= maxLength && (pattern === undefined || matches(pattern, text))

/** A string for a schema of type string: by its format, or the first common text that the schema accepts. */
export function sampleText(schema: JsonSchemaObject): string {
  const text = byFormat[schema.format ?? ''] ?? 'Sample'
  const cut = text.padEnd(schema.minLength ?? 0, 'x').slice(0, schema.maxLength)
  return [text, ...commonTexts, cut].find((candidate) => fits(schema, candidate)) ?? cut
}
