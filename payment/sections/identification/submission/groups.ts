/** The four groups of company documents that the specification names. */
export type Group = 'details' | 'presence' | 'ownership' | 'control'

/**
 * Words by which a document may name the types of a group; which types belong to one is not shown. The specification's
 * own examples come first: registry excerpt, certificate of incorporation or good standing; articles of incorporation.
 */
const words: Readonly<Record<Group, readonly RegExp[]>> = {
  details: [
    /company_?details/i,
    /incorporation_?cert|cert[a-z]*_?(of_?)?incorporation/i,
    /good_?standing/i,
    /(state|commercial|company|trade|business)_?regist(ry|er|ration)/i,
    /^regist(ry|er)_?(extract|excerpt)?$/i,
  ],
  presence: [/legal_?presence/i, /articles/i, /charter|by_?laws/i],
  ownership: [/owner(ship)?_?structure/i, /share_?holder|members_?regist|cap_?table/i, /transparency/i],
  control: [/control_?structure/i, /director/i, /incumbency|officers/i],
}

/** Types of the documents of a group, where the OpenAPI document lists none: the specification's own names. */
const called: Readonly<Record<Group, string>> = {
  details: 'CompanyDetails',
  presence: 'LegalPresence',
  ownership: 'OwnershipStructure',
  control: 'ControlStructure',
}

/** The type of a group among the types that a document offers; undefined when none speaks of it. */
export function typeOfGroup(group: Group, offered: readonly unknown[]): string | undefined {
  const texts = offered.filter((one) => typeof one === 'string')
  if (offered.length === 0) return called[group]
  for (const word of words[group]) {
    const found = texts.find((text) => word.test(text))
    if (found !== undefined) return found
  }
  return undefined
}
