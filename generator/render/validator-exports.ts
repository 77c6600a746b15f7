const exportLine = /^export const (\w+) = (\w+);$/gm

/**
 * Makes a Standard Schema of each validator that a module exports, and one of them its default. A bundler that finds
 * no use for a validator may leave it out: making it a Standard Schema is marked as free of side effects.
 */
export function standardExports(code: string, defaultName: string, runtimePath: string): string {
  const exported = code.replaceAll(exportLine, (_line, name: string, local: string) => {
    const value = `/* @__PURE__ */ standard(${local});`
    return name === defaultName ? `export default ${value}` : `export const ${name} = ${value}`
  })
  if (exported === code) return code
  return `import { standard } from "${runtimePath}/standard-schema.js";\n${exported}`
}
