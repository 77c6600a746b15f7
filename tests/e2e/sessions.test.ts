import { join } from 'node:path'
import { playSessions } from '../support/sessions.js'
import { root, runCli, runProcess, runWithInput, startSandbox } from './cli.js'
import { wordsOf } from '../support/command.js'

playSessions(join(import.meta.dirname, 'sessions'), {
  share: 0.25,
  startSandbox,
  names: { DOCUMENTS: join(root, 'dist', 'specs') },
  run: (line, { stdin, isProcess, ...place }) => {
    if (stdin !== undefined) return runWithInput(wordsOf(line), stdin, place)
    return isProcess ? runProcess(wordsOf(line), place) : runCli(line, place)
  },
})
