import { join } from 'node:path'
import { rampart } from '../support/rampart.js'
import { playSessions } from '../support/sessions.js'

playSessions(join(import.meta.dirname, 'sessions'), { run: rampart })
