import type { Row } from './kind.js'

/** Kinds of change in what is composed of several schemas. */
export const unionKinds: readonly Row[] = [
  ['variant-added', 'SM', 'A value may take a further shape', 'Variant {name} was added to {place}'],
  ['variant-removed', 'BS', 'A value may no longer take a shape', 'Variant {name} was removed from {place}'],
  [
    'wrapped-in-one-of',
    'MS',
    'A value became one of several shapes, of which one alone may fit, and others may fit too',
    '{place} may fit only one of several variants now, and they are alike',
  ],
  [
    'unwrapped-from-one-of',
    'SM',
    'A value that was one of several shapes that were alike is one of them alone',
    '{place} is one of its former variants alone now',
  ],
  [
    'union-added',
    'BS',
    'A value must take one of several shapes',
    '{place} must be one of several variants now',
  ],
  [
    'union-removed',
    'SM',
    'A value need not take one of several shapes any more',
    '{place} need not be one of several variants any more',
  ],
  [
    'one-of-became-any-of',
    'SM',
    'Variants may apply together',
    'The variants of {place} may apply together now',
  ],
  [
    'any-of-became-one-of',
    'MS',
    'Variants may no longer apply together',
    'The variants of {place} may no longer apply together',
  ],
  [
    'discriminator-added',
    'MS',
    'A property tells the variants apart',
    'The discriminator {after} was added to {place}',
  ],
  [
    'discriminator-removed',
    'SM',
    'No property tells the variants apart any more',
    'The discriminator {before} was removed from {place}',
  ],
  [
    'discriminator-changed',
    'BB',
    'Another property tells the variants apart',
    'The discriminator of {place} was {before} and is {after}',
  ],
  [
    'discriminator-value-added',
    'SM',
    'A variant goes by a further value',
    'The discriminator value {after} was added to {place}',
  ],
  [
    'discriminator-value-removed',
    'BS',
    'A variant no longer goes by a value',
    'The discriminator value {before} was removed from {place}',
  ],
  ['not-added', 'BS', 'Some values are excluded', '{place} excludes some values now'],
  ['not-removed', 'SM', 'Values are no longer excluded', '{place} no longer excludes some values'],
  ['not-tightened', 'BS', 'More values are excluded', '{place} excludes more values than before'],
  ['not-loosened', 'SM', 'Fewer values are excluded', '{place} excludes fewer values than before'],
  ['not-changed', 'MM', 'Other values are excluded', '{place} excludes other values than before'],
  ['condition-added', 'BS', 'What is demanded depends on a condition', 'A condition was added to {place}'],
  [
    'condition-removed',
    'SM',
    'What is demanded no longer depends on a condition',
    'A condition was removed from {place}',
  ],
  ['condition-changed', 'MM', 'A condition changed', 'The condition of {place} was changed'],
]
