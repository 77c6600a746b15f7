// The script of every report. Reported values reach the page as text nodes only, never as markup.
const holder = document.getElementById('report')

const unpacked = (text) => {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).text()
}

const text = holder.textContent
export const data = JSON.parse('packed' in holder.dataset ? await unpacked(text) : text)

// Characters that control, hide or reverse text are shown by their numbers.
const unsafe = new RegExp(data.unsafe, 'gu')
const escapeSequence = (character) => {
  const number = character.codePointAt(0).toString(16)
  return number.length > 4 ? `\\u{${number}}` : `\\u${number.padStart(4, '0')}`
}
const visible = (text) => text.replace(unsafe, escapeSequence)

export const make = (name, attributes = {}, ...children) => {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  const given = children.filter((child) => child !== undefined)
  element.append(...given.map((child) => (typeof child === 'string' ? visible(child) : child)))
  return element
}

/** A text encoded for a fragment; slashes and at signs stay readable. */
export const encoded = (text) =>
  encodeURIComponent(text.toWellFormed?.() ?? text)
    .replaceAll('%2F', '/')
    .replaceAll('%40', '@')

/** The fragment that opens an item. */
export const itemAddress = (id) => `#${encoded(id)}`

export const counted = (count, word) => `${count} ${word}${count === 1 ? '' : 's'}`

/** A sentence in which an option such as `--allow-writes` is not broken at its hyphens. */
export const sentence = (text) =>
  text
    .split(/(--[a-z][a-z-]*)/)
    .map((piece, at) => (at % 2 === 1 ? make('span', { class: 'option' }, piece) : piece))

const signs = { bad: '✕', odd: '!', good: '✓', quiet: '–' }

/** A word with its sign in the colour of its tone; colour is never the only indication. */
export const markNode = ({ label, tone = 'quiet' }) => {
  const sign = make('span', { class: 'sign', 'aria-hidden': 'true' }, signs[tone])
  return make('span', { class: `mark ${tone}` }, sign, ` ${label}`)
}

/** A button that copies a text; where the browser forbids that, it selects the text in another element. */
export const copyButton = (label, textOf, elsewhere) => {
  const button = make('button', { type: 'button' }, label)
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(textOf())
      button.textContent = 'Copied'
    } catch {
      getSelection().selectAllChildren(elsewhere())
      button.textContent = 'Press Ctrl+C'
    }
    setTimeout(() => (button.textContent = label), 2_000)
  })
  return button
}
