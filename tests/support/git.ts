import { execFileSync } from 'node:child_process'

/** Runs git in a folder, as somebody who has a name and nothing else, and gives its output. */
export function git(cwd: string, ...args: readonly string[]): string {
  const settings = ['init.defaultBranch=main', 'user.name=t', 'user.email=t@example.com']
  return execFileSync('git', [...settings.flatMap((one) => ['-c', one]), ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
