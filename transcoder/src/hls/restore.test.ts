import { expect, it } from 'vitest'
import { runOf, segments } from '../testing/runs.ts'
import { composePlaylist } from './compose.ts'
import { pruneOldest } from './prune.ts'
import { restoreRuns, toRunRecord } from './restore.ts'

it('a run whose beginning was removed keeps the time of capture when a folder is opened again', () => {
  const run = runOf('e1r0', 1_700_000_000, { '360p': segments(10), audio: segments(20, 1) })
  const record = toRunRecord(run)
  const { runs, removed } = pruneOldest([run], { runs: 0, segments: {} }, { seconds: 6, keepLastSec: 2 })
  const listOf = (of: typeof runs, track: '360p' | 'audio') =>
    composePlaylist(of, { track, targetDurationSec: 4, ended: true, removed }).text
  const lists = new Map((['360p', 'audio'] as const).map((track) => [track, listOf(runs, track)]))
  const restored = restoreRuns(lists, new Map([['e1r0', record]]), new Map())
  expect(restored.runs[0]?.tracks.get('360p')?.facts.startOffsetSec).toBe(6)
  for (const [track, text] of lists) expect(listOf(restored.runs, track)).toBe(text)
})
