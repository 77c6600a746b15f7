import { describe, expect, it } from 'vitest'
import { generateProgress } from '../../../bin/generate/run-generate.js'
import { generate, type GenerateStep } from '../../../generator/index.js'
import { parts } from '../../generator/support/generated.js'

const drawnBy = (interactive: boolean): { said: string[]; progress: ReturnType<typeof generateProgress> } => {
  const said: string[] = []
  return { said, progress: generateProgress({ interactive, stderr: (text) => void said.push(text) }) }
}

const step: GenerateStep = { step: 'compile', document: '2030-01-01', number: 3, of: 12 }

describe('a run on a terminal', () => {
  it('shows what is done with which document, and leaves nothing behind', () => {
    const { said, progress } = drawnBy(true)
    progress.onStep(step)
    progress.onWrite(7)
    progress.clear()
    expect(said).toEqual([
      '\r\u001B[2K   3/12  2030-01-01  compiling validators',
      '\r\u001B[2Kwriting 7 files',
      '\r\u001B[2K',
    ])
  })

  it('shows nothing where no line can be redrawn', () => {
    const { said, progress } = drawnBy(false)
    progress.onStep(step)
    progress.onWrite(7)
    progress.clear()
    expect(said).toEqual([])
  })
})

it('a run tells each step of each document before it begins', async () => {
  const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'It', version: '1' }, paths: {} })
  const inputs = ['2030-02-01', '2030-01-01'].map((name) => ({ name, file: `${name}.json`, text }))
  const steps: string[] = []
  const onStep = ({ step, document, number, of }: GenerateStep): void => {
    steps.push(`${number}/${of} ${document} ${step}`)
  }
  await generate(inputs, { ...parts, onStep })
  const each = ['read', 'build', 'compile', 'declare']
  expect(steps).toEqual([
    ...each.map((name) => `1/2 2030-01-01 ${name}`),
    ...each.map((name) => `2/2 2030-02-01 ${name}`),
  ])
})
