import type { LoggedRequest } from '../pipeline/request-log.js'
import type { ConsoleRoute, Show } from './context.js'
import { viewSwitch } from './logs.js'
import { markup, visibleText } from './markup.js'
import { badge, type Column, duration, links, moment, nothing, table, bodyOf } from './parts.js'
import { fieldOf } from './request.js'

const columns: readonly Column<LoggedRequest>[] = [
  {
    name: 'outcome',
    title: 'Status',
    of: ({ status }) => badge(status < 400 ? 'good' : 'bad', String(status)),
  },
  {
    name: 'kind',
    title: 'Request',
    of: ({ method, url, operationId, refusal }) =>
      markup`<code>${method} ${visibleText(url)}</code> <span class="soft">${operationId}</span>
${refusal !== undefined && markup`<p><code>${visibleText(refusal)}</code></p>`}`,
  },
  { name: 'answer', title: 'Version', of: ({ version }) => version ?? 'none' },
  { name: 'took', title: 'Duration', of: ({ duration: took }) => duration(took) },
  { name: 'at', title: 'Time (UTC)', of: ({ at }) => moment(at) },
]

const show: Show = ({ query, requests }) => {
  const onlyRefused = fieldOf(query, 'only') === 'refused'
  const shown = requests().filter(({ status }) => !onlyRefused || status >= 400)
  const choices = links('Requests', 'choices', [
    ['All', '/console/requests', !onlyRefused],
    ['Refused', '/console/requests?only=refused', onlyRefused],
  ])
  return {
    title: onlyRefused ? 'API requests, refused' : 'API requests',
    heading: 'API requests',
    tab: '/console',
    content: markup`<p class="soft">The latest requests of this API key, newest first, and those without a known key by their path alone. They are kept in memory.</p>
<div class="bar">${viewSwitch('requests')}${choices}</div>
${
  shown.length === 0
    ? nothing('No request yet', markup`Call the API below <code>/api</code>, and load this page again.`)
    : markup`<div class="list">${table('Requests, newest first', 'requests', columns, bodyOf(columns, shown))}</div>`
}`,
  }
}

export const requestRoutes: readonly ConsoleRoute[] = [['GET', '/requests', show]]
