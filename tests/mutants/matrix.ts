import { faultName, type knownFaults } from '../../sandbox/index.js'

const cell = (text: string): string => text.replaceAll('|', '\\|')

/** Every fault with what it does and the rules that tell of it, as the tests of this folder prove it. */
export const renderMatrix = (
  faults: typeof knownFaults,
  alsoBroken: Readonly<Record<string, Readonly<Record<string, string>>>>,
): string => {
  const rows = faults.map((fault) => {
    const name = faultName(fault)
    const rules = [fault.rule, ...Object.keys(alsoBroken[name] ?? {})]
    return `| \`${name}\` | ${cell(fault.does)} | ${rules.map((rule) => `\`${rule}\``).join(', ')} |`
  })
  return [
    '# Faults and the rules that tell of them',
    '',
    `The embedded service has ${faults.length} faults. Each is told by the rules beside it and by no other.`,
    '',
    '| Fault | What the service then does | Told by |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
