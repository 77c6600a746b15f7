import { capital } from '../../document/index.js'
/**
 * Every kind of change, a line each, from which the catalogue, the policy, the advice and the pages follow:
 * `effects | clauses | title | sentence | advice in a request | advice in a response`.
 *
 * - Effects on a client, in what it sends and in what it receives (`BS`): B breaks, M may break, S safe, D
 *   documentation, - impossible. One letter: the change has no direction. `<` and `>`: fewer or more values
 *   are accepted than the effects suggest.
 * - Clauses of the specification (Versioning 6), which `policy/minting.ts` quotes.
 * - The title is the meaning of the kind. The sentence is that of one change: `{name}`, `{before}`,
 *   `{after}`, `{location}` and `{of}` (the holder of the named parameter or header) are filled in, with words
 *   for absent values after a bar.
 * - Advice is for clients: `{1}` is the first name in backticks of the sentence. `@name` is one of `advice`.
 */
const stated = {
  // Operations, security, servers and prose.
  'operation-added': `S | operation-added | An operation was added | Operation {name} was added`,
  'operation-removed': `B | | An operation was removed | Operation {name} was removed | Stop calling {1}: the newer version does not have it.`,
  'operation-moved': `B | | An operation has another path or method | Operation {before} moved to {after} | Call {2} instead of {1}.`,
  'operation-id-changed': `D | | An operation has another operationId: names in generated code follow it | The operationId of {location} was {before} and is {after}`,
  'operation-deprecated': `D | | An operation is deprecated | Operation {name} was deprecated | @plan`,
  'operation-no-longer-deprecated': `D | | An operation is no longer deprecated | Operation {name} is no longer deprecated`,
  'webhook-added': `S | | A webhook was added | Webhook {name} was added`,
  'webhook-removed': `B | | A webhook was removed | Webhook {name} was removed | Remove the handler of {1}, which is no longer sent.`,
  'callback-added': `S | | A callback was added | Callback {name} was added`,
  'callback-removed': `B | | A callback was removed | Callback {name} was removed | Remove the handler of {1}, which is no longer sent.`,
  'path-parameter-renamed': `D | | A parameter in a path has another name: the URLs are the same | Path parameter {before}{of} is now called {after} | @renamed`,
  'link-added': `S | | A link of a response was added | Link {name} was added to {location}`,
  'link-removed': `M | | A link of a response was removed | Link {name} was removed from {location} | Do not rely on the link {1}: build the request that it led to.`,
  'link-changed': `M | | A link of a response leads elsewhere | Link {name} of {location} was changed | Check the new target of the link {1}.`,
  'security-required': `B | | Credentials became required | {location} requires credentials now | Send credentials with {1}.`,
  'security-no-longer-required': `S | | Credentials are no longer required | {location} no longer requires credentials`,
  'security-alternative-added': `S | | Another way to authenticate is accepted | {location} accepts {name} now`,
  'security-alternative-removed': `B | | A way to authenticate is no longer accepted | {location} no longer accepts {name} | Authenticate in a way that {1} still accepts.`,
  'security-alternative-dropped': `S | | A way to authenticate was removed from an operation that needs none | {location} no longer accepts {name}, and needs no credentials | Send no {2} with {1}: it needs no credentials.`,
  'security-scope-added': `B | | A further scope is required | {location} requires the scope {name} now | Ask for the scope {2} when you obtain a token.`,
  'security-scope-removed': `S | | A scope is no longer required | {location} no longer requires the scope {name}`,
  'security-scheme-changed': `B | | A security scheme works in another way | {name} of {location} was {before} and is {after} | @authorized`,
  'security-scheme-restated': `M | | A token in the header \`Authorization\` is described in another way | {name} of {location} was {before} and is {after} | @authorized`,
  'security-flow-added': `S | | An OAuth flow was added | The flow {name} was added to {location}`,
  'security-flow-removed': `B | | An OAuth flow was removed | The flow {name} was removed from {location} | Obtain tokens by another flow than {1}.`,
  'security-url-changed': `M | | Tokens are obtained at another address | {name} of {location} was {before} and is {after} | Obtain tokens at the new address: {after}.`,
  'security-flow-scope-added': `S | | A flow offers another scope | The scope {name} was added to {location}`,
  'security-flow-scope-removed': `M | | A flow no longer offers a scope | The scope {name} was removed from {location} | Obtain tokens without the scope {1}.`,
  'server-added': `S | | A server was added | Server {name} was added | @baseUrl`,
  'server-removed': `M | | A server was removed | Server {name} was removed | @baseUrl`,
  'server-variable-changed': `M | | A variable in a server URL no longer has a value | Variable {name} of {location} was {before} and is {after} | @baseUrl`,
  'server-variable-extended': `S | | A variable in a server URL has further values, or another default | Variable {name} of {location} was {before} and is {after} | @baseUrl`,
  'tag-added': `D | | A tag was added | Tag {name} was added to {location}`,
  'tag-removed': `D | | A tag was removed | Tag {name} was removed from {location}`,
  'status-stated': `D | | A response that a range or \`default\` covered is stated | Response {name} of {location} is stated by itself now`,
  'status-unstated': `D | | A response is covered by a range or \`default\` instead | Response {name} of {location} is no longer stated by itself`,
  'parameter-deprecated': `D | | A parameter is deprecated | Parameter {name}{of} was deprecated | @plan`,
  'parameter-no-longer-deprecated': `D | | A parameter is no longer deprecated | Parameter {name}{of} is no longer deprecated`,
  'header-deprecated': `D | | A header is deprecated | Header {name}{of} was deprecated | @plan`,
  'header-no-longer-deprecated': `D | | A header is no longer deprecated | Header {name}{of} is no longer deprecated`,
  'schema-deprecated': `D | | A value is deprecated | {location} was deprecated | @plan`,
  'schema-no-longer-deprecated': `D | | A value is no longer deprecated | {location} is no longer deprecated`,
  'xml-note-changed': `D | | The XML form of a value changed, and no operation sends XML | {name} of {location} was changed | Check how {1} is written as XML.`,
  'text-changed': `D | | A title, summary or description changed | The {name} of {location} was changed`,
  'example-changed': `D | | An example changed | The {name} of {location} was changed`,
  'extension-changed': `D | | An extension (\`x-\`) changed | The extension {name} of {location} was changed`,
  'info-changed': `D | | The information about the document changed | The {name} of {location} was changed`,
  // Parameters, headers, bodies, media types and statuses.
  'parameter-added': `SS | | An optional parameter was added | Optional parameter {name} was added to {location}`,
  'required-parameter-added': `BS | | A required parameter was added | Required parameter {name} was added to {location} | Send {1}: it is required in the request now. | Add {1} where the code makes up such requests, as tests do.`,
  'required-parameter-added-with-default': `MS | | A required parameter with a default was added | Required parameter {name} was added to {location}, with a default | @defaulted`,
  'parameter-removed': `MM | | An optional parameter was removed | Parameter {name} was removed from {location} | @stop | Do not rely on {1}: the service no longer sends it.`,
  'required-parameter-removed': `MB | | A required parameter was removed | Required parameter {name} was removed from {location} | @stop | Do not rely on {1}: the service no longer sends it.`,
  'parameter-became-required': `BS | | A parameter became required | Parameter {name}{of} became required | Send {1} always: it is required in the request now. | @read`,
  'parameter-became-required-with-default': `MS | | A parameter with a default became required | Parameter {name}{of}, which has a default, became required | @defaulted | @read`,
  'parameter-became-optional': `SB | | A parameter became optional | Parameter {name}{of} became optional | @mayBeAbsent | @sentWithout`,
  'parameter-renamed': `BB | | A parameter has another name | Parameter {before}{of} is now called {after} | @renamed | @renamed`,
  'parameter-moved': `BB | | A parameter is sent in another part of the message | Parameter {name}{of} moved from the {before} to the {after} | Pass {1} with the {after}, not with the {before}. | Read {1} from the {after}, not from the {before}.`,
  'parameter-style-changed': `BB | | A parameter is written in another style | The style of parameter {name}{of} was {before} and is {after} | @written | @read`,
  'parameter-explode-changed': `BB | | A parameter of several values is written in another way | The value \`explode\` of parameter {name}{of} was {before} and is {after} | Check how {2} is written into the request. | Check how {2} is read.`,
  'parameter-serialization-changed': `BB | | A parameter is written by a media type instead of a style, or the reverse | Parameter {name}{of} was written by {before|its style} and is written by {after|its style} | @written | @read`,
  'parameter-reserved-allowed': `SM | | A parameter may hold reserved characters as they are | Parameter {name}{of} may hold reserved characters now | @written | @read`,
  'parameter-reserved-forbidden': `MS | | A parameter may no longer hold reserved characters as they are | Parameter {name}{of} may no longer hold reserved characters | @written | @read`,
  'parameter-empty-allowed': `SM | | A parameter may be empty | Parameter {name}{of} may be empty now | @written | @read`,
  'parameter-empty-forbidden': `MS | | A parameter may no longer be empty | Parameter {name}{of} may no longer be empty | @written | @read`,
  'parameter-became-list': `SB | | A parameter of one value takes several | Parameter {name}{of} takes several values now | @written | @read`,
  'parameter-no-longer-list': `BS | | A parameter of several values takes one | Parameter {name}{of} takes only one value now | @written | @read`,
  'header-added': `SS | | An optional header was added | Optional header {name} was added to {location}`,
  'required-header-added': `BS | | A required header was added | Header {name} was added to {location} | Send {1} with the response: it is required now. | @fixtures`,
  'header-removed': `MM | | An optional header was removed | Optional header {name} was removed from {location} | Stop sending {1} with the response. | @without`,
  'required-header-removed': `MB | | A required header was removed | Header {name} was removed from {location} | Stop sending {1} with the response. | @without`,
  'header-became-required': `BS | | A header became required | Header {name}{of} became required | Send {1} with every response: it is required now. | @read`,
  'header-became-optional': `SB | | A header became optional | Header {name}{of} became optional | @mayBeAbsent | @optional`,
  'header-explode-changed': `BB | | A header of several values is written in another way | The value \`explode\` of header {name}{of} was {before} and is {after} | Check how {2} is written into the response. | Check how {2} is read.`,
  'header-serialization-changed': `BB | | A header is written by a media type instead of a style, or the reverse | Header {name}{of} was written by {before|its style} and is written by {after|its style} | Check how {1} is written into the response. | @read`,
  'body-added': `SS | request-body-shape | An optional body was added | An optional body was added to {location}`,
  'required-body-added': `BS | request-body-shape | A required body was added | A required body was added to {location} | Send a body.`,
  'body-removed': `MM | request-body-shape | An optional body was removed | The optional body was removed from {location} | Send no body. | Handle a request of the service without a body.`,
  'required-body-removed': `MB | request-body-shape | A required body was removed | The body was removed from {location} | Send no body. | Handle a request of the service without a body.`,
  'body-became-required': `BS | request-body-shape | A body became required | {location} became required | Send a body.`,
  'body-became-optional': `SB | request-body-shape | A body became optional | {location} became optional | | @sentWithout`,
  'media-type-added': `SS | request-body-shape | Another media type is offered or accepted | Media type {name} was added to {location} | | @accept`,
  'media-type-removed': `BB | request-body-shape | A media type is no longer offered or accepted | Media type {name} was removed from {location} | Send another media type than {1}. | @accept`,
  'media-type-widened': `SM | request-body-shape | A media type was replaced by a range that covers it | Media type {before} of {location} was widened to {after} | | @accept`,
  'media-type-narrowed': `BS | request-body-shape | A range of media types was replaced by one of them | Media type {before} of {location} was narrowed to {after} | Send {after}: no other media type of {1} is accepted any more. | @accept`,
  'schema-added': `BS | request-body-shape | A value of any shape has a schema now | A schema was added to {location} | Check that values sent in {1} match its schema.`,
  'schema-removed': `SM | request-body-shape | A value with a schema may have any shape now | The schema was removed from {location} | | Handle any type in {1}.`,
  'encoding-changed': `BB | | A part of a form is written in another way | The encoding of {name} in {location} was changed | @written | @read`,
  'success-status-added': `SM | | Another success (or redirection) may be answered | Response {name} was added to {location} | | @status`,
  'success-status-removed': `BB | | A success (or redirection) is no longer answered | Response {name} was removed from {location} | Respond with another status than {1}. | @noStatus`,
  'error-status-added': `SS | | Another error may be answered; a client falls back to the class of the status | Response {name} was added to {location} | | @status`,
  'error-status-removed': `MS | | An error is no longer answered | Response {name} was removed from {location} | Respond with another status than {1}. | @noStatus`,
  // Properties of an object.
  'property-added': `SS< | request-body-shape, response-field-added | An optional property was added | Optional property {name} was added to {location} | Handle {1}, which may be sent now, where the code reads requests. | @fixtures`,
  'required-property-added': `BS | request-body-shape | A required property was added | Required property {name} was added to {location} | Send {1}: it is required in the request now. | @fixtures`,
  'required-property-added-with-default': `MS | request-body-shape | A required property with a default was added | Required property {name} was added to {location}, with a default | @defaulted`,
  'property-added-to-map': `MM | request-body-shape | A property has a schema of its own, which the schema of additional properties covered before | Property {name} was added to {location}, where additional properties already had a schema | Check the property {1} of {2}: it has a schema of its own. | Check the property {1} of {2}: it has a schema of its own.`,
  'property-removed': `MM> | response-field-removed, request-body-shape | An optional property was removed | Property {name} was removed from {location} | @stop | @without`,
  'required-property-removed': `MB | response-field-removed, request-body-shape | A required property was removed | Required property {name} was removed from {location} | @stop | @without`,
  'property-removed-from-closed': `B- | request-body-shape | A property was removed from an object that accepts no others | Property {name} was removed from {location}, which accepts no other properties | @stop`,
  'property-renamed': `BB | response-field-removed, request-body-shape | A property has another name | Property {before} of {location} is now called {after} | @renamed | @renamed`,
  'property-became-required': `BS | request-body-shape | A property became required | Property {name} of {location} became required | Send {1} always: it is required in the request now. | @fixtures`,
  'property-became-required-with-default': `MS | request-body-shape | A property with a default became required | Property {name} of {location}, which has a default, became required | @defaulted`,
  'property-became-optional': `SB | request-body-shape | A property became optional | Property {name} of {location} became optional | @mayBeAbsent | @optional`,
  'property-became-read-only': `MD | request-body-shape | A property is no longer part of a request | Property {name} of {location} became read-only | @stop`,
  'property-no-longer-read-only': `SD | request-body-shape | A property is part of a request now | Property {name} of {location} is no longer read-only`,
  'required-property-no-longer-read-only': `B- | request-body-shape | A required property is part of a request now | Required property {name} of {location} is no longer read-only | Send {1}: it is part of the request now.`,
  'property-became-write-only': `-B | response-field-removed | A property is no longer part of a response | Property {name} of {location} became write-only | | @without`,
  'property-no-longer-write-only': `-S | | A property is part of a response now | Property {name} of {location} is no longer write-only`,
  'pattern-properties-added': `BS | request-body-shape | Names that match a pattern have a schema | Names that match {name} have a schema in {location} now | Check the properties of {2} whose names match {1}: they have a schema now. | @patterns`,
  'pattern-properties-removed': `SM | request-body-shape | Names that match a pattern have no schema any more | Names that match {name} have no schema in {location} any more | @patterns | Handle any value in properties of {2} whose names match {1}.`,
  'pattern-properties-added-in-map': `MM | request-body-shape | Names that match a pattern have a schema of their own, where another schema or none was for all others | Names that match {name} have a schema of their own in {location} now | @patterns | @patterns`,
  'pattern-properties-removed-in-map': `MM | request-body-shape | Names that match a pattern have the schema of all other names | Names that match {name} have no schema of their own in {location} any more | @patterns | @patterns`,
  'dependent-required-added': `BS | request-body-shape | A property requires another | Property {before} of {location} requires {after} now | Send {3} wherever {1} is sent.`,
  'dependent-required-removed': `SM | request-body-shape | A property no longer requires another | Property {before} of {location} no longer requires {after} | | Handle {1} without {3}.`,
  'dependent-schema-added': `BS | request-body-shape | A property requires a further schema | With property {name}, {location} must match a further schema now | Check that {2} matches the further schema wherever {1} is sent.`,
  'dependent-schema-removed': `SM | request-body-shape | A property no longer requires a further schema | With property {name}, {location} need not match a further schema any more | | Handle {1} where {2} does not match its former schema.`,
  // A single value: its type, its values, its formats.
  'type-changed': `BB | request-body-shape | A value has another type | The type of {location} was {before|any} and is {after|any} | @formSent | @formRead`,
  'type-widened': `SB | request-body-shape | A value may have a further type | The type of {location} was {before|any} and may be {after|any} now | Handle the further types where the code reads {1}: {after}. | @formRead`,
  'type-narrowed': `BS | request-body-shape | A value may no longer have some type | The type of {location} could be {before|any} and can only be {after|any} now | @formSent | Remove the code for other types of {1} than {after}.`,
  'type-stated': `MS | request-body-shape | A type that other keywords implied is stated; values of other types matched until now | {location} states its type {after} now | @formSent | @formRead`,
  'type-unstated': `SM | request-body-shape | A type is implied by other keywords now, which values of other types match too | {location} no longer states its type {before} | | Handle any type in {1}.`,
  'became-nullable': `SB | request-body-shape | A value may be null | {location} may be \`null\` now | Handle \`null\` where the code reads {1}. | Handle \`null\` in {1}.`,
  'became-not-nullable': `BS | request-body-shape | A value may no longer be null | {location} may no longer be \`null\` | Send no \`null\` in {1}. | Remove the code for \`null\` in {1}.`,
  'enum-value-added': `SM | variant-added | A further value is allowed | Value {after} was added to {location} | Handle the new value {1} where the code reads {2}. | Handle the new value {1} of {2}.`,
  'enum-value-removed': `BS | | A value is no longer allowed | Value {before} was removed from {location} | Stop sending the value {1}: {2} no longer accepts it. | Remove the code for the value {1} of {2}.`,
  'enum-replaced': `BB | variant-added | All values were replaced | The values of {location} were {before} and are {after} | Use the new values of {1}: {after}. | Use the new values of {1}: {after}.`,
  'enum-added': `BS | | A value is limited to a list | {location} is limited to {after} now | Send one of the listed values in {1}.`,
  'enum-removed': `SM | | A value is no longer limited to a list | {location} is no longer limited to {before} | | Handle values of {1} that are not listed.`,
  'known-value-added': `SS | open-ended-value | A known value of an open-ended value was added | Known value {after} was added to {location}, which is open-ended | Handle the new value {1} where the code reads {2}. | Handle the new value {1} of {2}.`,
  'known-value-removed': `MS | | A known value of an open-ended value was removed | Known value {before} was removed from {location}, which is open-ended | Do not rely on the value {1}: {2} no longer names it. | Remove the code for the value {1} of {2}.`,
  'enum-opened': `SM | | A value that was limited to a list became open-ended | {location} became open-ended | | Handle values of {1} that are not listed.`,
  'enum-closed': `BS | | An open-ended value is limited to its known values | {location} is no longer open-ended | Send one of the listed values in {1}.`,
  'multiple-of-added': `BS | | A number must be a multiple | {location} must be a multiple of {after} now | @limitSent`,
  'multiple-of-removed': `SM | | A number need not be a multiple any more | {location} need not be a multiple of {before} any more | | @limitRead`,
  'multiple-of-tightened': `BS | | A number must be a multiple of a coarser one | {location} had to be a multiple of {before} and must be one of {after} | @limitSent`,
  'multiple-of-loosened': `SM | | A number may be a multiple of a finer one | {location} had to be a multiple of {before} and may be one of {after} | | @limitRead`,
  'multiple-of-changed': `BM | | A number must be a multiple of another | {location} had to be a multiple of {before} and must be one of {after} | @limitSent | @limitRead`,
  'pattern-added': `BS | | A text must match a pattern | {location} must match {after} now | @limitSent`,
  'pattern-removed': `SM | | A text need not match a pattern any more | {location} need not match {before} any more | | @limitRead`,
  'pattern-changed': `MM | | A text must match another pattern | {location} had to match {before} and must match {after} | @limitSent | @limitRead`,
  'format-added': `BS | | A value has a format | {location} has the format {after} now | @limitSent`,
  'format-removed': `SM | | A value has no format any more | {location} no longer has the format {before} | | @limitRead`,
  'format-changed': `BB | | A value has another format | The format of {location} was {before} and is {after} | @formSent | @formRead`,
  'format-widened': `SM | | A value has a format with more values | The format of {location} was {before} and is {after} | | @limitRead`,
  'format-narrowed': `BS | | A value has a format with fewer values | The format of {location} was {before} and is {after} | @limitSent`,
  'content-changed': `BB | | The content or the encoding of a text changed | The {name} of {location} was {before} and is {after} | Send {2} in its new form: {after}. | Read {2} in its new form: {after}.`,
  'unique-items-added': `BS | | Items must differ from each other | The items of {location} must be unique now | @limitSent`,
  'unique-items-removed': `SM | | Items may repeat | The items of {location} need not be unique any more | | @limitRead`,
  'prefix-item-added': `MM | request-body-shape | A position in a list has a schema of its own | Position {name} of {location} has a schema of its own now | Check position {1} of {2}: it has another schema. | Check position {1} of {2}: it has another schema.`,
  'prefix-item-removed': `MM | request-body-shape | A position in a list has no schema of its own any more | Position {name} of {location} has no schema of its own any more | Check position {1} of {2}: it has another schema. | Check position {1} of {2}: it has another schema.`,
  'contains-added': `BS | | A list must contain some item | {location} must contain some item now | @limitSent`,
  'contains-removed': `SM | | A list need not contain some item any more | {location} need not contain some item any more | | @limitRead`,
  'contains-changed': `MM | | A list must contain some other item | The item that {location} must contain was changed | @limitSent | @limitRead`,
  'default-added': `SD | | A default is stated | {location} has the default {after} now`,
  'default-removed': `MD | | A default is no longer stated | {location} no longer has the default {before} | @default`,
  'default-changed': `MD | | A default changed | The default of {location} was {before} and is {after} | @default`,
  'xml-changed': `BB | | The XML form of a value changed | How {location} is written as XML was changed | Check how {1} is written as XML. | Check how {1} is written as XML.`,
  'reference-changed': `MM | | An unresolved reference changed | The unresolved reference of {location} was {before} and is {after} | Check the reference of {1}, which cannot be resolved. | Check the reference of {1}, which cannot be resolved.`,
  // Unions, discriminators, exclusions and conditions.
  'variant-added': `SM | variant-added | A value may take a further shape | Variant {name} was added to {location} | Handle the new variant {1} where the code reads {2}. | Handle the new variant {1} of {2}.`,
  'variant-removed': `BS | request-body-shape | A value may no longer take a shape | Variant {name} was removed from {location} | Stop sending the variant {1}: {2} no longer accepts it. | Remove the code for the variant {1} of {2}.`,
  'variants-merged': `MB | request-body-shape | Several shapes became one | Variants {name} of {location} became one | @distinguish | @distinguish`,
  'variants-split': `BM | request-body-shape | One shape became several | Variants {name} of {location} were one | @distinguish | @distinguish`,
  'wrapped-in-one-of': `MS | request-body-shape | A value became one of several similar shapes, of which exactly one may match | {location} must match exactly one of several similar variants now | Send values that match exactly one variant of {1}.`,
  'unwrapped-from-one-of': `SM | request-body-shape | A value of several similar shapes has only one of them now | {location} has only one of its former variants now | | Handle values of {1} that match several of its former variants.`,
  'union-added': `BS | request-body-shape | A value must take one of several shapes | {location} must be one of several variants now | Send one of the listed variants in {1}.`,
  'union-removed': `SM | request-body-shape | A value need not take one of several shapes any more | {location} need not be one of several variants any more | | Do not rely on {1} being one of the former variants.`,
  'one-of-became-any-of': `SM | request-body-shape | Variants may apply together | The variants of {location} may apply together now | | Handle several variants of {1} at once.`,
  'any-of-became-one-of': `MS | request-body-shape | Variants may no longer apply together | The variants of {location} may no longer apply together | Send values that match exactly one variant of {1}.`,
  'discriminator-added': `MS | request-body-shape | A property distinguishes the variants | The discriminator {after} was added to {location} | Send {1}, which distinguishes the variants of {2}.`,
  'discriminator-removed': `SM | request-body-shape | No property distinguishes the variants any more | The discriminator {before} was removed from {location} | | Do not distinguish the variants of {2} by {1}.`,
  'discriminator-changed': `BB | request-body-shape | Another property distinguishes the variants | The discriminator of {location} was {before} and is {after} | Distinguish the variants of {1} by {after}. | Distinguish the variants of {1} by {after}.`,
  'discriminator-value-added': `SM | variant-added | A variant has a further discriminator value | The discriminator value {after} was added to {location} | Handle the new value {1} where the code reads {2}. | Handle the new value {1} of {2}.`,
  'discriminator-value-removed': `BS | request-body-shape | A variant lost a discriminator value | The discriminator value {before} was removed from {location} | Stop sending the value {1}: {2} no longer accepts it. | Remove the code for the value {1} of {2}.`,
  'not-added': `BS | | Some values are excluded | {location} excludes some values now | @limitSent`,
  'not-added-for-new': `SS< | | Some values with a new property are excluded | {location} excludes some values with the new property {name}`,
  'not-removed': `SM | | Values are no longer excluded | {location} no longer excludes some values | | @limitRead`,
  'not-tightened': `BS | | More values are excluded | {location} excludes more values than before | @limitSent`,
  'not-loosened': `SM | | Fewer values are excluded | {location} excludes fewer values than before | | @limitRead`,
  'not-changed': `MM | | Other values are excluded | {location} excludes other values than before | @limitSent | @limitRead`,
  'condition-added': `BS | | Requirements depend on a condition | A condition was added to {location} | @limitSent`,
  'condition-removed': `SM | | Requirements no longer depend on a condition | A condition was removed from {location} | | @limitRead`,
  'condition-changed': `MM | | A condition changed | The condition of {location} was changed | @limitSent | @limitRead`,
}

/** Advice of several kinds. */
export const advice: Readonly<Record<string, string>> = {
  limitSent: 'Check that values sent in {1} keep to the new limit: {after}.',
  limitRead: 'Check that nothing relies on the former limit of {1}: columns, buffers, formats.',
  read: 'Check how {1} is read.',
  written: 'Check how {1} is written into the request.',
  authorized: 'Check how requests are authorized with {2}.',
  plan: 'Plan to do without {1}.',
  stop: 'Stop sending {1}.',
  without: 'Do not rely on {1}: it is no longer in the response.',
  formSent: 'Send {1} in its new form: {after}.',
  formRead: 'Read {1} in its new form: {after}.',
  default: 'Send {1} where the code relied on its former default.',
  renamed: 'Write {after} instead of {before}.',
  fixtures: 'Add {1} where the code makes up such responses, as tests do.',
  baseUrl: 'Check the base URL that requests go to.',
  defaulted: 'Send {1}, or make sure that its default is right.',
  optional: 'Handle a response without {1}.',
  sentWithout: 'Handle a request of the service without {1}.',
  mayBeAbsent: 'Handle `undefined` where the code reads {1}: it may be absent now.',
  accept: 'Accept the media types of the newer version: see the operation.',
  status: 'Handle a response with status {1}.',
  noStatus: 'Do not expect the status {1}: see the other responses.',
  patterns: 'Check properties of {2} whose names match {1}.',
  distinguish: 'Check the code that distinguishes the variants {1} of {2}.',
}

/** Limits with their words; raising a lower one tightens it. */
const limits = {
  minimum: ['the least value', 'lower'],
  maximum: ['the greatest value', 'upper'],
  'min-length': ['the least length', 'lower'],
  'max-length': ['the greatest length', 'upper'],
  'min-items': ['the least number of items', 'lower'],
  'max-items': ['the greatest number of items', 'upper'],
  'min-properties': ['the least number of properties', 'lower'],
  'max-properties': ['the greatest number of properties', 'upper'],
  'min-contains': ['the least number of contained items', 'lower'],
  'max-contains': ['the greatest number of contained items', 'upper'],
} as const

/** A limit by the name in the ids of its changes. */
export type LimitName = keyof typeof limits

type Row = readonly [kind: string, row: string]

const ofLimit = ([name, [words, side]]: readonly [string, readonly [string, string]]): Row[] => {
  const own = capital(words)
  // Clients are affected in what they send by a tighter limit, and in what they read by a looser one.
  const tighter = (title: string, sentence: string): string =>
    `BS | | ${own} ${title} | ${own} of {location} ${sentence} | @limitSent`
  const looser = (title: string, sentence: string): string =>
    `SM | | ${own} ${title} | ${own} of {location} ${sentence} | | @limitRead`
  const [raised, lowered] = side === 'lower' ? [tighter, looser] : [looser, tighter]
  const rows: Row[] = [
    [`${name}-raised`, raised('is higher', 'was {before} and is {after}')],
    [`${name}-lowered`, lowered('is lower', 'was {before} and is {after}')],
  ]
  // `minContains` defaults to 1, so adding or removing it only changes the limit.
  if (name === 'min-contains') return rows
  return [
    ...rows,
    [`${name}-added`, tighter('is stated', 'is {after} now')],
    [`${name}-removed`, looser('is no longer stated', 'was {before} and is not limited any more')],
  ]
}

/** Keywords for properties and items that no other keyword describes, with their words. */
const remainders = {
  'additional-properties': 'additional properties',
  'unevaluated-properties': 'unevaluated properties',
  items: 'items',
  'unevaluated-items': 'unevaluated items',
  'property-names': 'property names',
  content: 'contents of texts',
} as const

/** Such a keyword, by the name in the ids of its changes. */
export type RemainderName = keyof typeof remainders

/** How such a keyword changed. */
export type RemainderChange = 'forbidden' | 'withdrawn' | 'allowed' | 'constrained' | 'unconstrained'

/** The advice on such a keyword: for properties, for items, and for anything else. */
const todoOf = (name: string): Readonly<Record<Exclude<RemainderChange, 'withdrawn'>, string>> => {
  const fits = 'Check that values sent in {1} match the newer schema.'
  const undescribed = '| Handle values that the former schema of {1} did not describe.'
  if (!name.endsWith('-properties')) {
    const forbidden = name.endsWith('items') ? 'Send no further items in {1}.' : fits
    return { forbidden, allowed: undescribed, constrained: fits, unconstrained: undescribed }
  }
  return {
    forbidden: 'Send no properties in {1} that the document does not name.',
    allowed: '',
    constrained: 'Check that further properties of {1} match the newer schema.',
    unconstrained: '| Handle any value in further properties of {1}.',
  }
}

const ofRemainder = ([name, words]: readonly [string, string]): Row[] => {
  const isOfProperties = name.endsWith('-properties')
  const clause = isOfProperties || name.endsWith('items') ? 'request-body-shape' : ''
  const todo = todoOf(name)
  const row = (
    change: RemainderChange,
    effects: string,
    title: string,
    sentence: string,
    own: string,
  ): Row => [
    `${name}-${change}`,
    `${effects} | ${clause} | ${capital(words)} ${title} | ${capital(words)} ${sentence} | ${own}`,
  ]
  const [gone, free] = ['are no longer allowed', 'need not match a schema any more']
  // Few clients send undescribed properties, so forbidding them may break rather than breaks, and clients that read
  // objects ignore them.
  const [forbidden, allowed] = isOfProperties ? ['MS', 'SS>'] : ['BS', 'SM']
  // Responses stay open to more members, so this only removes a description that clients may rely on.
  const withdrawn = `${todo.forbidden} | Do not rely on further properties of {1}.`
  return [
    row('forbidden', forbidden, gone, `${gone} in {location}`, todo.forbidden),
    ...(isOfProperties
      ? [row('withdrawn', 'MM<', `that had a schema ${gone}`, `${gone} in {location}`, withdrawn)]
      : []),
    row('allowed', allowed, 'are allowed', 'are allowed in {location} now', todo.allowed),
    row(
      'constrained',
      'BS',
      'must match a schema',
      'of {location} must match a schema now',
      todo.constrained,
    ),
    row('unconstrained', 'SM', free, `of {location} ${free}`, todo.unconstrained),
  ]
}

/** The name of a kind of change: an id without its direction. */
export type KindName =
  | keyof typeof stated
  | `${LimitName}-${'raised' | 'lowered' | 'added' | 'removed'}`
  | `${RemainderName}-${RemainderChange}`

export const kindRows: readonly Row[] = [
  ...Object.entries(stated),
  ...Object.entries(limits).flatMap(ofLimit),
  ...Object.entries(remainders).flatMap(ofRemainder),
]
