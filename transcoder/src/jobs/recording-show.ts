import { posix } from 'node:path'
import { contentTypeOf } from '@e-events/shared/node/storage-content-type.ts'
import type { MediaEventPublisher } from '@e-events/shared/node/media-events.ts'
import type { Storage } from '@e-events/shared/node/storage.ts'
import { rungNames } from '@e-events/shared/domain/ladder.ts'
import type { RecordingShowJob } from '@e-events/shared/jobs/queues.ts'
import type { Logger } from 'pino'
import { composePlaylist, rungsOf, totalDurationSec } from '../hls/compose.ts'
import { composeMaster } from '../hls/master.ts'
import { composeShow, hasStandIns, type ShowFeed, type ShowPart } from '../hls/show.ts'
import type { Run } from '../hls/runs.ts'
import { restoreFeed } from '../live/restore-feed.ts'

export interface ShowDeps {
  storage: Storage
  events: MediaEventPublisher
  log: Logger
}

/** Folder of a feed's lists of the whole show, below its prefix. */
export const showFolder = 'show'

type ShowFeedJob = RecordingShowJob['feeds'][number]

/** The closed feeds of a show as stored in their folders; those that never sent anything have no runs. */
export async function readShow(storage: Storage, feeds: readonly ShowFeedJob[]): Promise<ShowFeed[]> {
  const found: ShowFeed[] = []
  for (const { feedId, storagePrefix, hasAudio, hasVideo } of feeds) {
    const { runs } = await restoreFeed(storage, storagePrefix)
    found.push({ id: feedId, hasAudio, hasVideo, runs })
  }
  return found
}

/**
 * Writes, for each feed that was not there all the time, playlists of the whole show beside its own: nothing is copied,
 * the lists name segments of its siblings. Safe to repeat: the same feeds give the same lists.
 */
export async function makeRecordingShow(job: RecordingShowJob, deps: ShowDeps): Promise<void> {
  const { broadcastId } = job
  try {
    const feeds = await readShow(deps.storage, job.feeds)
    const composed = []
    for (const { feedId, storagePrefix } of job.feeds) {
      const parts = composeShow(feeds, feedId)
      if (!hasStandIns(parts, feedId)) continue
      const runs = namedFrom(`${storagePrefix}/${showFolder}`, parts, job.feeds)
      await writeLists(deps.storage, `${storagePrefix}/${showFolder}`, runs)
      const durationMs = Math.round(totalDurationSec(runs) * 1000)
      composed.push({ feedId, masterPath: `${showFolder}/master.m3u8`, rungs: rungsOf(runs), durationMs })
    }
    await deps.events.publish({ type: 'show.composed', broadcastId, feeds: composed })
  } catch (error) {
    deps.log.error({ err: error, broadcastId }, 'no lists of the whole show')
    await deps.events.publish({ type: 'show.failed', broadcastId, reason: error instanceof Error ? error.message : String(error) })
    throw error
  }
}

/** Runs under the names by which a list in `folder` finds them. */
function namedFrom(folder: string, parts: readonly ShowPart[], feeds: readonly ShowFeedJob[]): Run[] {
  const prefixes = new Map(feeds.map(({ feedId, storagePrefix }) => [feedId as string, storagePrefix]))
  return parts.map(({ feedId, run }) => ({ ...run, id: posix.relative(folder, `${prefixes.get(feedId)}/${run.id}`) }))
}

async function writeLists(storage: Storage, folder: string, runs: readonly Run[]): Promise<void> {
  const segments = runs.flatMap(({ tracks }) => [...tracks.values()]).flatMap((track) => track.segments)
  const targetDurationSec = segments.reduce((longest, { durationSec }) => Math.max(longest, Math.round(durationSec)), 1)
  const rungs = rungsOf(runs)
  const texts = [...rungNames.filter((name) => rungs.includes(name)), 'audio' as const].map((track) => ({
    name: `${track}.m3u8`,
    text: composePlaylist(runs, { track, targetDurationSec, ended: true }).text,
  }))
  // The master comes last: a reader that finds it finds the lists.
  for (const { name, text } of [...texts, { name: 'master.m3u8', text: composeMaster(runs) ?? '' }])
    await storage.put(`${folder}/${name}`, text, contentTypeOf(name))
}
