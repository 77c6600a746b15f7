import type { OutputFile } from '../model/output.js'
import type { Templates } from './templates.js'

/** Prints the module that loads versions by name, and the client of all of them. */
export function renderRoot(names: readonly string[], templates: Templates): OutputFile[] {
  const rows = names.map((name, index) => ({
    key: JSON.stringify(name),
    folder: `./${name}/`,
    alias: `V${index + 1}`,
  }))
  return [
    { path: 'index.js', content: templates.render('root.js', { rows }) },
    { path: 'index.d.ts', content: templates.render('root.d.ts', { rows }) },
  ]
}
