import type { LoggedRequest } from '../pipeline/request-log.js'
import type { ConsoleRoute } from './console-context.js'
import { type Markup, markup } from './html/markup.js'
import { visibleText } from './html/visible-text.js'
import { fieldOf } from './input/request.js'
import { badge, duration, moment } from './pages/components.js'
import { viewSwitch } from './pages/filters.js'

const row = ({
  at,
  method,
  url,
  operationId,
  status,
  version,
  duration: took,
  refusal,
}: LoggedRequest): Markup =>
  markup`<tr>
<td>${badge(status < 400 ? 'good' : 'bad', String(status))}</td>
<th scope="row"><code>${method} ${visibleText(url)}</code>${operationId === undefined ? undefined : markup` <span class="soft">${operationId}</span>`}
${refusal === undefined ? undefined : markup`<p class="refusal"><code>${visibleText(refusal)}</code></p>`}</th>
<td>${version ?? 'none'}</td>
<td>${duration(took)}</td>
<td>${moment(at)}</td>
</tr>`

const table = (
  requests: readonly LoggedRequest[],
): Markup => markup`<table class="kinds requests" id="requests">
<thead><tr><th scope="col">Status</th><th scope="col">Request</th><th scope="col">Version</th><th scope="col">Duration</th><th scope="col">Time (UTC)</th></tr></thead>
<tbody>${requests.map(row)}</tbody></table>`

const choices = (onlyRefused: boolean): Markup => {
  const link = (address: string, name: string, is: boolean): Markup =>
    markup`<li><a href="${address}"${is ? markup` aria-current="true"` : undefined}>${name}</a></li>`
  return markup`<nav aria-label="Requests"><ul class="choices-line">${link('/console/requests', 'All', !onlyRefused)}${link('/console/requests?only=refused', 'Refused', onlyRefused)}</ul></nav>`
}

const nothing = markup`<div class="empty"><h2>No request yet</h2><p>Call the API below <code>/api</code>, and load this page again.</p></div>`

/** The log of API requests. */
export const requestRoutes: readonly ConsoleRoute[] = [
  {
    method: 'GET',
    path: '/requests',
    show: ({ query, requests }) => {
      const onlyRefused = fieldOf(query, 'only') === 'refused'
      const shown = requests().filter(({ status }) => !onlyRefused || status >= 400)
      return {
        page: {
          title: onlyRefused ? 'API requests, refused' : 'API requests',
          tab: 'logs',
          content: markup`<h1>API requests</h1>
<p class="soft">The latest requests of this API key, newest first, and those without a known key by their path alone. They are kept in memory.</p>
<div class="bar">${viewSwitch('requests')}</div>
${choices(onlyRefused)}
${shown.length === 0 ? nothing : table(shown)}`,
        },
      }
    },
  },
]
