import { readFile } from 'node:fs/promises'
import { assetId } from '@e-events/shared/domain/ids.ts'
import { slugSchema } from '@e-events/shared/contract/common.ts'
import { drawings, type Motif } from '@e-events/shared/ui/art/motifs.ts'
import { palettes, type PaletteName } from '@e-events/shared/ui/art/palettes.ts'
import { z } from 'zod'

const filmSchema = z.object({
  assetId,
  sourceKey: z.string(),
  storagePrefix: z.string(),
  seconds: z.int().min(5).max(600),
  title: z.string(),
  motif: z.enum(Object.keys(drawings) as [Motif, ...Motif[]]),
  palette: z.enum(Object.keys(palettes) as [PaletteName, ...PaletteName[]]),
  key: z.int(),
})
export type DemoFilm = z.infer<typeof filmSchema>

const soundSchema = z.object({
  assetId,
  sourceKey: z.string(),
  storagePrefix: z.string(),
  seconds: z.int().min(5).max(600),
  title: z.string(),
  key: z.int(),
})
export type DemoSound = z.infer<typeof soundSchema>

/** Content of the file that `api/src/cli/seed.ts --demo` writes. */
const demoFileSchema = z.object({
  accounts: z.array(z.object({ role: z.string(), email: z.string(), password: z.string() })),
  liveProductSlug: slugSchema,
  films: z.array(filmSchema),
  sounds: z.array(soundSchema).default([]),
})

export interface DemoFile {
  organizer: { email: string; password: string }
  liveProductSlug: string
  films: DemoFilm[]
  sounds: DemoSound[]
}

/** @throws Error when the file is missing or is none of the seed's */
export async function readDemoFile(path: string): Promise<DemoFile> {
  const { accounts, liveProductSlug, films, sounds } = demoFileSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  const organizer = accounts.find(({ role }) => role === 'organizer')
  if (!organizer) throw new Error(`${path} names no organizer`)
  return { organizer, liveProductSlug, films, sounds }
}
