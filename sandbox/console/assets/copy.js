// Copying, and secrets that do not stay.
import { byId, announce } from './page.js'

const textOf = async ({ copy, copyFrom }) =>
  copyFrom ? (await fetch(copyFrom)).text() : byId(copy).textContent

const copied = async (button) => {
  const name = button.textContent
  try {
    // A promise, so that Safari takes what is still to be fetched as the doing of this click.
    const text = textOf(button.dataset).then((content) => new Blob([content], { type: 'text/plain' }))
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })])
    button.textContent = 'Copied'
    announce('Copied')
  } catch {
    const source = byId(button.dataset.copy)
    if (source) getSelection().selectAllChildren(source)
    button.textContent = source ? 'Selected: copy it by hand' : 'Not copied: download it'
    announce(button.textContent)
  }
  setTimeout(() => {
    button.textContent = name
  }, 2000)
}

document.addEventListener('click', ({ target }) => {
  const button = target.closest('[data-copy], [data-copy-from]')
  if (button) void copied(button)
})

// A page that is gone does not come back with a secret.
addEventListener('pagehide', () => {
  for (const secret of document.querySelectorAll('[data-secret]'))
    secret.textContent = 'The secret was shown once.'
})
