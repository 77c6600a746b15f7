// A run of its own that kills itself before the n-th call to the file system, or before the second rename,
// which is the instant in which the folder is missing. Prints the number of calls.
import { writeFolder } from '../../../../bin/output/write-folder.js'
import { installGate, watchSteps } from './fs-steps.js'
import { files, ownedBefore } from './sets.js'

const [target = '', at = '0'] = process.argv.slice(2)

installGate()
let renames = 0
const count = await watchSteps(
  (step, name) => {
    if (name === 'rename') renames += 1
    if (step === Number(at) || (at === 'swap' && renames === 2)) process.kill(process.pid, 'SIGKILL')
  },
  () => writeFolder(target, files, { ownedBefore }),
)
process.stdout.write(String(count))
