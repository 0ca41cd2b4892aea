import { isBuilt } from '../config/built.ts'

/** `{+feature}` before the words of a line: only where the feature is there. `{-feature}`: only until then. */
const mark = /^(#+ |- |\d+\. |> (?:! )?|\| )?\{([+-])([a-z-]+)\} /

/** Leaves out what a text says of features that are not built. A marked heading takes everything below it along. */
export function onlyBuilt(source: string): string {
  let hiddenLevel: number | null = null
  const shown: string[] = []
  for (const line of source.split('\n')) {
    const [all, start = '', sign, feature = ''] = mark.exec(line) ?? []
    const isShown = all === undefined || (sign === '+') === isBuilt(feature)
    const level = /^#+(?= )/.exec(line)?.[0].length
    if (level !== undefined && hiddenLevel !== null && level <= hiddenLevel) hiddenLevel = null
    if (level !== undefined && hiddenLevel === null && !isShown) hiddenLevel = level
    if (hiddenLevel === null && isShown) shown.push(all === undefined ? line : start + line.slice(all.length))
  }
  return shown.join('\n')
}
