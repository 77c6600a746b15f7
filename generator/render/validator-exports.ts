const exportLine = /^export const (\w+) = (\w+);$/

/**
 * Makes a Standard Schema of the validator that a line exports, and the default of one that has the default's name. A
 * bundler that finds no use for a validator may leave it out: making it a Standard Schema is marked as free of side
 * effects.
 */
export function standardExport(line: string, defaultName: string): string {
  return line.replace(exportLine, (_line, name: string, local: string) => {
    const value = `/* @__PURE__ */ standard(${local});`
    return name === defaultName ? `export default ${value}` : `export const ${name} = ${value}`
  })
}
