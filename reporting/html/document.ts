import { createHash } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { embeddedJson, shownHtml } from './markup.js'

export interface HtmlPage {
  /** Plain text. */
  readonly title: string
  readonly style: string
  /** The source of a module that reads the data in the element `report`. Absent for a page without script. */
  readonly script?: string
  /** HTML of the body. */
  readonly body: string
  readonly data?: unknown
  /** Whether the data is compressed, which takes a tenth of the size but is not readable. */
  readonly isPacked?: boolean
}

const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Allows only this page's own style and script, and no external resources. */
const contentPolicy = (style: string, script: string | undefined): string =>
  [
    "default-src 'none'",
    `style-src ${hashSource(style)}`,
    `script-src ${script === undefined ? "'none'" : hashSource(script)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')

const dataHtml = (data: unknown, isPacked: boolean): string => {
  if (!isPacked) return `<script type="application/json" id="report">${embeddedJson(data)}</script>`
  const packed = deflateRawSync(JSON.stringify(data), { level: 9 }).toString('base64')
  return `<script type="text/plain" id="report" data-packed>${packed}</script>`
}

/** A self-contained page of HTML. Its policy allows no script but its own, and its data is never markup. */
export function htmlPage({ title, style, script, body, data, isPacked = false }: HtmlPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy(style, script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="rampart">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${shownHtml(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
${script === undefined ? '' : `${dataHtml(data, isPacked)}\n<script type="module">${script}</script>\n`}</body>
</html>
`
}
