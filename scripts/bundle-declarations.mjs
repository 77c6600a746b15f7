// Bundles the declarations of the two modules that projects import into one file each: nobody needs the others.
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'

const dist = fileURLToPath(new URL('../dist/', import.meta.url))

const bundle = async (name, input) => {
  const plugins = dts({ dtsInput: true, tsconfig: false })
  const bundle = await rolldown({ cwd: dist, input: { [name]: input }, plugins, external: /^[^./]/ })
  await bundle.write({ dir: 'types', format: 'esm', entryFileNames: '[name].ts', codeSplitting: false })
  await bundle.close()
}

await bundle('config.d', './bin/config/define-config.d.ts')
await bundle('vitest.d', './bin/vitest/contract.d.ts')
