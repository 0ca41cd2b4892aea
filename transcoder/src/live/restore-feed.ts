import type { Storage } from '@e-events/shared/node/storage.ts'
import { restoreRuns, runRecordSchema, type Restored, type RunRecord } from '../hls/restore.ts'
import { publicTracks, type TrackName } from '../hls/runs.ts'
import { followJournal } from './feed-journal.ts'

/**
 * The runs of a feed as its folder in storage shows them: by its journal while it grows, by its playlists once they are
 * closed; none for an empty folder.
 */
export async function restoreFeed(storage: Storage, prefix: string): Promise<Restored> {
  const growing = await followJournal(storage, prefix).read()
  if (growing) return growing
  const files = await storage.list(prefix)
  const sizes = new Map(files.map(({ key, sizeBytes }) => [key.slice(prefix.length + 1), sizeBytes]))
  const playlists = new Map<TrackName, string>()
  for (const track of publicTracks) {
    const text = sizes.has(`${track}.m3u8`) ? await storage.getText(`${prefix}/${track}.m3u8`) : undefined
    if (text !== undefined) playlists.set(track, text)
  }
  const records = new Map<string, RunRecord>()
  for (const name of sizes.keys()) {
    const id = /^(e\d+r\d+)\/run\.json$/.exec(name)?.[1]
    const text = id === undefined ? undefined : await storage.getText(`${prefix}/${name}`)
    if (id !== undefined && text !== undefined) records.set(id, runRecordSchema.parse(JSON.parse(text)))
  }
  return restoreRuns(playlists, records, sizes)
}
