import type { JsonSchemaObject } from '../../../../runtime/surface.js'
import { keepsText } from '../../../documents/view.js'

/** The countries in submissions, with their alpha-3 codes. */
// prettier-ignore
const alpha3: Readonly<Record<string, string>> = {
  AT: 'AUT', AW: 'ABW', BR: 'BRA', CA: 'CAN', DE: 'DEU', FO: 'FRO',
  FR: 'FRA', GB: 'GBR', GI: 'GIB', IN: 'IND', PT: 'PRT', US: 'USA',
}

/** A subdivision of each country that has some: the second half of its ISO 3166-2 code. */
// prettier-ignore
export const subdivisions: Readonly<Record<string, string>> = {
  AT: '9', BR: 'SP', DE: 'BE', FR: 'IDF', GB: 'LND', IN: 'MH', US: 'NY',
}

const speaksOfThree = ({ description, title }: JsonSchemaObject): boolean => {
  const words = [description, title].filter((one) => typeof one === 'string').join(' ')
  return /alpha-?3/i.test(words) && !/alpha-?2/i.test(words)
}

/** Whether a schema requires alpha-3 codes, by its values, pattern, length, example or description. */
export function wantsAlpha3(node: JsonSchemaObject, listed: readonly unknown[]): boolean {
  if (listed.length > 0) return listed.includes('DEU') && !listed.includes('DE')
  if (!keepsText(node, 'DE')) return keepsText(node, 'DEU')
  if (!keepsText(node, 'DEU')) return false
  const shown = node.example ?? node.examples?.[0]
  return (typeof shown === 'string' && /^[A-Z]{3}$/.test(shown)) || speaksOfThree(node)
}

/** A country's code in the form of the code that it replaces. */
export function inFormOf(code: unknown, country: string): string {
  return typeof code === 'string' && code.length === 3 ? inAlpha3(country) : country
}

/** The alpha-3 code of an alpha-2 code, which later versions require; other texts unchanged. */
export function inAlpha3(country: string): string {
  return alpha3[country] ?? country
}
