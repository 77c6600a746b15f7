import type { KindRow } from './kind.js'

interface Limit {
  readonly name: string
  readonly words: string
  /** Whether the limit is a lower one, which raising tightens. */
  readonly lower: boolean
}

/** Limits by the name in a change id, each with the words for it. */
export const limits: readonly Limit[] = [
  { name: 'minimum', words: 'the least value', lower: true },
  { name: 'maximum', words: 'the greatest value', lower: false },
  { name: 'min-length', words: 'the least length', lower: true },
  { name: 'max-length', words: 'the greatest length', lower: false },
  { name: 'min-items', words: 'the least number of items', lower: true },
  { name: 'max-items', words: 'the greatest number of items', lower: false },
  { name: 'min-properties', words: 'the least number of properties', lower: true },
  { name: 'max-properties', words: 'the greatest number of properties', lower: false },
  { name: 'min-contains', words: 'the least number of contained items', lower: true },
  { name: 'max-contains', words: 'the greatest number of contained items', lower: false },
]

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const ofLimit = ({ name, words, lower }: Limit): KindRow[] => {
  const changedText = `${capital(words)} of {location} was {before} and is {after}`
  const changed: KindRow[] = [
    [`${name}-raised`, lower ? 'BS' : 'SM', `${capital(words)} is higher`, changedText],
    [`${name}-lowered`, lower ? 'SM' : 'BS', `${capital(words)} is lower`, changedText],
  ]
  // `minContains` defaults to 1, so adding or removing it only changes the limit.
  if (name === 'min-contains') return changed
  return [
    ...changed,
    [`${name}-added`, 'BS', `${capital(words)} is stated`, `${capital(words)} of {location} is {after} now`],
    [
      `${name}-removed`,
      'SM',
      `${capital(words)} is no longer stated`,
      `${capital(words)} of {location} was {before} and is not limited any more`,
    ],
  ]
}

/**
 * Keywords for the properties and items that no other keyword describes. Few clients send undescribed properties, so
 * forbidding them may break rather than breaks.
 */
const remainders: readonly (readonly [name: string, words: string, forbidding: 'BS' | 'MS'])[] = [
  ['additional-properties', 'additional properties', 'MS'],
  ['unevaluated-properties', 'unevaluated properties', 'MS'],
  ['items', 'items', 'BS'],
  ['unevaluated-items', 'unevaluated items', 'BS'],
  ['property-names', 'property names', 'BS'],
  ['content', 'contents of texts', 'BS'],
]

// Responses stay open to more members, so this only removes the description that clients rely on to read them.
const withdrawn = (name: string, words: string): KindRow => [
  `${name}-withdrawn`,
  'MM',
  `${capital(words)} that had a schema are no longer allowed`,
  `${capital(words)} are no longer allowed in {location}`,
]

const ofRemainder = ([name, words, forbidding]: (typeof remainders)[number]): KindRow[] => [
  [
    `${name}-forbidden`,
    forbidding,
    `${capital(words)} are no longer allowed`,
    `${capital(words)} are no longer allowed in {location}`,
  ],
  ...(forbidding === 'MS' ? [withdrawn(name, words)] : []),
  [
    `${name}-allowed`,
    // Clients that read objects ignore properties that are not described.
    forbidding === 'MS' ? 'SS' : 'SM',
    `${capital(words)} are allowed`,
    `${capital(words)} are allowed in {location} now`,
  ],
  [
    `${name}-constrained`,
    'BS',
    `${capital(words)} must match a schema`,
    `${capital(words)} of {location} must match a schema now`,
  ],
  [
    `${name}-unconstrained`,
    'SM',
    `${capital(words)} need not match a schema any more`,
    `${capital(words)} of {location} need not match a schema any more`,
  ],
]

/** Kinds of change that several keywords share. */
export const keywordKinds: readonly KindRow[] = [
  ...limits.flatMap(ofLimit),
  ...remainders.flatMap(ofRemainder),
]
