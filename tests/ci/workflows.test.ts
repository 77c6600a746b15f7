import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { root, runCli, startSandbox } from '../e2e/cli.js'
import { startPublisher } from '../e2e/publisher.js'
import { makeRunner, runStep, type Step } from './steps.js'
import { temporaryFolder } from '../support/folder.js'
import { git } from '../support/git.js'

const document = async (path: string): Promise<unknown> => parse(await readFile(join(root, path), 'utf8'))

const stepsOf = async (path: string, job: string): Promise<readonly Step[]> => {
  const { jobs } = (await document(path)) as { jobs: Record<string, { steps: Step[] }> }
  return jobs[job]?.steps ?? []
}

const withRun = (steps: readonly Step[]): readonly Step[] => steps.filter(({ run }) => run !== undefined)

/** A project that has what a service publishes, and works with one version of it. */
const projectOf = async (specUrl: string): Promise<string> => {
  const cwd = temporaryFolder()
  await runCli(['fetch', '--spec-url', specUrl], { cwd })
  const [only, rules] = [['2026-08-01'], ['versioning/echo']]
  const config = { generate: { only }, test: { versions: only, rules } }
  await writeFile(join(cwd, 'rampart.config.json'), JSON.stringify(config))
  return cwd
}

describe('the composite action', () => {
  const steps = async (): Promise<readonly Step[]> =>
    ((await document('action.yml')) as { runs: { steps: Step[] } }).runs.steps

  const run = async (values: Readonly<Record<string, string>>, cwd: string) => {
    const runner = await makeRunner()
    const output = join(temporaryFolder(), 'output')
    const [step] = await steps()
    const inputs = { 'inputs.report-dir': 'reports', ...values }
    const env = { GITHUB_OUTPUT: output, GITHUB_ACTIONS: 'true' }
    const result = await runStep(step ?? {}, runner, { cwd, values: inputs, env })
    return { ...result, output: await readFile(output, 'utf8') }
  }

  test('holds a service to its contract, and says where the report is', async () => {
    const { baseUrl, specUrl, apiKey } = await startSandbox()
    const cwd = await projectOf(specUrl)
    const result = await run(
      {
        'inputs.spec-url': specUrl,
        'inputs.base-url': baseUrl,
        'inputs.api-key': apiKey,
        'inputs.skip': 'generate',
      },
      cwd,
    )
    expect(result.code, result.stderr).toBe(0)
    expect(result.output).toBe('exit-code=0\nreport=reports/check.json\n')
    expect(result.stdout + result.stderr).not.toContain(apiKey)
    const report = JSON.parse(await readFile(join(cwd, 'reports', 'check.json'), 'utf8')) as object
    expect(report).toMatchObject({ exitCode: 0 })
  })

  test('passes on what fails, and the parts that are left out', async () => {
    const publisher = await startPublisher()
    const cwd = await projectOf(publisher.origin)
    publisher.texts.delete('2026-07-01')
    const values = { 'inputs.spec-url': publisher.origin, 'inputs.skip': 'generate\ntest' }
    const result = await run(values, cwd)
    expect(result.code, result.stderr).toBe(1)
    expect(result.output).toContain('exit-code=1')
    expect(result.stdout).toMatch(/^skipped {2}test/m)
    expect(result.stderr).toContain('::error title=rampart check (fetch)::')
  })

  test('an input is never run', async () => {
    const cwd = temporaryFolder()
    const values = {
      'inputs.skip': '$(touch owned)`touch owned`;touch owned',
      'inputs.report-dir': '"; touch owned; "',
    }
    const result = await run(values, cwd)
    expect(result.code).toBe(2)
    await expect(readFile(join(cwd, 'owned'))).rejects.toThrow('ENOENT')
  })
})

describe('the workflow that checks', () => {
  test('its steps run in a project', async () => {
    const { baseUrl, specUrl, apiKey } = await startSandbox()
    const cwd = await projectOf(specUrl)
    const runner = await makeRunner()
    const values = {
      'vars.RAMPART_SPEC_URL': specUrl,
      'vars.RAMPART_BASE_URL': baseUrl,
      'secrets.RAMPART_API_KEY': apiKey,
    }
    for (const step of withRun(await stepsOf('ci/github-check.yml', 'check'))) {
      const { code, stdout, stderr } = await runStep(step, runner, { cwd, values })
      expect([step.run, code, stderr]).toEqual([step.run, 0, expect.anything()])
      if (step.name === 'rampart check') expect(stdout).toMatch(/^passed {3}test/m)
    }
  })

  test('leaves the test out for a fork, which has no key', async () => {
    const publisher = await startPublisher()
    const cwd = await projectOf(publisher.origin)
    const step = (await stepsOf('ci/github-check.yml', 'check')).find(({ name }) => name === 'rampart check')
    const values = {
      'vars.RAMPART_SPEC_URL': publisher.origin,
      'vars.RAMPART_BASE_URL': 'https://api.example.com/api',
      "github.event.pull_request.head.repo.fork && 'test' || ''": 'test',
    }
    const { code, stdout } = await runStep(step ?? {}, await makeRunner(), { cwd, values })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^skipped {2}test {6}left out by --skip/m)
  })
})

describe('the workflow that takes over what is new', () => {
  const project = async (origin: string): Promise<string> => {
    const [cwd, remote] = [await projectOf(origin), temporaryFolder()]
    git(remote, 'init', '--bare', '--quiet')
    git(cwd, 'init', '--quiet')
    git(cwd, 'remote', 'add', 'origin', remote)
    await runCli(['generate'], { cwd })
    git(cwd, 'add', '--all')
    git(cwd, 'commit', '--quiet', '--message', 'as it was')
    return cwd
  }

  const update = async (origin: string, cwd: string, state: string) => {
    const runner = await makeRunner()
    const temp = temporaryFolder()
    const texts: string[] = []
    for (const step of withRun(await stepsOf('ci/github-update.yml', 'update'))) {
      const env = { RUNNER_TEMP: temp, GH_STATE: state }
      const values = { 'vars.RAMPART_SPEC_URL': origin }
      const { code, stdout, stderr } = await runStep(step, runner, { cwd, values, env })
      expect(code, `${step.run}\n${stderr}`).toBe(0)
      texts.push(stdout)
    }
    return { calls: await runner.calls(), texts: texts.join(''), body: join(temp, 'rampart', 'check.md') }
  }

  test('does nothing where nothing is new, opens a pull request with documents and code, and renews it', async () => {
    const publisher = await startPublisher()
    const cwd = await project(publisher.origin)
    const none = await update(publisher.origin, cwd, 'CLOSED')
    expect([none.calls, none.texts.includes('Nothing new.')]).toEqual([[], true])
    publisher.add('2026-11-01', '2026-08-01', ({ components }) => {
      delete components.schemas['Customer']?.properties['email']
    })
    const first = await update(publisher.origin, cwd, 'CLOSED')
    expect(first.calls.at(-1)).toBe(
      `pr create --head rampart/update --title The service publishes something new --body-file ${first.body}`,
    )
    expect(await readFile(first.body, 'utf8')).toContain('2026-08-01 to 2026-11-01')
    expect(git(cwd, 'show', '--stat', 'origin/rampart/update')).toContain('specs/2026-11-01.json')
    git(cwd, 'switch', '--quiet', 'main')
    const second = await update(publisher.origin, cwd, 'OPEN')
    expect(second.calls.at(-1)).toBe(`pr edit rampart/update --body-file ${second.body}`)
  })
})

test('the job for GitLab runs in a project', async () => {
  const publisher = await startPublisher()
  const cwd = await projectOf(publisher.origin)
  const { rampart } = (await document('ci/gitlab.yml')) as { rampart: { script: string[] } }
  const runner = await makeRunner()
  const env = { RAMPART_SPEC_URL: publisher.origin }
  for (const run of rampart.script) {
    const { code, stderr } = await runStep({ run }, runner, { cwd, env })
    expect(code, stderr).toBe(0)
  }
})
