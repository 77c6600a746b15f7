import { assetText } from './assets.js'

/** A webhook receiver to copy: the guide shows it, and the tests drill it. */
export interface Snippet {
  readonly id: string
  readonly language: string
  /** Its path in a project. */
  readonly file: string
  /** Its requirements, as the end of a sentence. */
  readonly needs: string
  /** Installs its dependencies: shell lines, or lines of a project file. Undefined if there are none. */
  readonly install: string | undefined
  /** The command that starts it on port 8080. */
  readonly run: string
  readonly code: string
}

const generated = 'npx rampart generate   # writes the folder generated'

const jackson = `<dependency>
  <groupId>com.fasterxml.jackson.core</groupId>
  <artifactId>jackson-databind</artifactId>
  <version>2.18.2</version>
</dependency>`

interface Listed extends Omit<Snippet, 'code' | 'install'> {
  readonly install?: string
  readonly asset: string
}

const snippets: readonly Listed[] = [
  {
    id: 'fetch',
    language: 'TypeScript, Fetch',
    file: 'server.ts',
    asset: 'fetch-handler.ts.txt',
    needs: 'Deno, Bun, Workers, or whatever else calls the fetch of a default export.',
    install: generated,
    run: 'deno serve --allow-env --port 8080 server.ts   # or: bun --port 8080 server.ts',
  },
  {
    id: 'express',
    language: 'TypeScript, Express',
    file: 'server.ts',
    asset: 'express.ts.txt',
    needs: 'Node 20 or later, and Express 4 or 5.',
    install: `npm install express\n${generated}`,
    run: 'npx tsx server.ts',
  },
  {
    id: 'fastify',
    language: 'TypeScript, Fastify',
    file: 'server.ts',
    asset: 'fastify.ts.txt',
    needs: 'Node 20 or later, and Fastify 5.',
    install: `npm install fastify\n${generated}`,
    run: 'npx tsx server.ts',
  },
  {
    id: 'python',
    language: 'Python',
    file: 'webhooks.py',
    asset: 'python.py.txt',
    needs: 'Python 3.9 or later, and no package.',
    run: 'python3 webhooks.py',
  },
  {
    id: 'go',
    language: 'Go',
    file: 'main.go',
    asset: 'go.go.txt',
    needs: 'Go 1.19 or later, and no module.',
    run: 'go run main.go',
  },
  {
    id: 'java',
    language: 'Java',
    file: 'Webhooks.java',
    asset: 'java.java.txt',
    needs:
      'Java 17 or later, and Jackson 2.15 or later: those before set no limit to how deep JSON may nest.',
    install: jackson,
    run: 'java -cp "lib/*" Webhooks.java   # lib: jackson-databind, -core and -annotations',
  },
  {
    id: 'ruby',
    language: 'Ruby',
    file: 'config.ru',
    asset: 'ruby.ru.txt',
    needs: 'Ruby 3.0 or later, and Puma or another server for Rack.',
    install: 'gem install puma',
    run: 'puma --bind tcp://127.0.0.1:8080',
  },
  {
    id: 'php',
    language: 'PHP',
    file: 'webhook.php',
    asset: 'php.php.txt',
    needs: 'PHP 8.1 or later, and no package; PHP-FPM where it is meant to last.',
    run: 'php -S 127.0.0.1:8080 webhook.php',
  },
]

/** Receivers in every language, with the imports of one version. */
export function snippetsFor(version: string): readonly Snippet[] {
  return snippets.map(({ id, language, file, needs, install, run, asset }) => ({
    id,
    language,
    file,
    needs,
    install,
    run,
    code: assetText(`snippets/${asset}`).replaceAll('API_VERSION', version),
  }))
}
