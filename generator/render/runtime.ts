import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OutputFile } from '../model/output.js'

/** The bundled runtime as text, copied beside generated code so that it depends on no package. */
export async function renderRuntime(folder: string): Promise<OutputFile[]> {
  const names = (await readdir(folder)).toSorted()
  return Promise.all(
    names.map(async (name) => ({
      path: `runtime/${name}`,
      content: await readFile(join(folder, name), 'utf8'),
    })),
  )
}
