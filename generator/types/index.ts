export { typeDeclarations } from './declarations.js'
export type { Declaration, EnumDeclaration, TypeDeclarations, TypeOptions } from './model.js'
export { members, preamble, printEnums, printEnumTypes, printTypes } from './print.js'
