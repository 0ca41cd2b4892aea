import { describe, expect, it } from 'vitest'
import { gunzipSync } from 'node:zlib'
import { composePlaylist, createMediaList, rungsOf, totalDurationSec } from './compose.ts'
import { composeMaster } from './master.ts'
import { pruneOldest } from './prune.ts'
import { restoreRuns, toRunRecord } from './restore.ts'
import { parseRunPlaylist } from './run-playlist.ts'
import { isSound, targetDurationSec, type Run, type RunTrack, type TrackName } from './runs.ts'

const sizes = { '1080p': [1920, 1080], '720p': [1280, 720], '540p': [960, 540], '360p': [640, 360] } as const

function track(name: TrackName, durations: number[], bytesPerSec = 100_000): RunTrack {
  const [width, height] = isSound(name) ? [null, null] : sizes[name]
  return {
    facts: {
      codec: isSound(name) ? 'mp4a.40.2' : 'avc1.64001f',
      width,
      height,
      frameRate: isSound(name) ? null : 30,
      startOffsetSec: 0,
    },
    segments: durations.map((durationSec, index) => ({
      name: `${name}_${String(index).padStart(5, '0')}.m4s`,
      durationSec,
      sizeBytes: Math.round(durationSec * bytesPerSec),
    })),
  }
}
function run(id: string, tracks: Partial<Record<TrackName, number[]>>, capturedAtMs = 1_700_000_000_000): Run {
  const entries = Object.entries(tracks) as [TrackName, number[]][]
  return { id, capturedAtMs, tracks: new Map(entries.map(([name, durations]) => [name, track(name, durations)])) }
}
const whole = (runs: Run[], name: TrackName, ended = false) => composePlaylist(runs, { track: name, targetDurationSec: 4, ended })

describe('public playlist of a track', () => {
  it('lists nothing before the first segment', () => {
    expect(whole([run('e1r0', { '720p': [] })], '720p').lastMsn).toBe(-1)
    expect(composeMaster([run('e1r0', { '720p': [] })])).toBeUndefined()
  })

  it('gives each run its own map, a discontinuity between runs and the time of capture', () => {
    const runs = [run('e1r0', { '720p': [2, 1.98] }), run('e1r1', { '720p': [2] }, 1_700_000_010_000)]
    expect(whole(runs, '720p', true)).toEqual({
      lastMsn: 2,
      text: `#EXTM3U
#EXT-X-VERSION:9
#EXT-X-TARGETDURATION:4
#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=24.0,HOLD-BACK=12.0
#EXT-X-MEDIA-SEQUENCE:0
#EXT-X-PLAYLIST-TYPE:EVENT
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-MAP:URI="e1r0/init_720p.mp4"
#EXT-X-PROGRAM-DATE-TIME:2023-11-14T22:13:20.000Z
#EXTINF:2.00000,
e1r0/720p_00000.m4s
#EXT-X-PROGRAM-DATE-TIME:2023-11-14T22:13:22.000Z
#EXTINF:1.98000,
e1r0/720p_00001.m4s
#EXT-X-DISCONTINUITY
#EXT-X-MAP:URI="e1r1/init_720p.mp4"
#EXT-X-PROGRAM-DATE-TIME:2023-11-14T22:13:30.000Z
#EXTINF:2.00000,
e1r1/720p_00000.m4s
#EXT-X-ENDLIST
`,
    })
  })

  it('only ever grows while segments are added', () => {
    const growing = run('e1r0', { '720p': [2] })
    const first = whole([growing], '720p').text
    growing.tracks.get('720p')?.segments.push({ name: '720p_00001.m4s', durationSec: 2, sizeBytes: 1 })
    const second = whole([growing], '720p')
    expect(second.text.startsWith(first)).toBe(true)
    expect(second.lastMsn).toBe(1)
    expect(whole([growing, run('e1r1', { '720p': [2] })], '720p').text.startsWith(second.text)).toBe(true)
  })

  it('lends the next lower rung, else the next higher one, to a run without it, so that all lists break at the same places', () => {
    const runs = [
      run('e1r0', { '720p': [2], '360p': [2] }),
      run('e1r1', { '1080p': [2], '720p': [2], '360p': [2] }),
      run('e2r0', { '1080p': [2] }),
    ]
    const uris = (name: TrackName) => [...whole(runs, name).text.matchAll(/^e\S+$/gm)].map(([uri]) => uri)
    expect(uris('1080p')).toEqual(['e1r0/720p_00000.m4s', 'e1r1/1080p_00000.m4s', 'e2r0/1080p_00000.m4s'])
    expect(uris('720p')).toEqual(['e1r0/720p_00000.m4s', 'e1r1/720p_00000.m4s', 'e2r0/1080p_00000.m4s'])
    expect(uris('360p')).toEqual(['e1r0/360p_00000.m4s', 'e1r1/360p_00000.m4s', 'e2r0/1080p_00000.m4s'])
    expect(rungsOf(runs)).toEqual(['1080p', '720p', '360p'])
  })

  it('tells a player that follows only what it lacks, at any age, and the same list', () => {
    const list = createMediaList('720p')
    const first = run('e1r0', { '720p': Array.from({ length: 21_000 }, () => 2), audio: [2] })
    const second = run('e1r1', { '720p': Array.from({ length: 600 }, () => 2) }, 1_700_000_090_000)
    const feed = { removed: { runs: 0, segments: {} }, ended: false, targetDurationSec: 2 }
    list.edition({ ...feed, runs: [first] })
    const runs = [first, second]
    const edition = list.edition({ ...feed, runs })
    const whole = edition.form(false).body.toString()
    const delta = edition.form(true).body.toString()
    expect(gunzipSync(edition.form(false).gzipped ?? '').toString()).toBe(whole)
    expect(delta).toContain('#EXT-X-MEDIA-SEQUENCE:0\n')
    expect(delta).toContain('#EXT-X-SKIP:SKIPPED-SEGMENTS=21593\n')
    expect(delta.length).toBeLessThan(1_100)
    expect(edition.form(true).gzipped?.length).toBeLessThan(500)
    const lines = (text: string) => text.slice(text.indexOf('\n#EXT-X-PROGRAM'))
    expect(whole.endsWith(lines(delta))).toBe(true)
    // The boundary of 12 s keeps seven: the seventh lies across it.
    expect(delta.match(/^e1r1\/\S+$/gm)).toHaveLength(7)
    // A discontinuity within the list comes with its map.
    second.tracks.get('720p')?.segments.splice(3)
    const young = createMediaList('720p')
      .edition({ ...feed, runs })
      .form(true)
      .body.toString()
    expect(young).toContain('#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI="e1r1/init_720p.mp4"\n#EXT-X-PROGRAM-DATE-TIME:2023-11-14T22:14:50.000Z')
    expect(young.match(/EXT-X-MAP/g)).toHaveLength(1)
  })

  it('has nothing to skip while it is short, and closes deltas, too', () => {
    const list = createMediaList('720p')
    const growing = run('e1r0', { '720p': [2, 2, 2, 2, 2, 2] })
    const feed = { runs: [growing], removed: { runs: 0, segments: {} }, targetDurationSec: 2 }
    const short = list.edition({ ...feed, ended: false })
    expect(short.form(true)).toBe(short.form(false))
    growing.tracks
      .get('720p')
      ?.segments.push(...['6', '7', '8'].map((index) => ({ name: `720p_0000${index}.m4s`, durationSec: 2, sizeBytes: 1 })))
    const last = list.edition({ ...feed, ended: true })
    for (const skip of [true, false]) expect(last.form(skip).body.toString()).toMatch(/720p_00008\.m4s\n#EXT-X-ENDLIST\n$/)
    expect(
      list
        .edition({ ...feed, ended: true })
        .form(false)
        .body.toString()
        .match(/ENDLIST/g),
    ).toHaveLength(1)
  })

  it('declares the length of its segments as the target, and a longer one only where there is one', () => {
    expect([targetDurationSec(1, []), targetDurationSec(2, [])]).toEqual([1, 2])
    expect(targetDurationSec(2, [run('e1r0', { '720p': [2, 2.49], audio: [2] })])).toBe(2)
    expect(targetDurationSec(2, [run('e1r0', { '720p': [2], audio: [2] }), run('e1r1', { '360p': [3.9] })])).toBe(4)
  })
})

describe('master playlist', () => {
  it('says codecs, size and measured rates of pictures and sound together', () => {
    const master = composeMaster([run('e1r0', { '720p': [2, 2], '360p': [2, 2], audio: [1, 1, 1, 1] })])
    expect(master).toBe(`#EXTM3U
#EXT-X-VERSION:9
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aud",NAME="main",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="audio.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=1600000,AVERAGE-BANDWIDTH=1600000,RESOLUTION=1280x720,CODECS="avc1.64001f,mp4a.40.2",FRAME-RATE=30.000,AUDIO="aud"
720p.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=1600000,AVERAGE-BANDWIDTH=1600000,RESOLUTION=640x360,CODECS="avc1.64001f,mp4a.40.2",FRAME-RATE=30.000,AUDIO="aud"
360p.m3u8
`)
  })

  it('names several sounds, each differently, and promises the rate of the largest', () => {
    const film = run('e1r0', { '720p': [2], audio: [2], audio2: [2], audio3: [2] })
    for (const [name, sound] of [
      ['audio2', { language: 'es' }],
      ['audio3', { language: 'es' }],
    ] as const)
      Object.assign(film.tracks.get(name)?.facts ?? {}, { sound })
    Object.assign(film.tracks.get('audio3')?.segments[0] ?? {}, { sizeBytes: 400_000 })
    const master = composeMaster([film]) ?? ''
    expect([...master.matchAll(/(?:LANGUAGE="\w+",)?NAME="[^"]+",DEFAULT=\w+/g)].map(([text]) => text)).toEqual([
      'NAME="main",DEFAULT=YES',
      'LANGUAGE="es",NAME="es",DEFAULT=NO',
      'LANGUAGE="es",NAME="es 3",DEFAULT=NO',
    ])
    expect(master).toContain('BANDWIDTH=2400000')
  })

  it('offers the sound alone where a feed has no pictures', () => {
    expect(composeMaster([run('e1r0', { audio: [2, 2] })])).toContain('CODECS="mp4a.40.2"\naudio.m3u8\n')
  })
})

describe('restoring', () => {
  const runs = [run('e1r0', { '720p': [2, 2], audio: [1, 1, 1, 1] }), run('e2r0', { '1080p': [2], '720p': [2], audio: [2] })]
  const records = new Map(runs.map((each) => [each.id, toRunRecord(each)]))
  const bytes = new Map(
    runs.flatMap((each) =>
      [...each.tracks.values()].flatMap(({ segments }) => segments.map((s) => [`${each.id}/${s.name}`, s.sizeBytes] as const)),
    ),
  )
  const lists = (ended = false) => new Map((['1080p', '720p', 'audio'] as const).map((name) => [name, whole(runs, name, ended).text]))

  it('reads the runs back out of the public playlists', () => {
    const restored = restoreRuns(lists(), records, bytes)
    expect(restored.ended).toBe(false)
    expect(restored.runs).toEqual(runs)
    expect(whole(restored.runs, '1080p').text).toBe(lists().get('1080p'))
    expect(restoreRuns(lists(true), records, bytes).ended).toBe(true)
  })

  it('keeps numbering where the beginning was removed', () => {
    const pruned = pruneOldest(runs, { runs: 0, segments: {} }, { seconds: 4, keepLastSec: 1 })
    expect(pruned.removed).toEqual({ runs: 1, segments: { '1080p': 2, '720p': 2, '540p': 2, '360p': 2, audio: 4 } })
    expect(pruned.files).toContain('e1r0/720p_00001.m4s')
    const after = composePlaylist(pruned.runs, { track: '720p', targetDurationSec: 4, ended: false, removed: pruned.removed })
    expect(after.text).toContain('#EXT-X-MEDIA-SEQUENCE:2\n#EXT-X-DISCONTINUITY-SEQUENCE:1\n')
    expect(after.lastMsn).toBe(whole(runs, '720p').lastMsn)
    const restored = restoreRuns(new Map([['720p', after.text]]), records, bytes)
    expect(restored.removed.segments['720p']).toBe(2)
  })

  it('never removes what players are playing', () => {
    const pruned = pruneOldest(runs, { runs: 0, segments: {} }, { seconds: 100, keepLastSec: 2 })
    expect(totalDurationSec(pruned.runs)).toBe(2)
    const half = pruneOldest(runs, { runs: 0, segments: {} }, { seconds: 2, keepLastSec: 2 })
    expect(half.files).toEqual(['e1r0/720p_00000.m4s', 'e1r0/audio_00000.m4s', 'e1r0/audio_00001.m4s'])
    expect(half.runs[0]?.tracks.get('audio')?.facts.startOffsetSec).toBe(2)
  })
})

describe('a run’s own playlist', () => {
  it('keeps the numbers, and tells a last segment whose length is not told apart', () => {
    const text = '#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:7\n#EXTINF:2.000000,\n720p_00007.m4s\n#EXTINF:0.000000,\n720p_00008.m4s\n#EXT-X-ENDLIST\n'
    expect(parseRunPlaylist(text)).toEqual({
      segments: [{ number: 7, name: '720p_00007.m4s', durationSec: 2 }],
      ended: true,
      untold: { number: 8, name: '720p_00008.m4s', durationSec: 0 },
    })
  })
})
