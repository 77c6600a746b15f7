import { isObject } from '../../../../document/index.js'
import { NotApplicable } from '../../../../conformance/model/outcome.js'
import type { Trial } from '../submission/attempt.js'
import { all, type Edit, move, remove, roles, Section, set, share } from '../submission/draft.js'
import { type Group, groups, isOfGroup, names } from '../submission/names.js'
import { directing, owner, recipes, type Role } from '../submission/recipes.js'
import { description } from '../submission/values.js'
import { due } from './cases.js'

const { business, usBusiness, sole, nested } = recipes

/** Sets the description of a business to the beginning of one, with dots where that is too short. */
export function described(length: number, around = ''): Edit {
  const text = description.slice(0, length).trimEnd().padEnd(length, '.')
  return set(names.description, `${around}${text}${around}`)
}

/** Sets an invalid country code of the same length. */
export function badCountry(index?: number): Edit {
  return (draft) =>
    void draft.party(index).setAll(names.country, (code) => (String(code).length === 3 ? '1!?' : '1!'))
}

/** Makes the back of an identity document that of its front. */
export function sameImages(index?: number): Edit {
  return (draft) => void draft.party(index).set(names.back, draft.party(index).get(names.front))
}

/** Adds copies of the second beneficiary with the given shares. */
export function joinedBy(own: readonly Role[], ...shares: readonly number[]): Edit {
  return (draft) => {
    for (const percent of shares) {
      const index = draft.beneficiaries.length
      draft.beneficiaries.push(structuredClone(draft.beneficiaries[1] ?? draft.beneficiaries[0]))
      all(roles(index, ...own), share(index, percent))(draft)
    }
  }
}

/** Removes all documents of groups. @throws NotApplicable when none of a group is recognized */
export function lacking(all: readonly Group[], index?: number): Edit {
  return (draft) => {
    const list = draft.documents(index)
    for (const group of all) {
      const others = list.filter((document) => !isOfGroup(group, document))
      const reason = 'the document names no type of company document that is known to be of the group'
      if (others.length === list.length) throw new NotApplicable(reason)
      list.splice(0, list.length, ...others)
    }
  }
}

/** Removes all documents, if those of every required group are recognized. */
const lackingAll = (index?: number): Edit =>
  all(
    lacking(index === undefined ? groups.root : groups.nested, index),
    (draft) => void draft.documents(index).splice(0),
  )

/** Respells the type of the certificate of incorporation, in camel case or with underscores. */
const certifiedBy =
  (words: RegExp, camel: string, snake: string): Edit =>
  (draft) => {
    const documents = draft.documents().filter((document) => isOfGroup('details', document))
    const before = JSON.stringify(documents)
    for (const document of documents)
      new Section(document).setAll(names.documentKind, (type) =>
        String(type).replace(words, (text) => (/^[A-Z]/.test(text) ? camel : snake)),
      )
    if (JSON.stringify(documents) === before)
      throw new NotApplicable('no company document is a certificate of incorporation')
  }

const copyAttestation = (from: unknown, to: unknown): void => {
  if (!isObject(from) || !isObject(to)) return
  for (const name of ['attesting_party', 'attested_at']) Object.assign(to, { [name]: from[name] })
}

/** Changes of more than a member. */
export const edits = {
  unowned: (draft) => void draft.beneficiaries.splice(0),
  directorBelow: (draft) => {
    roles(0, owner)(draft)
    const [below] = draft.below(1)
    if (isObject(below)) Object.assign(below, { roles: [...directing] })
  },
  smallOwnerBelow: (draft) =>
    void new Section(draft.below(1)[0]).set(names.roles, ['Shareholder']).set(names.share, 5),
  /** Copies the attestation of the first beneficiary to the second. */
  bothAttest: ({ beneficiaries: [first, second] }) => copyAttestation(first, second),
  /** Moves the attestation of the first beneficiary to the second. */
  secondAttests: (draft) => {
    edits.bothAttest(draft)
    draft.party(0).remove(names.attesting).without(names.attestedAt)
  },
  /** Moves the attestation of the first beneficiary to a Director of the nested company. */
  attestedBelow: (draft) => {
    const [below] = draft.below(1)
    copyAttestation(draft.beneficiaries[0], below)
    if (isObject(below)) Object.assign(below, { roles: [...directing] })
    draft.party(0).remove(names.attesting).without(names.attestedAt)
  },
  otherDocuments: (draft) =>
    draft.documents().forEach((document) => new Section(document).setAll(names.documentKind, () => 'Other')),
  neitherEddNorDocuments: ({ whole }) => void whole.remove(names.edd).without(names.documents),
  unlicensed: ({ whole }) => void whole.set(names.hasLicenses, false).remove(names.licenseDetails),
  /** Requires what was disclosed to be there: a document may have it under a name that is not known. */
  disclosed: ({ whole }) => {
    for (const name of [names.fundsDescription, names.fundsDiagram, names.fundsDocument]) whole.get(name)
  },
  undisclosed: ({ whole }) =>
    void whole.remove(names.fundsDiagram).without(names.fundsDescription).without(names.fundsDocument),
  movedToUs: move(names.anyCountry, 'US', 1),
  /** Requires the only company document to be a named type of Company Details. */
  oneOfDetails: (draft) => {
    const types = draft.documents().flatMap((document) => Object.values(isObject(document) ? document : {}))
    if (!types.some((type) => /incorporation_?cert|good_?standing/i.test(String(type))))
      throw new NotApplicable('no company document is known to be a certificate of the group')
  },
  /** Replaces the certificate of incorporation by that of good standing, as the document would spell it. */
  goodStanding: certifiedBy(/incorporation/i, 'GoodStanding', 'good_standing'),
  /** Replaces the certificate of incorporation by an excerpt of a state registry. */
  registryExcerpt: certifiedBy(/incorporation_?cert/i, 'StateRegistry', 'state_registry'),
} as const satisfies Readonly<Record<string, Edit>>

/** Submissions without Company Details too, so that the service cannot wait for the other documents. */
// prettier-ignore
export const bare = {
  root: { name: 'a German company without documents', recipe: business, edit: lackingAll() },
  sole: { name: 'a sole proprietorship without documents', recipe: sole, edit: lackingAll() },
  us: { name: 'a US company without documents', recipe: usBusiness, edit: lackingAll() },
  nested: { name: 'a nested company without documents', recipe: nested, edit: lackingAll(1) },
  nestedUs: { name: 'a nested company of the US without documents', recipe: nested, edit: all(edits.movedToUs, lackingAll(1)) },
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
  soleDetails: due('a sole proprietorship without Company Details', sole, lacking(['details'])),
  solePresence: due('a sole proprietorship without Legal Presence', sole, lacking(['presence']), { orElse: bare.sole }),
  soleOwnership: due('a sole proprietorship without Ownership Structure', sole, lacking(['ownership']), { orElse: bare.sole }),
  soleControl: due('a sole proprietorship without Control Structure', sole, lacking(['control']), { orElse: bare.sole }),
  nestedDetails: due('a nested company without Company Details', nested, lacking(['details'], 1)),
  nestedOwnership: due('a nested company without Ownership Structure', nested, lacking(['ownership'], 1), { orElse: bare.nested }),
}

/** Cases that show whether rules come before the schema, which may forbid these bodies like a missing industry. */
// prettier-ignore
export const early = {
  description: due('a description of 79 characters', business, described(79), { codes: ['business_description_insufficient'], about: 'company', isOfEveryType: true }),
  selfie: due('a Director without a selfie', business, remove(names.selfie, 0), { codes: ['selfie_required'], about: 0, isOfEveryType: true }),
}
