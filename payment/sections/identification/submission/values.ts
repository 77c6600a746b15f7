import { crc32, deflateSync } from 'node:zlib'
import type { JsonSchemaObject } from '../../../../runtime/surface.js'
import { NotApplicable } from '../../../../conformance/model/outcome.js'
import { inAlpha3, subdivisions, wantsAlpha3 } from './country.js'
import { firstFitting, names, qualified } from './names.js'
import type { CompanyFacts, Extra, PersonFacts, Recipe } from './recipes.js'

/** The subject of a section of a submission: a person, a company, or neither. */
export interface About {
  readonly recipe: Recipe
  readonly person: PersonFacts | undefined
  readonly company: CompanyFacts | undefined
  /** Number of the person or company within the submission, from which unique values are made. */
  readonly number: number
}

/** A schema node, with its name and listed values. */
export interface SchemaNode {
  readonly name: string
  /** Name of the member that contains it. */
  readonly holder: string
  readonly node: JsonSchemaObject
  readonly listed: readonly unknown[]
}

type Value = (about: About, schemaNode: SchemaNode) => unknown

/** True for a schema with one of the types. */
export function hasType({ type }: JsonSchemaObject, ...types: readonly string[]): boolean {
  return [type].flat().some((one) => one !== undefined && types.includes(one))
}

/** A date some days ago, or in the future for a negative number, in the format of a schema. */
export function daysAgo(days: number, node: JsonSchemaObject = {}): string {
  const text = new Date(Date.now() - days * 86_400_000).toISOString()
  return node.format === 'date' ? text.slice(0, 10) : `${text.slice(0, 19)}Z`
}

/** A business description of 113 characters. */
export const description =
  'We sell accounting software to small companies in several countries and invoice them every month in their money.'

export const licence = 'Payment institution, licence 12345.'

const homeOf = ({ person, company }: About): string => person?.country ?? company?.country ?? 'DE'

const nameOf = ({ person, company }: About): string | undefined =>
  person ? `${person.first} ${person.last}` : company?.company

const country: Value = (about, { node, listed }) =>
  wantsAlpha3(node, listed) ? inAlpha3(homeOf(about)) : homeOf(about)

const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const chunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([word(data.length), named, word(crc32(named))])
}

/** A PNG image of one pixel in base64, the smallest that every service can open; numbers make others. */
export function image(number: number): string {
  const parts = [
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', Buffer.concat([word(1), word(1), Buffer.from([8, 2, 0, 0, 0])])),
    chunk('IDAT', deflateSync(Buffer.concat([Buffer.from([0]), word(number).subarray(1)]))),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat(parts).toString('base64')
}

const picture =
  (kind: number): Value =>
  ({ number }) =>
    image(kind * 1000 + number)

const text =
  (value: string): Value =>
  () =>
    value

/** The first example of a text, or else the fallback: values that the specification does not show are the service's own. */
const exampled =
  (fallback?: string): Value =>
  (_, { node: { example, examples = [] } }) =>
    [example, ...examples].find((one) => typeof one === 'string') ?? fallback

/** The first listed value that matches one of the patterns; an example or the fallback where none is listed. */
const chosen =
  (words: readonly RegExp[], fallback?: string): Value =>
  (about, schemaNode) =>
    schemaNode.listed.length === 0
      ? exampled(fallback)(about, schemaNode)
      : firstFitting(schemaNode.listed, words)

const extra =
  (name: Extra, value: Value): Value =>
  (about, schemaNode) =>
    about.recipe.extras.includes(name) ? value(about, schemaNode) : undefined

const flag =
  (name: Extra): Value =>
  ({ recipe }, { node }) =>
    hasType(node, 'boolean') ? recipe.extras.includes(name) : undefined

const personOnly =
  (value: (person: PersonFacts) => unknown): Value =>
  ({ person }) =>
    person && value(person)

const companyOnly =
  (value: (company: CompanyFacts, listed: readonly unknown[]) => unknown): Value =>
  ({ person, company }, { listed }) =>
    person === undefined && company !== undefined ? value(company, listed) : undefined

const special = /sole|foundation|trust|charit|non_?profit|public|agenc|govern/i

/** The type of a company as spelled in the document. @throws NotApplicable where the document lacks it */
const companyType = companyOnly(({ type }, listed) => {
  if (listed.length === 0 || listed.includes(type)) return type
  const usual = listed.find((one) => typeof one === 'string' && !special.test(one))
  if (!special.test(type) && usual !== undefined) return usual
  throw new NotApplicable(`the document lists no company of type ${type}`)
})

const everyday = [/software|technology/i, /education|retail|agricultur/i]

const industry: Value = (about, schemaNode) =>
  about.recipe.extras.includes('without-industry')
    ? undefined
    : chosen(everyday, 'InformationTechnologyAndSoftware')(about, schemaNode)

const licenceText: Value = (_, { node }) =>
  hasType(node, 'string') || (node.type === undefined && !node.properties) ? licence : undefined

/** Values by member name, the first match counts; other members are left to the schema. */
// prettier-ignore
const values: readonly (readonly [name: RegExp, value: Value])[] = [
  [names.firstName, personOnly(({ first }) => first)],
  [/^(last|family|sur)_?names?$/i, personOnly(({ last }) => last)],
  [/^full_?name$/i, personOnly(({ first, last }) => `${first} ${last}`)],
  [/^(company|legal|business|registered)_?name$/i, companyOnly(({ company }) => company)],
  [/^name$/i, (about, { holder }) => (/documents?|files?/.test(holder) ? 'document.png' : nameOf(about))],
  [/^file_?name$/i, text('document.png')],
  [names.birthDate, personOnly(() => '1984-05-17')],
  [names.incorporated, text('2015-04-01')],
  [names.email, ({ number }) => `contract.check+${number}@example.com`],
  [names.phone, (about) => (homeOf(about) === 'US' ? '+12125550123' : '+493012345678')],
  [/^ip(_?address)?$/i, text('192.0.2.20')],
  [/^website$|^web_?site_?url$/i, text('https://company.example.com')],
  [/^street/i, text('Main street 1')],
  [/^(city|town|place)$/i, text('Berlin')],
  [/^(zip|postal)_?code$|^zip$|^postcode$/i, text('10115')],
  [names.state, (about, { holder }) => (/address|birth/i.test(holder) ? subdivisions[homeOf(about)] : undefined)],
  [/countr(y|ies)|nationality|jurisdiction|citizenship/i, country],
  [names.documentNumber, ({ number }) => `X${1_234_567 + number}`],
  [names.front, picture(1)],
  [names.back, picture(2)],
  [names.selfie, picture(3)],
  [/^proof_of_address$/i, picture(4)],
  [/^(file|content|data|image)(_?base64|_?content|_?data)?$/i, picture(5)],
  [/collected_?at$|captured_?at$|taken_?at$/i, (_, { node }) => daysAgo(20, node)],
  [/tax_(identification|id)_?(number)?$|^tin$|^tax_?number$/i, ({ number }) => String(123_456_789 + number)],
  [/^registration_?number$/i, ({ number }) => `HRB${123_456 + number}`],
  [names.documentType, chosen([/^passport$/i, /passport/i], 'Passport')],
  [names.description, text(description)],
  [names.companyType, companyType],
  [names.purpose, companyOnly(({ purpose }) => purpose)],
  [names.industry, industry],
  [names.industryType, extra('industry-type', chosen(everyday))],
  [names.hasLicenses, flag('licenses')],
  [names.licenseDetails, extra('licenses', licenceText)],
  [names.sendsFunds, flag('funds-flow')],
  [names.fundsDescription, extra('funds-flow', text(description))],
  [names.fundsDiagram, extra('funds-flow', picture(6))],
  [names.fundsDocument, extra('funds-flow', picture(7))],
  [/source_?of_?funds_?proof$/i, extra('edd', picture(8))],
  [/^(sharing_)?consent$|consent(ed)?$|^(accepts?|agrees?|confirm)/i, (_, { node }) => hasType(node, 'boolean') || undefined],
  [names.token, exampled('share-token-1')],
]

const byName = new Map<string, Value | undefined>()

/** The value of a member by its name; undefined where it is left to the schema. */
export function valueOf(about: About, schemaNode: SchemaNode): unknown {
  const name = qualified(schemaNode.name, schemaNode.holder)
  if (!byName.has(name)) byName.set(name, values.find(([pattern]) => pattern.test(name))?.[1])
  return byName.get(name)?.(about, schemaNode)
}
