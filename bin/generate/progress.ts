import type { GenerateStep } from '../../generator/index.js'
import type { CommandContext } from '../process/context.js'
import { RedrawnLine } from '../output/progress.js'
import { counted } from '../../reporting/index.js'

const words: Readonly<Record<GenerateStep['step'], string>> = {
  read: 'reading',
  build: 'building the model',
  compile: 'compiling validators',
  declare: 'printing types',
}

/** Shows on a terminal what a run of the generator does; says nothing anywhere else. */
export function generateProgress(context: Pick<CommandContext, 'stderr' | 'interactive'>): {
  readonly onStep: (step: GenerateStep) => void
  readonly onWrite: (files: number) => void
  readonly clear: () => void
} {
  const line = new RedrawnLine(context)
  return {
    onStep: ({ step, document, number, of }) =>
      line.draw(`${String(number).padStart(4)}/${of}  ${document}  ${words[step]}`),
    onWrite: (files) => line.draw(`writing ${counted(files, 'file')}`, true),
    clear: () => line.clear(),
  }
}
