import { readFileSync } from 'node:fs'

const read = (name: string): string => readFileSync(new URL(`../assets/${name}`, import.meta.url), 'utf8')

const script = 'text/javascript; charset=utf-8'

/** The files that pages load, by file name, with their types. */
export const assets: Readonly<Record<string, string>> = {
  'style.css': 'text/css; charset=utf-8',
  'script.js': script,
  'copy.js': script,
  'forms.js': script,
  'live.js': script,
  'page.js': script,
  'rows.js': script,
  'visit.js': script,
  'icon.svg': 'image/svg+xml',
}

/** The style sheet is served as one file and maintained as several. */
const parts: Readonly<Record<string, readonly string[]>> = {
  'style.css': ['base', 'controls', 'frame', 'log', 'attempt', 'webhooks', 'guide'].map(
    (name) => `style/${name}.css`,
  ),
}

/** The content of a console file. Cached. */
export const assetText = ((): ((name: string) => string) => {
  const known = new Map<string, string>()
  return (name) => {
    const text = known.get(name) ?? (parts[name] ?? [name]).map(read).join('\n')
    known.set(name, text)
    return text
  }
})()
