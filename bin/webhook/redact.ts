import type { NamedSecret } from '../../webhook/index.js'
import type { CommandContext } from '../context.js'

const formsOf = ({ value }: NamedSecret): string[] => {
  const trimmed = value.trim()
  const bare = trimmed.replace(/^whsec_/, '')
  const forms = [value, trimmed, ...(bare.length >= 8 ? [bare] : [])]
  return forms.flatMap((form) => [form, JSON.stringify(form).slice(1, -1)])
}

/** Takes secrets out of a text. */
export function redactor(secrets: readonly NamedSecret[]): (text: string) => string {
  const forms = [...new Set(secrets.flatMap(formsOf))].sort((a, b) => b.length - a.length)
  return (text) => forms.reduce((all, form) => all.replaceAll(form, '[secret]'), text)
}

/** A context that prints no secret, even where a stranger put one into a delivery. */
export function redacting(context: CommandContext, secrets: readonly NamedSecret[]): CommandContext {
  const clean = redactor(secrets)
  return {
    ...context,
    stdout: (text) => context.stdout(clean(text)),
    stderr: (text) => context.stderr(clean(text)),
  }
}
