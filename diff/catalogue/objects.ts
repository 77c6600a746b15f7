import type { KindRow } from './kind.js'

/** Kinds of change in the properties of an object. */
export const objectKinds: readonly KindRow[] = [
  ['property-added', 'SS', 'An optional property is new', 'Optional property {name} was added to {location}'],
  [
    'required-property-added',
    'BS',
    'A required property is new',
    'Required property {name} was added to {location}',
  ],
  [
    'required-property-added-with-default',
    'MS',
    'A required property is new and has a default',
    'Required property {name} was added to {location}, with a default',
  ],
  [
    'property-added-to-map',
    'MM',
    'A name has a schema of its own that the schema of all names covered',
    'Property {name} was added to {location}, where additional properties already had a schema',
  ],
  ['property-removed', 'MM', 'An optional property is gone', 'Property {name} was removed from {location}'],
  [
    'required-property-removed',
    'MB',
    'A required property is gone',
    'Required property {name} was removed from {location}',
  ],
  [
    'property-removed-from-closed',
    'B-',
    'A property is gone from an object that accepts no others',
    'Property {name} was removed from {location}, which accepts no other properties',
  ],
  [
    'property-renamed',
    'BB',
    'A property has another name',
    'Property {before} of {location} is now called {after}',
  ],
  [
    'property-became-required',
    'BS',
    'A property became required',
    'Property {name} of {location} became required',
  ],
  [
    'property-became-required-with-default',
    'MS',
    'A property with a default became required',
    'Property {name} of {location}, which has a default, became required',
  ],
  [
    'property-became-optional',
    'SB',
    'A property became optional',
    'Property {name} of {location} became optional',
  ],
  [
    'property-became-read-only',
    'MD',
    'A property is no longer part of a request',
    'Property {name} of {location} became read-only',
  ],
  [
    'property-no-longer-read-only',
    'SD',
    'A property is part of a request now',
    'Property {name} of {location} is no longer read-only',
  ],
  [
    'required-property-no-longer-read-only',
    'B-',
    'A required property is part of a request now',
    'Required property {name} of {location} is no longer read-only',
  ],
  [
    'property-became-write-only',
    '-B',
    'A property is no longer part of a response',
    'Property {name} of {location} became write-only',
  ],
  [
    'property-no-longer-write-only',
    '-S',
    'A property is part of a response now',
    'Property {name} of {location} is no longer write-only',
  ],
  [
    'pattern-properties-added',
    'BS',
    'Names that match a pattern have a schema',
    'Names that match {name} have a schema in {location} now',
  ],
  [
    'pattern-properties-removed',
    'SM',
    'Names that match a pattern have no schema any more',
    'Names that match {name} have no schema in {location} any more',
  ],
  [
    'pattern-properties-added-in-map',
    'MM',
    'Names that match a pattern have a schema of their own, where another schema or none was for all others',
    'Names that match {name} have a schema of their own in {location} now',
  ],
  [
    'pattern-properties-removed-in-map',
    'MM',
    'Names that match a pattern fall to what is said of all others',
    'Names that match {name} have no schema of their own in {location} any more',
  ],
  [
    'dependent-required-added',
    'BS',
    'A property demands another',
    'Property {before} of {location} demands {after} now',
  ],
  [
    'dependent-required-removed',
    'SM',
    'A property no longer demands another',
    'Property {before} of {location} no longer demands {after}',
  ],
  [
    'dependent-schema-added',
    'BS',
    'A property brings a schema with it',
    'Property {name} brings a schema for {location} now',
  ],
  [
    'dependent-schema-removed',
    'SM',
    'A property no longer brings a schema with it',
    'Property {name} no longer brings a schema for {location}',
  ],
]
