import { assetText } from './assets.js'

/** A receiver of webhooks that can be copied: the guide shows it, and the tests run it. */
export interface Snippet {
  readonly id: string
  readonly language: string
  /** Where it stands in a project. */
  readonly file: string
  readonly needs: string
  readonly code: string
}

const snippets: readonly (Omit<Snippet, 'code'> & { readonly asset: string })[] = [
  {
    id: 'fetch',
    language: 'TypeScript, Fetch',
    file: 'server.ts',
    asset: 'fetch-handler.ts.txt',
    needs: 'Run rampart generate first: it writes the folder generated. Nothing else is needed.',
  },
  {
    id: 'express',
    language: 'TypeScript, Express',
    file: 'server.ts',
    asset: 'express.ts.txt',
    needs: 'Run rampart generate first: it writes the folder generated. Needs the package express.',
  },
  {
    id: 'fastify',
    language: 'TypeScript, Fastify',
    file: 'server.ts',
    asset: 'fastify.ts.txt',
    needs: 'Run rampart generate first: it writes the folder generated. Needs the package fastify.',
  },
  {
    id: 'python',
    language: 'Python',
    file: 'webhooks.py',
    asset: 'python.py.txt',
    needs: 'Needs Python 3.9 or later and no package.',
  },
  {
    id: 'go',
    language: 'Go',
    file: 'main.go',
    asset: 'go.go.txt',
    needs: 'Needs Go 1.20 or later and no module.',
  },
  {
    id: 'java',
    language: 'Java',
    file: 'Webhooks.java',
    asset: 'java.java.txt',
    needs: 'Needs Java 17 or later and no library.',
  },
]

/** Receivers in every language, with the imports of one version. */
export function snippetsFor(version: string): readonly Snippet[] {
  return snippets.map(({ id, language, file, needs, asset }) => ({
    id,
    language,
    file,
    needs,
    code: assetText(`snippets/${asset}`).replaceAll('API_VERSION', version),
  }))
}
