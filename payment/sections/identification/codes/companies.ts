import { isObject } from '../../../../document/index.js'
import { NotApplicable } from '../../../../conformance/model/outcome.js'
import type { Trial } from '../submission/attempt.js'
import { all, type Edit, move, remove, Section, set, withoutIndustry } from '../submission/draft.js'
import { type Group, groups, names, typeOfGroup } from '../submission/names.js'
import { recipes } from '../submission/recipes.js'
import { type CodeTable, due, free } from './cases.js'

const { business, usBusiness, licensed, usLicensed, fundsFlow, usFundsFlow, nested, sole, usSole } = recipes

const everyone = [business, usBusiness, sole, usSole]

const words = 'We sell accounting software to small companies and invoice them monthly, in euros and dollars.'

const described = (text: string): Edit => set(names.description, text)

const ofLength = (length: number): string => words.slice(0, length).trimEnd().padEnd(length, '.')

const short = ofLength(79)

const spaced: Edit = ({ whole }) => {
  const text = whole.get(names.description)
  if (typeof text !== 'string') throw new NotApplicable('the description is no text')
  whole.set(names.description, `${'\n\t'.repeat(8)}${text.slice(0, 70).trim()}${'\t\n'.repeat(8)}`)
}

/** The schema may forbid these bodies like a missing industry, and the specification has a code for them too. */
const precedents = [
  due('a description of 79 characters', business, described(short), {
    codes: ['business_description_insufficient'],
  }),
  due('a Director without a selfie', business, remove(names.selfie, 0), { codes: ['selfie_required'] }),
]

const unlicensed: Edit = ({ whole }) => void whole.set(names.hasLicenses, false).remove(names.licenseDetails)

const undisclosed: Edit = ({ whole }) =>
  void whole.remove(names.fundsDiagram).without(names.fundsDescription).without(names.fundsDocument)

const isOf = (group: Group, document: unknown): boolean => {
  const members = Object.entries(isObject(document) ? document : {})
  const types = members.flatMap(([name, value]) => (names.documentKind.test(name) ? [value] : []))
  return types.length > 0 && typeOfGroup(group, types) !== undefined
}

/**
 * Removes the documents of groups from the root company, or from a nested one.
 * @throws NotApplicable when no document of a group is recognized
 */
const lacking =
  (all: readonly Group[], index?: number): Edit =>
  (draft) => {
    const list = draft.documents(index)
    for (const group of all) {
      const at = list.findIndex((document) => isOf(group, document))
      const reason = 'the document names no type of company document that is known to be of the group'
      if (at === -1) throw new NotApplicable(reason)
      list.splice(at, 1)
    }
  }

/** Requires the only company document to be a named type of Company Details. */
const oneOfDetails: Edit = (draft) => {
  const types = draft.documents().flatMap((document) => Object.values(isObject(document) ? document : {}))
  if (!types.some((type) => /incorporation_?cert|good_?standing/i.test(String(type))))
    throw new NotApplicable('no company document is known to be a certificate of the group')
}

/** Replaces the certificate of incorporation by that of good standing, as the document would spell it. */
const goodStanding: Edit = (draft) => {
  const spelled = (text: string): string => (/^[A-Z]/.test(text) ? 'GoodStanding' : 'good_standing')
  const documents = draft.documents().filter((document) => isOf('details', document))
  const before = JSON.stringify(documents)
  for (const document of documents)
    new Section(document).setAll(names.documentKind, (type) =>
      String(type).replace(/incorporation/i, spelled),
    )
  if (JSON.stringify(documents) === before)
    throw new NotApplicable('no company document is a certificate of incorporation')
}

/** Removes all documents, if those of every required group are recognized. */
const lackingAll = (index?: number): Edit =>
  all(
    lacking(index === undefined ? groups.root : groups.nested, index),
    (draft) => void draft.documents(index).splice(0),
  )

const moveToUs = move(names.anyCountry, 'US', 1)

/**
 * Submissions without any documents, so that Company Details are missing too and the service cannot wait for the
 * others.
 */
// prettier-ignore
export const bare = {
  root: { name: 'a German company without documents', recipe: business, edit: lackingAll() },
  sole: { name: 'a sole proprietorship without documents', recipe: sole, edit: lackingAll() },
  us: { name: 'a US company without documents', recipe: usBusiness, edit: lackingAll() },
  nested: { name: 'a nested company without documents', recipe: nested, edit: lackingAll(1) },
  nestedUs: { name: 'a nested company of the US without documents', recipe: nested, edit: all(moveToUs, lackingAll(1)) },
  both: { name: 'a German company and its nested company, both without documents', recipe: nested, edit: all(lackingAll(1), lackingAll()) },
} as const satisfies Readonly<Record<string, Trial>>

/** Submissions without a single group, in the root company or a nested one. */
// prettier-ignore
export const lone = {
  details: due('a German company without Company Details', business, lacking(['details']), { about: 'company', isOfEveryType: true }),
  presence: due('a German company without Legal Presence', business, lacking(['presence']), { orElse: bare.root, isOfEveryType: true }),
  ownership: due('a German company without Ownership Structure', business, lacking(['ownership']), { orElse: bare.root, isOfEveryType: true }),
  control: due('a German company without Control Structure', business, lacking(['control']), { orElse: bare.root, isOfEveryType: true }),
  usDetails: due('a US company without Company Details', usBusiness, lacking(['details']), { about: 'company' }),
  nestedDetails: due('a nested company without Company Details', nested, lacking(['details'], 1)),
  nestedOwnership: due('a nested company without Ownership Structure', nested, lacking(['ownership'], 1), { orElse: bare.nested }),
}

/** Codes about a company's business, and about the four groups of its documents. */
// prettier-ignore
export const companyCodes: CodeTable = {
  business_description_insufficient: {
    title: 'The description is long enough',
    statement: 'business_description_insufficient is answered to a business_model_description of fewer than 80 characters after trimming, in every industry.',
    innocent: everyone,
    cases: [
      due('a description of 79 characters', business, described(short), { about: 'company', isOfEveryType: true }),
      due('a description of 79 characters with spaces around them', business, described(`   ${ofLength(79)}   `), { about: 'company' }),
      due('a description of 10 characters from a US company', usBusiness, described('We sell it'), { about: 'company' }),
      due('a description of 10 characters in another industry', business, all(described('We sell it'), set(names.industry, 'Agriculture')), { about: 'company' }),
      due('a description of 10 characters from a sole proprietorship', sole, described('We sell it'), { about: 'company' }),
      free('a description of exactly 80 characters', business, described(ofLength(80))),
      free('a description of exactly 80 characters with spaces around them', business, described(`  ${ofLength(80)}  `)),
      due('a description that is long by line breaks around it', business, spaced, { about: 'company' }),
    ],
  },
  industry_required: {
    title: 'The industry is required',
    statement: 'industry_required is answered where business_details.industry is missing.',
    innocent: everyone,
    precedents,
    cases: [
      due('a Business without an industry', business, withoutIndustry, { about: 'company', isOfEveryType: true }),
      due('a US Business without an industry', usBusiness, withoutIndustry, { about: 'company' }),
      due('a sole proprietorship without an industry', sole, withoutIndustry, { about: 'company' }),
      due('a US sole proprietorship without an industry', usSole, withoutIndustry, { about: 'company' }),
    ],
  },
  miscellaneous_industry_deprecated: {
    title: 'Miscellaneous is no industry',
    statement: 'miscellaneous_industry_deprecated is answered to the industry Miscellaneous.',
    innocent: everyone,
    cases: [
      due('the industry Miscellaneous', business, set(names.industry, 'Miscellaneous'), { about: 'company' }),
      due('the industry Miscellaneous of a US company', usBusiness, set(names.industry, 'Miscellaneous'), { about: 'company' }),
      due('the industry Miscellaneous of a sole proprietorship', sole, set(names.industry, 'Miscellaneous'), { about: 'company' }),
    ],
  },
  license_details_required: {
    title: 'Licences are described',
    statement: 'license_details_required is answered where has_licenses_or_registrations is true without license_details.',
    innocent: [...everyone, licensed],
    cases: [
      due('licences without license_details', licensed, remove(names.licenseDetails), { about: 'company', isOfEveryType: true }),
      free('no licences and no license_details', licensed, unlicensed),
      free('licences with license_details', licensed),
      due('licences of a US company without license_details', usLicensed, remove(names.licenseDetails), { about: 'company' }),
    ],
  },
  funds_flow_disclosure_required: {
    title: 'The flow of funds is disclosed',
    statement: 'funds_flow_disclosure_required is answered where sends_funds_on_customer_behalf is true without description, diagram and source-of-funds document together.',
    details: ['The diagram is that of the flow of funds.'],
    innocent: [...everyone, fundsFlow],
    cases: [
      due('funds sent for customers with nothing disclosed', fundsFlow, undisclosed, { about: 'company', isOfEveryType: true }),
      due('funds sent for customers without a description', fundsFlow, remove(names.fundsDescription), { about: 'company' }),
      due('funds sent for customers without a flow-of-funds diagram', fundsFlow, remove(names.fundsDiagram), { about: 'company' }),
      due('funds sent for customers without a source-of-funds document', fundsFlow, remove(names.fundsDocument), { about: 'company' }),
      free('funds sent for customers with all three disclosed', fundsFlow),
      due('funds sent for customers by a US company with nothing disclosed', usFundsFlow, undisclosed, { about: 'company' }),
      free('no funds sent, with all three disclosed', fundsFlow, set(names.sendsFunds, false)),
    ],
  },
  company_details_required: {
    title: 'Company Details are required',
    statement: 'company_details_required is answered to every company without a document of that group, root or nested.',
    cases: [
      lone.details,
      lone.usDetails,
      due('a sole proprietorship without Company Details', sole, lacking(['details'])),
      lone.nestedDetails,
      due('a US sole proprietorship without Company Details', usSole, lacking(['details']), { about: 'company' }),
      due('a nested company of the US without Company Details', nested, all(moveToUs, lacking(['details'], 1))),
      free('a company with one certificate of Company Details', business, oneOfDetails),
      free('a company with a certificate of good standing alone', business, goodStanding),
    ],
  },
  legal_presence_required: {
    title: 'Legal Presence is required',
    statement: 'legal_presence_required is answered to a non-US Business without a document of that group, and to no US or nested company.',
    cases: [
      lone.presence,
      free('a US company without Legal Presence', usBusiness, lacking(['presence'])),
      free('a US sole proprietorship without Legal Presence', usSole, lacking(['presence'])),
      free('a nested company, which owes no Legal Presence', nested),
      due('a sole proprietorship without Legal Presence', sole, lacking(['presence']), { orElse: bare.sole }),
      due('a company with another below it, without Legal Presence', nested, lacking(['presence']), { orElse: bare.both }),
      free('a nested company of the US, which owes no Legal Presence', nested, moveToUs),
    ],
  },
  ownership_structure_required: {
    title: 'Ownership Structure is required',
    statement: 'ownership_structure_required is answered to a company without a document of that group, and to no US root company.',
    cases: [
      lone.ownership,
      lone.nestedOwnership,
      due('a nested company of the US without Ownership Structure', nested, all(moveToUs, lacking(['ownership'], 1)), { orElse: bare.nestedUs }),
      free('a US company without Ownership Structure', usBusiness, lacking(['ownership'])),
      due('a sole proprietorship without Ownership Structure', sole, lacking(['ownership']), { orElse: bare.sole }),
      free('a US sole proprietorship without Ownership Structure', usSole, lacking(['ownership'])),
    ],
  },
  control_structure_required: {
    title: 'Control Structure is required',
    statement: 'control_structure_required is answered to a non-US Business without a document of that group, and to no US or nested company.',
    cases: [
      lone.control,
      free('a US company without Control Structure', usBusiness, lacking(['control'])),
      free('a nested company, which owes no Control Structure', nested),
      due('a sole proprietorship without Control Structure', sole, lacking(['control']), { orElse: bare.sole }),
      due('a company with another below it, without Control Structure', nested, lacking(['control']), { orElse: bare.both }),
      free('a US sole proprietorship without Control Structure', usSole, lacking(['control'])),
      free('a nested company of the US, which owes no Control Structure', nested, moveToUs),
    ],
  },
}
