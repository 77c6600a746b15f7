import type { Examination } from './examine.js'
import { type Paint, spelledOut } from '../../reporting/index.js'

const agoText = (age: number): string => {
  const seconds = Math.abs(Math.round(age * 10) / 10)
  return age < 0 ? `${seconds} s ahead of` : `${seconds} s before`
}

const aboutText = ({ content }: Examination): string =>
  [
    content.type === undefined ? 'no type' : spelledOut(content.type, 60),
    ...(content.customerId === undefined ? [] : [`customer ${spelledOut(content.customerId, 60)}`]),
  ].join('  ')

const howText = ({ secret, encoding, age }: Examination): string[] => [
  ...(secret === undefined ? [] : [`  signed under ${secret}, digest in ${encoding ?? 'hex'}`]),
  ...(age === undefined ? [] : [`  webhook-timestamp is ${agoText(age)} the time of judging`]),
]

/** An examination as text: the verdict first, then each mistake with its fix. */
export function verifyText(examination: Examination, at: Date, version: string, paint: Paint): string {
  const { valid, mistakes, notes, problems } = examination
  const verdict = valid ? paint.green('valid') : paint.red('not valid')
  return [
    `${verdict}  ${aboutText(examination)}`,
    ...mistakes.flatMap(({ code, found, advice }) => [`  ${paint.bold(code)}: ${found}`, `    ${advice}`]),
    ...howText(examination),
    `  judged at ${at.toISOString()}`,
    ...notes.map((note) => `  note: ${note}`),
    ...problems
      .slice(0, 10)
      .map(
        ({ pointer, message }) => `  note: ${version} at ${spelledOut(pointer)}: ${spelledOut(message, 300)}`,
      ),
    '',
  ].join('\n')
}

/** An examination as JSON. */
export function verifyJson(examination: Examination, at: Date, version: string): string {
  const { content, problems, ...rest } = examination
  const { isJson, type, customerId, messageId } = content
  const all = { ...rest, at: at.toISOString(), type, customerId, messageId, isJson, version, problems }
  return `${JSON.stringify(all, undefined, 2)}\n`
}
