// An entry of its own, because the parser of YAML takes long to load.
export { locatePointers } from './locate.js'
export { mostLevels, NumberLiteral, parseYaml } from './yaml.js'
