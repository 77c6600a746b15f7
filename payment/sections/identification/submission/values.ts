import type { JsonSchemaObject } from '../../../../runtime/json-schema.js'
import { NotApplicable } from '../../../../conformance/model/outcome.js'
import type { CompanyFacts, PersonFacts, Recipe } from './facts.js'
import { inAlpha3, subdivisions, wantsAlpha3 } from './country.js'
import { image } from './image.js'
import type { SchemaReader } from './schema.js'

/** Whom a section of a submission is about. */
export interface About {
  readonly recipe: Recipe
  readonly person: PersonFacts | undefined
  readonly company: CompanyFacts | undefined
  /** Number of the person or company within the submission: what has to differ is made from it. */
  readonly number: number
}

/** A node of a schema, with its name and the values that its document lists. */
export interface SchemaNode {
  readonly name: string
  /** Name of the member that holds it. */
  readonly holder: string
  readonly node: JsonSchemaObject
  readonly listed: readonly unknown[]
  readonly reader: SchemaReader
}

type Value = (about: About, schemaNode: SchemaNode) => unknown

const day = 86_400_000

/** A moment some days ago, or in the future for a negative number, in the form that a schema wants. */
export function daysAgo(days: number, node: JsonSchemaObject = {}): string {
  const text = new Date(Date.now() - days * day).toISOString()
  return node.format === 'date' ? text.slice(0, 10) : `${text.slice(0, 19)}Z`
}

/** 113 characters that say what a company does. */
export const description =
  'We sell accounting software to small companies in several countries and invoice them every month in their money.'

const homeOf = ({ person, company }: About): string => person?.country ?? company?.country ?? 'DE'

const country: Value = (about, { node, listed }) => {
  const home = homeOf(about)
  return wantsAlpha3(node, listed) ? inAlpha3(home) : home
}

const picture =
  (kind: number): Value =>
  ({ number }) =>
    image(kind * 1000 + number)

const text =
  (value: string): Value =>
  () =>
    value

const takesText = ({ type, properties }: JsonSchemaObject): boolean =>
  type === undefined ? properties === undefined : [type].flat().includes('string')

const isBoolean = ({ node }: SchemaNode): boolean => [node.type].flat().includes('boolean')

const pick = (listed: readonly unknown[], words: readonly RegExp[]): unknown =>
  words
    .map((word) => listed.find((one) => typeof one === 'string' && word.test(one)))
    .find((one) => one !== undefined)

/** The first of the listed values that one of the words fits, or the fallback where none is listed. */
const chosen =
  (words: readonly RegExp[], fallback?: string): Value =>
  (_, { listed }) =>
    listed.length === 0 ? fallback : pick(listed, words)

const everyday = [/software|technology/i, /education|retail|agricultur/i]

const industry: Value = (about, schemaNode) =>
  about.recipe.extras?.includes('without-industry') === true
    ? undefined
    : chosen(everyday, 'InformationTechnologyAndSoftware')(about, schemaNode)

const extra =
  (name: NonNullable<Recipe['extras']>[number], value: Value): Value =>
  (about, schemaNode) =>
    about.recipe.extras?.includes(name) === true ? value(about, schemaNode) : undefined

const flag =
  (name: NonNullable<Recipe['extras']>[number]): Value =>
  ({ recipe }, schemaNode) =>
    isBoolean(schemaNode) ? recipe.extras?.includes(name) === true : undefined

const special = /sole|foundation|trust|charit|non_?profit|public|agenc|govern/i

/** The type of a company in the document's own words; where it has none for it, nothing can be submitted. */
const companyType: Value = ({ company }, { listed }) => {
  if (company === undefined || listed.length === 0 || listed.includes(company.type)) return company?.type
  const usual = listed.find((one) => typeof one === 'string' && !special.test(one))
  if (!special.test(company.type) && usual !== undefined) return usual
  throw new NotApplicable(`the document lists no company of type ${company.type}`)
}

const companyOnly =
  (value: Value): Value =>
  (about, schemaNode) =>
    about.person === undefined && about.company !== undefined ? value(about, schemaNode) : undefined

const personOnly =
  (value: Value): Value =>
  (about, schemaNode) =>
    about.person === undefined ? undefined : value(about, schemaNode)

/** Values by the name of a member, the first that fits; what no row names is left to the document. */
const values: readonly (readonly [name: RegExp, value: Value])[] = [
  [/^(first|given)_?name$/i, personOnly(({ person }) => person?.first)],
  [/^(last|family|sur)_?name$/i, personOnly(({ person }) => person?.last)],
  [/^full_?name$/i, personOnly(({ person }) => person && `${person.first} ${person.last}`)],
  [/^(company|legal|business|registered)_?name$/i, companyOnly(({ company }) => company?.company)],
  [
    /^name$/i,
    ({ person, company }, { holder }) => {
      if (/documents?|files?/.test(holder)) return 'document.png'
      return person ? `${person.first} ${person.last}` : company?.company
    },
  ],
  [/^file_?name$/i, text('document.png')],
  [/^(date_?of_?birth|birth_?date|dob)$/i, personOnly(text('1984-05-17'))],
  [/incorporat[a-z]*_?(date|on)$|^(registration|founding)_?date$/i, text('2015-04-01')],
  [/^e?_?mail(_?address)?$/i, ({ number }) => `contract.check+${number}@example.com`],
  [/^(phone|mobile)(_?number)?$/i, (about) => (homeOf(about) === 'US' ? '+12125550123' : '+493012345678')],
  [/^ip(_?address)?$/i, text('192.0.2.20')],
  [/^website$|^web_?site_?url$/i, text('https://company.example.com')],
  [/^street/i, text('Main street 1')],
  [/^(city|town|place)$/i, text('Berlin')],
  [/^(zip|postal)_?code$|^zip$|^postcode$/i, text('10115')],
  [
    /^(state|region|province|subdivision)(_?code)?$/i,
    (about, { holder }) => (/address|birth/i.test(holder) ? subdivisions[homeOf(about)] : undefined),
  ],
  [/countr(y|ies)|nationality|jurisdiction|citizenship/i, country],
  [/^identity_?(document_?)?number$|^document_?number$/i, ({ number }) => `X${1_234_567 + number}`],
  [/document_?front|front_?(image|side)|^front$/i, picture(1)],
  [/document_?back|back_?(image|side)|^back$/i, picture(2)],
  [/^selfie(_?image|_?file|_?photo)?$/i, picture(3)],
  [/^proof_of_address$/i, picture(4)],
  [/^(file|content|data|image)(_?base64|_?content|_?data)?$/i, picture(5)],
  [/collected_?at$|captured_?at$|taken_?at$/i, (_, { node }) => daysAgo(20, node)],
  [/tax_(identification|id)_?(number)?$|^tin$|^tax_?number$/i, ({ number }) => String(123_456_789 + number)],
  [/^registration_?number$/i, ({ number }) => `HRB${123_456 + number}`],
  [/^(identity_|id_)?document_?type$|^id_?type$/i, chosen([/^passport$/i, /passport/i], 'Passport')],
  [/^business_model_description$/i, text(description)],
  [/^company_?type$/i, companyOnly(companyType)],
  [/^industry$/i, industry],
  [/^industry_?type$/i, extra('industry-type', chosen(everyday))],
  [/^has_licen[sc]es_or_registrations$/i, flag('licenses')],
  [
    /^licen[sc]e_details$/i,
    extra('licenses', (_, { node }) => (takesText(node) ? 'Payment institution, licence 12345.' : undefined)),
  ],
  [/^sends_funds_on_customer_behalf$/i, flag('funds-flow')],
  [
    /(funds|behalf|flow).*description$/i,
    (about, schemaNode) =>
      /source_of_funds/.test(schemaNode.name)
        ? undefined
        : extra('funds-flow', text(description))(about, schemaNode),
  ],
  [/funds.*(diagram|chart)$/i, extra('funds-flow', picture(6))],
  [/source_?of_?funds_?(document|file)$/i, extra('funds-flow', picture(7))],
  [/source_?of_?funds_?proof$/i, extra('edd', picture(8))],
  [
    /^(sharing_)?consent$|consent(ed)?$|^(accepts?|agrees?|confirm)/i,
    (_, schemaNode) => isBoolean(schemaNode) || undefined,
  ],
  [/^(share_?)?token$/i, text('share-token-1')],
]

const byName = new Map<string, Value | undefined>()

/** The maker of a member's values; undefined for a name that it does not know. */
export function valueNamed(name: string): Value | undefined {
  if (!byName.has(name)) byName.set(name, values.find(([pattern]) => pattern.test(name))?.[1])
  return byName.get(name)
}
