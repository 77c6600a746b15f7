import type { ScenarioContext } from '../../../engine/context.js'
import { Skip } from '../../../engine/outcome.js'
import type { Draft } from '../draft.js'
import { recipes } from '../facts.js'
import { type Group, typeOfGroup, typeOfNone } from '../groups.js'
import { isObject } from '../../reading.js'
import type { Family, Member } from '../verdict.js'

const { business, usBusiness, nested, sole, usSole } = recipes

const typeMember = /type|category|group|kind/i

const typesOf = (document: unknown): unknown[] =>
  isObject(document)
    ? Object.entries(document).flatMap(([name, value]) => (typeMember.test(name) ? [value] : []))
    : []

const isOf = (group: Group, document: unknown): boolean => typeOfGroup(group, typesOf(document)) !== undefined

/** Takes the documents of a group out of a company's list. @throws Skip when none of the list is known to be one. */
export const withoutGroup = (list: unknown[], group: Group): void => {
  const place = list.findIndex((document) => isOf(group, document))
  if (place === -1)
    throw new Skip('the document names no type of company document that is known to be of the group')
  list.splice(place, 1)
}

/** Empties a company's list of documents. */
export const withoutDocuments = (list: unknown[]): void => void list.splice(0)

const lacking =
  (group: Group, index?: number) =>
  (draft: Draft): void =>
    withoutGroup(draft.documents(index), group)

const due = (code: Family['code'], member: Omit<Member, 'due'>): Member => ({ ...member, due: [code] })

/** Codes about the four groups of company documents. */
export const documentFamilies: readonly Family[] = [
  {
    code: 'company_details_required',
    members: [
      due('company_details_required', {
        name: 'a German company without Company Details',
        recipe: business,
        edit: lacking('details'),
      }),
      due('company_details_required', {
        name: 'a US company without Company Details',
        recipe: usBusiness,
        edit: lacking('details'),
      }),
      due('company_details_required', {
        name: 'a sole proprietorship without Company Details',
        recipe: sole,
        edit: lacking('details'),
      }),
      due('company_details_required', {
        name: 'a nested company without Company Details',
        recipe: nested,
        edit: lacking('details', 1),
      }),
    ],
  },
  {
    code: 'legal_presence_required',
    members: [
      due('legal_presence_required', {
        name: 'a German company without Legal Presence',
        recipe: business,
        edit: lacking('presence'),
        mayWait: true,
      }),
      { name: 'a US company without Legal Presence', recipe: usBusiness, edit: lacking('presence') },
      {
        name: 'a US sole proprietorship without Legal Presence',
        recipe: usSole,
        edit: lacking('presence'),
      },
      { name: 'a nested company without Legal Presence', recipe: nested },
    ],
  },
  {
    code: 'ownership_structure_required',
    members: [
      due('ownership_structure_required', {
        name: 'a German company without Ownership Structure',
        recipe: business,
        edit: lacking('ownership'),
        mayWait: true,
      }),
      due('ownership_structure_required', {
        name: 'a nested company without Ownership Structure',
        recipe: nested,
        edit: lacking('ownership', 1),
        mayWait: true,
      }),
      { name: 'a US company without Ownership Structure', recipe: usBusiness, edit: lacking('ownership') },
    ],
  },
  {
    code: 'control_structure_required',
    members: [
      due('control_structure_required', {
        name: 'a German company without Control Structure',
        recipe: business,
        edit: lacking('control'),
        mayWait: true,
      }),
      { name: 'a US company without Control Structure', recipe: usBusiness, edit: lacking('control') },
      { name: 'a nested company without Control Structure', recipe: nested },
    ],
  },
]

/** Replaces what is left of a list by one document of no group, where the document wants one at least. */
export const withUnrelated = (context: ScenarioContext, list: unknown[]): void => {
  const [first] = list
  const offered = Object.values(context.under.surface.schemas).flatMap((schema) =>
    typeof schema === 'object' ? (schema.enum ?? []) : [],
  )
  const type = typeOfNone(offered)
  list.splice(1)
  if (type === undefined || !isObject(first)) return
  for (const name of Object.keys(first)) if (typeMember.test(name)) Reflect.set(first, name, type)
}
