import { configureGlobal } from 'fast-check'

// Properties draw the same values everywhere, so that one run of the tests is like another.
configureGlobal({ seed: Number(process.env['RAMPART_DRAW_SEED'] ?? 1) })
