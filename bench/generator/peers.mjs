// The generators that are called as libraries, each alone in its process.
// node peers.mjs hey-api|kubb DOCUMENT FOLDER
const [name, document, folder] = process.argv.slice(2)

const heyApi = async () => {
  const { createClient } = await import('@hey-api/openapi-ts')
  await createClient({
    input: document,
    output: { path: folder },
    plugins: ['@hey-api/typescript', 'zod'],
    logs: { level: 'silent' },
  })
}

const kubb = async () => {
  const [{ build }, { pluginOas }, { pluginTs }, { pluginZod }] = await Promise.all([
    import('@kubb/core'),
    import('@kubb/plugin-oas'),
    import('@kubb/plugin-ts'),
    import('@kubb/plugin-zod'),
  ])
  const { error, failedPlugins } = await build({
    config: {
      root: '.',
      input: { path: document },
      output: { path: folder, clean: true },
      plugins: [
        pluginOas({ generators: [], validate: false }),
        pluginTs({ output: { path: 'types' } }),
        pluginZod({ output: { path: 'zod' }, version: '4' }),
      ],
    },
  })
  if (error) throw error
  if (failedPlugins?.size > 0)
    throw new Error([...failedPlugins].map(({ error }) => error.message).join('\n'))
}

await { 'hey-api': heyApi, kubb }[name]()
