// A door of its own, because the parser of YAML takes long to load.
export { locatePointers } from './locate.js'
export { composeYaml, yamlValue } from './yaml.js'
