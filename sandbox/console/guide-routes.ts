import { guidePage } from './pages/guide.js'
import { fieldOf } from './request.js'
import { snippetsFor } from './snippets.js'
import type { ConsoleRoute } from './visit.js'

/** How to receive deliveries, with code for one language at a time. */
export const guideRoutes: readonly ConsoleRoute[] = [
  {
    method: 'GET',
    path: '/guide',
    show: ({ query, version }) => ({
      page: guidePage(snippetsFor(version), fieldOf(query, 'language')),
    }),
  },
]
