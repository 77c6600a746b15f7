export { comment, commented, prose } from './declarations/comments.js'
export { enumDeclarations } from './reading/schema.js'
export { localNames } from './declarations/text.js'
export {
  type Declaration,
  type EnumDeclaration,
  type EnumMember,
  type OtherKind,
  otherKinds,
  type Root,
  roots,
  type SchemaNames,
  type TypeDeclarations,
  type TypeOptions,
  type TypesPrinter,
} from './declarations/model.js'
export { block, literalOf, memberName } from './declarations/text.js'
