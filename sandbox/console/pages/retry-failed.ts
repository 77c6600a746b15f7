import { type Markup, markup, type Content } from '../html/markup.js'
import { tokenField } from './layout.js'

const day = 86_400_000
const minutes = '2026-09-01T12:00'.length

/** The form that retries everything that failed since a moment, by default a day ago. */
export function retryBlock({
  action,
  of,
  token,
  now,
}: {
  readonly action: string
  readonly of: Content
  readonly token: string
  readonly now: Date
}): Markup {
  const since = new Date(now.getTime() - day).toISOString().slice(0, minutes)
  return markup`<section class="block" aria-labelledby="retry-title"><h2 id="retry-title">Retry what failed</h2>
<p class="soft">Everything that failed since then, and is not acknowledged yet, is tried again at once and in its order: ${of}.</p>
<form class="inline-form" method="post" action="${action}">${tokenField(token)}
<label>Failed since (UTC)<input name="since" type="datetime-local" value="${since}" required></label>
<button data-busy="Retrying…">Retry all</button></form></section>`
}
