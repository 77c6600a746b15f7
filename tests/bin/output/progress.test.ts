import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ruleProgress } from '../../../bin/output/progress.js'
import { idleContext } from '../../support/context.js'

const contextFor = (interactive: boolean) => {
  const said: string[] = []
  return { context: { ...idleContext, stderr: (text: string) => void said.push(text), interactive }, said }
}

const step = { id: 'versioning/vary', version: '*' }

describe('progress', () => {
  test('counts each step of the total on a terminal, and leaves nothing behind, cleared once or twice', () => {
    const { context, said } = contextFor(true)
    const progress = ruleProgress(context, 2)
    progress.onStep(step)
    progress.clear()
    progress.clear()
    progress.onStep({ ...step, version: '2026-08-01' })
    progress.clear()
    expect(said).toEqual([
      '\r\u001B[2K   1/2  service  versioning/vary',
      '\r\u001B[2K',
      '\r\u001B[2K   2/2  2026-08-01  versioning/vary',
      '\r\u001B[2K',
    ])
  })

  test('draws no more often than anyone reads, but always the last one', () => {
    const { context, said } = contextFor(true)
    const progress = ruleProgress(context, 500)
    for (let count = 0; count < 500; count++) progress.onStep(step)
    expect(said.length).toBeLessThan(100)
    expect(said.at(-1)).toContain(' 500/500 ')
  })

  test('has no total where that is not known', () => {
    const { context, said } = contextFor(true)
    ruleProgress(context, undefined).onStep(step)
    expect(said).toEqual(['\r\u001B[2K   1  service  versioning/vary'])
  })

  test('writes a line every ten seconds where none can be redrawn', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { context, said } = contextFor(false)
    const progress = ruleProgress(context, 3)
    progress.onStep(step)
    vi.setSystemTime(Date.now() + 10_000)
    progress.onStep(step)
    progress.onStep(step)
    progress.clear()
    expect(said).toEqual(['2/3  service  versioning/vary\n'])
  })
})
