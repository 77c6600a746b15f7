const helpers: Readonly<Record<string, readonly [file: string, name: string]>> = {
  'ajv/dist/runtime/ucs2length': ['unicode-length', 'unicodeLength'],
  'ajv/dist/runtime/equal': ['deep-equal', 'deepEqual'],
  'runtime/formats': ['formats', 'formats'],
  'runtime/joined': ['joined', 'joined'],
}

const requireLine = /^const (\w+) = require\("((?:[^"\\]|\\.)*)"\)(?:\.(\w+)|\[("(?:[^"\\]|\\.)*")\])(.*);$/gm

const pushedError = /if\(vErrors === null\)\{\nvErrors = \[(\w+)\];\n\}\nelse \{\nvErrors\.push\(\1\);\n\}/g
const literal = /"((?:[^"\\\n]|\\.)*)"/g
const literals = /"(?:[^"\\\n]|\\.)*"(?:\+"(?:[^"\\\n]|\\.)*")*/g
const schemaLine = /^const (schema\d+) = .*;\n/gm

// Printed plainly, this member of a constant would be the prototype of it.
const prototypeKey = /(?<=[{,])"__proto__":/g

// Reads whole literals, one after the other: a `"+"` of the document's own is a literal, not a seam.
const joined = (text: string): string => `"${[...text.matchAll(literal)].map((match) => match[1]).join('')}"`

// ajv prints for the oldest engines and keeps every schema at hand; what nobody reads is left out.
const compact = (code: string): string => {
  const short = code.replaceAll(pushedError, '(vErrors ??= []).push($1);').replaceAll(literals, joined)
  return short.replaceAll(schemaLine, (line, name: string) =>
    short.split(new RegExp(`\\b${name}\\b`)).length > 2
      ? line.replaceAll(prototypeKey, '["__proto__"]:')
      : '',
  )
}

/**
 * Turns the `require` calls that ajv's standalone code keeps into imports: helpers from the copied runtime,
 * validators from the modules of their units. Import bindings are live, so modules may refer to each other.
 */
export function moduleCode(code: string, runtimePath: string): string {
  const imports = new Set<string>()
  const importLine = (name: string, local: string, from: string): void => {
    const binding = name === local ? name : `${name} as ${local}`
    imports.add(`import { ${binding} } from ${JSON.stringify(from)};`)
  }
  const body = code.replaceAll(
    requireLine,
    (_line, local: string, module: string, name: string, _quoted, rest: string) => {
      const [file, exported] = helpers[module] ?? [undefined, name]
      const isBinding = rest === '' && file !== 'formats'
      importLine(
        exported,
        isBinding ? local : exported,
        file === undefined ? module : `${runtimePath}/${file}.js`,
      )
      return isBinding ? '' : `const ${local} = ${exported}${rest};`
    },
  )
  const plain = compact(body.replace(/^"use strict";\n?/, '').replaceAll(/\n{2,}/g, '\n')).trim()
  return [...[...imports].toSorted(), plain].join('\n')
}
