import type { KindRow } from './kind.js'

/** Kinds of change in compositions: unions, `allOf`, discriminators. */
export const unionKinds: readonly KindRow[] = [
  ['variant-added', 'SM', 'A value may take a further shape', 'Variant {name} was added to {location}'],
  [
    'variant-removed',
    'BS',
    'A value may no longer take a shape',
    'Variant {name} was removed from {location}',
  ],
  ['variants-merged', 'MB', 'Several shapes became one', 'Variants {name} of {location} became one'],
  ['variants-split', 'BM', 'One shape became several', '{location} is split into the variants {name}'],
  [
    'wrapped-in-one-of',
    'MS',
    'A value became one of several shapes, of which one alone may fit, and others may fit too',
    '{location} may fit only one of several variants now, and they are alike',
  ],
  [
    'unwrapped-from-one-of',
    'SM',
    'A value that was one of several shapes that were alike is one of them alone',
    '{location} is one of its former variants alone now',
  ],
  [
    'union-added',
    'BS',
    'A value must take one of several shapes',
    '{location} must be one of several variants now',
  ],
  [
    'union-removed',
    'SM',
    'A value need not take one of several shapes any more',
    '{location} need not be one of several variants any more',
  ],
  [
    'one-of-became-any-of',
    'SM',
    'Variants may apply together',
    'The variants of {location} may apply together now',
  ],
  [
    'any-of-became-one-of',
    'MS',
    'Variants may no longer apply together',
    'The variants of {location} may no longer apply together',
  ],
  [
    'discriminator-added',
    'MS',
    'A property tells the variants apart',
    'The discriminator {after} was added to {location}',
  ],
  [
    'discriminator-removed',
    'SM',
    'No property tells the variants apart any more',
    'The discriminator {before} was removed from {location}',
  ],
  [
    'discriminator-changed',
    'BB',
    'Another property tells the variants apart',
    'The discriminator of {location} was {before} and is {after}',
  ],
  [
    'discriminator-value-added',
    'SM',
    'A variant goes by a further value',
    'The discriminator value {after} was added to {location}',
  ],
  [
    'discriminator-value-removed',
    'BS',
    'A variant no longer goes by a value',
    'The discriminator value {before} was removed from {location}',
  ],
  ['not-added', 'BS', 'Some values are excluded', '{location} excludes some values now'],
  [
    'not-added-for-new',
    'SS',
    'Some values with a property that is new are excluded',
    '{location} excludes some values with the new property {name}',
  ],
  ['not-removed', 'SM', 'Values are no longer excluded', '{location} no longer excludes some values'],
  ['not-tightened', 'BS', 'More values are excluded', '{location} excludes more values than before'],
  ['not-loosened', 'SM', 'Fewer values are excluded', '{location} excludes fewer values than before'],
  ['not-changed', 'MM', 'Other values are excluded', '{location} excludes other values than before'],
  ['condition-added', 'BS', 'What is demanded depends on a condition', 'A condition was added to {location}'],
  [
    'condition-removed',
    'SM',
    'What is demanded no longer depends on a condition',
    'A condition was removed from {location}',
  ],
  ['condition-changed', 'MM', 'A condition changed', 'The condition of {location} was changed'],
]
