export { typeDeclarations } from './declarations.js'
export { enumDeclarations } from './enums.js'
export {
  componentKinds,
  type Declaration,
  type DeclarationKind,
  declarationKinds,
  type EnumDeclaration,
  roots,
  type TypeDeclarations,
  type KindOfVersion,
  type TypesOfVersion,
  type TypeOptions,
} from './model.js'
export { members, preamble, printEnums, printEnumTypes, printTypes } from './print.js'
