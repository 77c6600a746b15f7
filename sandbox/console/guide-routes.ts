import { guidePage } from './pages/guide.js'
import { fieldOf } from './input/request.js'
import { snippetsFor } from './html/snippets.js'
import type { ConsoleRoute } from './console-context.js'

/** The guide to receiving deliveries, with code for one language at a time. */
export const guideRoutes: readonly ConsoleRoute[] = [
  {
    method: 'GET',
    path: '/guide',
    show: ({ query, version }) => ({
      page: guidePage(snippetsFor(version), fieldOf(query, 'language')),
    }),
  },
]
