export { choosePrinter } from './choose.js';
export { enumDeclarations } from './enums.js';
export { localNames } from './local-names.js';
export { printerNames, } from './model.js';
export { Library } from './openapi-typescript/library.js';
export { ownPrinter } from './rampart/printer.js';
export { literalOf, memberName } from './rampart/text.js';
