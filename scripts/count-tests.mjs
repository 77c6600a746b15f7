// Prints the one line that says how many tests ran, from vitest's JSON report.
import { readFileSync } from 'node:fs'

const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
console.log(`${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`)
if (numPassedTests === 0 || numFailedTests > 0) process.exit(1)
