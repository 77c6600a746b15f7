import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const script = 'text/javascript; charset=utf-8'
const style = 'text/css; charset=utf-8'

/** The files that pages load, by file name, with their types. */
export const assets: Readonly<Record<string, string>> = {
  'style.css': style,
  'pages.css': style,
  'script.js': script,
  'live.js': script,
  'page.js': script,
  'rows.js': script,
  'idiomorph.js': script,
  'icon.svg': 'image/svg+xml',
}

const pathOf = (name: string): string | URL =>
  name === 'idiomorph.js'
    ? createRequire(import.meta.url).resolve('#bundled/idiomorph')
    : new URL(`assets/${name}`, import.meta.url)

const known = new Map<string, string>()

/** The content of a console file. Cached. */
export function assetText(name: string): string {
  const text = known.get(name) ?? readFileSync(pathOf(name), 'utf8')
  known.set(name, text)
  return text
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

/** `same-origin`, because browsers send no origin with forms of pages without referrer. */
export const consoleHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}
