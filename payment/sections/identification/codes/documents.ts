import { NotApplicable } from '../../../../conformance/model/outcome.js'
import { inFormOf } from '../submission/country.js'
import type { Draft } from '../submission/draft.js'
import { recipes } from '../submission/facts.js'
import { type Group, typeOfGroup } from '../submission/groups.js'
import { isObject } from '../../../../document/index.js'
import type { Trial } from '../attempt/attempt.js'
import { names } from '../submission/names.js'
import { type CodeCase, type CodeTable, due, type DueOptions, free } from './cases.js'
import { all } from './edits.js'

const { business, usBusiness, nested, sole, usSole } = recipes

const typesOf = (document: unknown): unknown[] =>
  isObject(document)
    ? Object.entries(document).flatMap(([name, value]) => (names.documentKind.test(name) ? [value] : []))
    : []

const isOf = (group: Group, document: unknown): boolean => {
  const types = typesOf(document)
  return types.length > 0 && typeOfGroup(group, types) !== undefined
}

/** Takes a document of a group out of a company's list. @throws NotApplicable when none of the list is known to be one. */
const withoutGroup = (list: unknown[], group: Group): void => {
  const index = list.findIndex((document) => isOf(group, document))
  if (index === -1)
    throw new NotApplicable('the document names no type of company document that is known to be of the group')
  list.splice(index, 1)
}

const withoutDocuments = (list: unknown[]): void => void list.splice(0)

/** Takes the documents of a group out of the root company, or of a beneficiary that is one. */
export function lacking(group: Group, index?: number) {
  return (draft: Draft): void => withoutGroup(draft.documents(index), group)
}

const lackingAll =
  (index?: number) =>
  (draft: Draft): void => {
    const list = [...draft.documents(index)]
    for (const group of index === undefined ? rootGroups : nestedGroups) withoutGroup(list, group)
    withoutDocuments(draft.documents(index))
  }

const rootGroups = ['details', 'presence', 'ownership', 'control'] as const

const nestedGroups = ['details', 'ownership'] as const

/** Makes the second beneficiary a company of the US. */
export function moveToUs(draft: Draft): void {
  draft.party(1).setAll(names.anyCountry, (code) => inFormOf(code, 'US'))
}

/** Submissions that lack all documents: Company Details among them, so that they cannot wait for the others. */
export const bare = {
  root: { name: 'a German company without documents', recipe: business, edit: lackingAll() },
  sole: { name: 'a sole proprietorship without documents', recipe: sole, edit: lackingAll() },
  us: { name: 'a US company without documents', recipe: usBusiness, edit: lackingAll() },
  nested: { name: 'a nested company without documents', recipe: nested, edit: lackingAll(1) },
  nestedUs: {
    name: 'a nested company of the US without documents',
    recipe: nested,
    edit: all(moveToUs, lackingAll(1)),
  },
  both: {
    name: 'a German company and its nested company, both without documents',
    recipe: nested,
    edit: all(lackingAll(1), lackingAll()),
  },
} as const satisfies Readonly<Record<string, Trial>>

const lacks = (company: string, group: string): string => `${company} without ${group}`

const nestedCompany = 'a nested company'

const german = 'a German company'

const american = 'a US company'

/** Submissions that lack one group alone, in the root company or in a nested one. */
export const lone = {
  details: { name: lacks(german, 'Company Details'), recipe: business, edit: lacking('details') },
  presence: { name: lacks(german, 'Legal Presence'), recipe: business, edit: lacking('presence') },
  ownership: { name: lacks(german, 'Ownership Structure'), recipe: business, edit: lacking('ownership') },
  control: { name: lacks(german, 'Control Structure'), recipe: business, edit: lacking('control') },
  usDetails: { name: lacks(american, 'Company Details'), recipe: usBusiness, edit: lacking('details') },
  nestedDetails: {
    name: lacks(nestedCompany, 'Company Details'),
    recipe: nested,
    edit: lacking('details', 1),
  },
  nestedOwnership: {
    name: lacks(nestedCompany, 'Ownership Structure'),
    recipe: nested,
    edit: lacking('ownership', 1),
  },
} as const satisfies Readonly<Record<string, Trial>>

const dueOf = ({ name, recipe, edit }: Required<Trial>, options?: DueOptions): CodeCase =>
  due(name, recipe, edit, options)

/** A group that is owed by a company with another one below it, and by a sole proprietorship. */
const owed = (name: string, group: Group): readonly CodeCase[] => [
  due(lacks('a sole proprietorship', name), sole, lacking(group), { orElse: bare.sole }),
  due(lacks('a company with another below it,', name), nested, lacking(group), { orElse: bare.both }),
]

/** Codes about the four groups of company documents. */
export const documentCodes: CodeTable = {
  company_details_required: {
    cases: [
      dueOf(lone.details, { about: 'company' }),
      dueOf(lone.usDetails, { about: 'company' }),
      due(lacks('a sole proprietorship', 'Company Details'), sole, lacking('details')),
      dueOf(lone.nestedDetails),
      due('a US sole proprietorship without Company Details', usSole, lacking('details'), {
        about: 'company',
      }),
      due('a nested company of the US without Company Details', nested, all(moveToUs, lacking('details', 1))),
    ],
  },
  legal_presence_required: {
    cases: [
      dueOf(lone.presence, { orElse: bare.root }),
      free(lacks(american, 'Legal Presence'), usBusiness, lacking('presence')),
      free(lacks('a US sole proprietorship', 'Legal Presence'), usSole, lacking('presence')),
      free('a nested company, which owes no Legal Presence', nested),
      ...owed('Legal Presence', 'presence'),
      free('a nested company of the US, which owes no Legal Presence', nested, moveToUs),
    ],
  },
  ownership_structure_required: {
    cases: [
      dueOf(lone.ownership, { orElse: bare.root }),
      dueOf(lone.nestedOwnership, {
        orElse: bare.nested,
      }),
      due(
        'a nested company of the US without Ownership Structure',
        nested,
        all(moveToUs, lacking('ownership', 1)),
        { orElse: bare.nestedUs },
      ),
      free(lacks(american, 'Ownership Structure'), usBusiness, lacking('ownership')),
      due('a sole proprietorship without Ownership Structure', sole, lacking('ownership'), {
        orElse: bare.sole,
      }),
      free('a US sole proprietorship without Ownership Structure', usSole, lacking('ownership')),
    ],
  },
  control_structure_required: {
    cases: [
      dueOf(lone.control, { orElse: bare.root }),
      free(lacks(american, 'Control Structure'), usBusiness, lacking('control')),
      free('a nested company, which owes no Control Structure', nested),
      ...owed('Control Structure', 'control'),
      free('a US sole proprietorship without Control Structure', usSole, lacking('control')),
      free('a nested company of the US, which owes no Control Structure', nested, moveToUs),
    ],
  },
}
