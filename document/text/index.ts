// A door of its own, because the parser of YAML takes long to load.
export { locatePointers } from './locate.js'
export { NumberLiteral, parseYaml } from './yaml.js'
