// node services/serve.mjs NAME: installs and starts one service, says where it is, and stops it with ctrl-c.
import { startService } from './service.mjs'

const name = process.argv[2]
const { default: service } = await import(`./${name}.mjs`)
const { baseUrl, document, headers, pid, stop } = await startService(name, service)
console.log(JSON.stringify({ name, baseUrl, document, headers, pid }, undefined, 2))
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    void stop().then(() => process.exit(0))
  })
setInterval(() => {}, 60_000)
