import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  embeddedJson,
  escapeHtml,
  escapeMarkdown,
  escapeXml,
  htmlPage,
  markdownCode,
  markdownFence,
  markdownSentence,
  markdownText,
  tableCell,
  tableRow,
} from '../../reporting/index.js'

describe('Markdown', () => {
  test.each([
    ['markup', '*a* _b_ `c` ~d~ [e](f)', String.raw`\*a\* \_b\_ \`c\` \~d\~ \[e\](f)`],
    ['HTML', '<b> & </b>', '&lt;b&gt; &amp; &lt;/b&gt;'],
    ['mentions and issues', '@team #1', '@\u2060team #\u20601'],
    ['links', 'https://a www.b WWW.c', 'https:\u2060//a www\u2060.b WWW\u2060.c'],
    ['line breaks', 'a\nb', 'a\uFFFDb'],
  ])('holds %s as text', (_name, text, expected) => expect(markdownText(text)).toBe(expected))

  test('is escaped wholly where it must mean nothing', () => {
    expect(escapeMarkdown('a.b: ![x](y) | <i>')).toBe(String.raw`a\.b\: \!\[x\]\(y\) \| &lt;i&gt;`)
  })

  test.each([
    ['plain', 'a', '`a`'],
    ['a backtick', 'a`b', '``a`b``'],
    ['backticks at its ends', '`a``', '``` `a`` ```'],
    ['nothing', ' ', '` `'],
  ])('holds code with %s', (_name, text, expected) => expect(markdownCode(text)).toBe(expected))

  test.each([
    ['plain lines', ['a', '`b`'], '```'],
    ['a fence of its own', ['```', 'a'], '````'],
  ])('holds a block of %s', (_name, lines, fence) => {
    expect(markdownFence(lines, 'yaml')).toEqual([`${fence}yaml`, ...lines, fence])
  })

  test.each([
    ['`Pet` has *no* `name`', '`Pet` has \\*no\\* `name`'],
    ['an odd ` alone', 'an odd \\` alone'],
  ])('of the sentence %s', (sentence, expected) => expect(markdownSentence(sentence)).toBe(expected))

  test.each([
    ['text', markdownText],
    ['code', markdownCode],
    ['a sentence', markdownSentence],
  ])('holds %s without a line or a command of its own', (_name, print) => {
    expect(print('a\r\n::error::b\u2028::error::c ##[error]d')).not.toMatch(/[\r\n\u2028]|##\[/)
  })

  test('has tables whose cells end where they should', () => {
    expect(tableRow(['a|b', 'c\nd'].map(tableCell))).toBe(String.raw`| a\|b | c d |`)
  })
})

test('XML holds every text', () => {
  expect(escapeXml('<a b="c">&\r\n\u0000\uD800\uFFFE')).toBe(
    '&lt;a b=&quot;c&quot;&gt;&amp;&#13;&#10;\uFFFD\uFFFD\uFFFD',
  )
})

describe('HTML', () => {
  test('holds every text', () => {
    expect(escapeHtml(`<a b='c' d="e">&`)).toBe('&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt;&amp;')
  })

  test('holds data that ends no element', () => {
    expect(embeddedJson({ a: '</script><!--' })).toBe(String.raw`{"a":"\u003c/script>\u003c!--"}`)
  })

  const page = htmlPage({
    title: '<title>',
    style: 'p {}',
    script: 'run()',
    body: '<p>text</p>',
    data: '</script>',
  })

  test('allows only its own style and script', () => {
    for (const text of ['p {}', 'run()']) {
      expect(page).toContain(`-src 'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    }
    expect(page).toContain("default-src 'none'")
  })

  test('holds its title as text, its body as markup and its data as data', () => {
    expect(page).toContain('<title>&lt;title&gt;</title>')
    expect(page).toContain('<body>\n<p>text</p>\n')
    expect(page).toContain(String.raw`id="report">"\u003c/script>"</script>`)
  })
})
