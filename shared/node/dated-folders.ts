/**
 * A folder of a playback token that opens as time goes by: `{folder}@{start of the airing, epoch ms}`. No storage key
 * holds an `@`, so whoever does not know of airings opens nothing with it.
 */
export const datedFolder = (folder: string, startsAtMs: number): string => `${folder}@${startsAtMs}`

export interface DatedFolder {
  folder: string
  startsAtMs: number
}

const dated = /^([^@]+)@(\d{1,15})$/

/** The dated folder that holds this key; undefined where the token names none. */
export function datedFolderOf(claims: { prefixes: readonly string[] }, key: string): DatedFolder | undefined {
  for (const prefix of claims.prefixes) {
    const [, folder, startsAtMs] = dated.exec(prefix) ?? []
    if (folder !== undefined && key.startsWith(`${folder}/`)) return { folder, startsAtMs: Number(startsAtMs) }
  }
  return undefined
}
