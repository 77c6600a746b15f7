import type { UsedEdit } from './uses.js'

const isXml = ({ uses }: UsedEdit): boolean => uses.some(({ within }) => /[/+]xml\b/i.test(within))

/** Downgrades XML changes to documentation if no operation sends the schema as XML. Each is kept once. */
export function downgradeUnusedXml(found: readonly UsedEdit[]): UsedEdit[] {
  const noted = new Set<string>()
  return found.flatMap((one) => {
    if (one.edit.kind !== 'xml-changed' || isXml(one)) return [one]
    const key = `${one.edit.from?.pointer} ${one.edit.to?.pointer}`
    if (noted.has(key)) return []
    noted.add(key)
    return [{ ...one, edit: { ...one.edit, kind: 'xml-note-changed', direction: 'neither' as const } }]
  })
}
