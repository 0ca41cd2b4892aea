import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { serverAddressSchema } from '../ipc/contract.ts'

/** Settings that the application keeps besides the token. A damaged file counts as none. */
const settingsSchema = z.object({
  serverAddress: serverAddressSchema.nullable().default(null),
  bounds: z
    .object({ x: z.int(), y: z.int(), width: z.int().min(390), height: z.int().min(480) })
    .nullable()
    .default(null),
})
export type Settings = z.infer<typeof settingsSchema>

export interface SettingsFile {
  get(): Settings
  /** Written beside and renamed: a crash leaves the old file or the new one. */
  save(part: Partial<Settings>): Promise<void>
}

export async function openSettings(folder: string): Promise<SettingsFile> {
  const file = path.join(folder, 'settings.json')
  let current = settingsSchema.parse({})
  try {
    const parsed = settingsSchema.safeParse(JSON.parse(await readFile(file, 'utf8')))
    if (parsed.success) current = parsed.data
  } catch {
    // First start, or a file that cannot be read: the defaults.
  }
  return {
    get: () => current,
    async save(part) {
      current = { ...current, ...part }
      await writeAtomically(file, JSON.stringify(current, null, 2))
    },
  }
}

export async function writeAtomically(file: string, content: string | Buffer): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  const beside = `${file}.${process.pid}.tmp`
  try {
    await writeFile(beside, content, { mode: 0o600 })
    await rename(beside, file)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}
