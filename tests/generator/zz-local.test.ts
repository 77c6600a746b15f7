import { it } from 'vitest'
import { readFileSync, rmSync } from 'node:fs'
import { generate } from '../../generator/index.js'
import { parts, writeFiles } from './support/generated.js'
it('x', async () => {
  const inputs = ['2025-03-13', '2026-07-01', '2026-08-01'].map((name) => ({ name, file: name, text: readFileSync(`dist/specs/${name}.json`, 'utf8') }))
  const { files } = await generate(inputs, parts)
  rmSync('/tmp/rt/out', { recursive: true, force: true })
  writeFiles('/tmp/rt/out', files)
})
