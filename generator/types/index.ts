export { type Choice, choosePrinter, reasonAgainst, type Wanted } from './choose.js'
export { prose } from './comments.js'
export { enumDeclarations } from './enums.js'
export { localNames } from './local-names.js'
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
} from './model.js'
export { ownPrinter } from './rampart/printer.js'
export { literalOf, memberName } from './rampart/text.js'
