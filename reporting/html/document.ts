import { createHash } from 'node:crypto'
import { embeddedJson, shownHtml } from './escape.js'

/** The content of a page that stands alone. */
export interface HtmlPage {
  /** Plain text. */
  readonly title: string
  readonly style: string
  /** A module; it finds the data in the element with the id `report`. */
  readonly script: string
  /** HTML between the tags of the body. */
  readonly body: string
  readonly data: unknown
}

const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Only this page's own style and script, and nothing from anywhere else. */
const contentPolicy = (style: string, script: string): string =>
  [
    "default-src 'none'",
    `style-src ${hashSource(style)}`,
    `script-src ${hashSource(script)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')

/** A page of HTML that loads nothing; its policy lets no script run but its own, and its data is never markup. */
export function htmlPage({ title, style, script, body, data }: HtmlPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy(style, script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${shownHtml(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
<script type="application/json" id="report">${embeddedJson(data)}</script>
<script type="module">${script}</script>
</body>
</html>
`
}
