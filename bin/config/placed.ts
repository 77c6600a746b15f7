import { isAbsolute, join } from 'node:path'
import type { Option } from 'commander'
import { kindOf } from './option-kinds.js'

/** A place is a path unless it is a URL, a host or standard input. */
const isPath = (text: string, option: Option): boolean => {
  const kind = kindOf(option)
  if (kind === 'file' || kind === 'folder') return text !== '-'
  const isNoFile = text === '-' || text.includes('://')
  return kind === 'place' && !isNoFile && (option.name() === 'input' || /^\.|\//.test(text))
}

/**
 * A path, or a list of them, that an option of a config file in another folder has; any other value as it is.
 * @param folder that of the config file, relative to the working folder
 */
export function below(folder: string, option: Option, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => below(folder, option, one))
  if (typeof value !== 'string' || isAbsolute(value) || !isPath(value, option)) return value
  return join(folder, value)
}
