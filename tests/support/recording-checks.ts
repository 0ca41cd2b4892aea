import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'playwright/test'
import type { PlaybackFeed } from '@e-events/shared/contract/live/playback.ts'
import { findAllBeeps, soundAfterPicture, type SoundAndPicture } from './beeps.ts'
import { decodePictures, type DecodedPicture } from './decode-media.ts'
import { downloadRun, durationOf, fetchMaster, fetchPlaylist, keyFrameTimes, probe, runsOf, type MediaPlaylist } from './hls-client.ts'
import { noteFigures } from './figures.ts'
import { ticksPerPicture, ticksPerSecond, type PictureCode } from './picture-code.ts'
import type { ScreenPage } from './screen-page.ts'

export interface RecordingFacts {
  /** With absolute addresses. */
  feeds: readonly PlaybackFeed[]
  folder: string
  run: number
  screen: ScreenPage
  liveAtMs: number
  endedAtMs: number
  durationMs: number
}

export interface FeedFigures {
  kind: string
  heights: number[]
  durationSec: number
  runs: number
  /** Share of key frames of lower rungs that have one of the top rung beside them, percent. */
  alignedKeyFramesPercent: number
  keyFrameDistanceMs: number
  /**
   * Sound after picture, median per run; the screen only, whose page counts and beeps by one clock (both feeds:
   * feeds-in-step.spec.ts).
   */
  soundAfterPictureMs: number[]
  gapsSec: number[]
}

/**
 * Copied rungs come from encoders of their own in the studio, each with its own frame dropper: a frame or two lie
 * between their key frames. One that had to leave out pictures makes its key frame later, and the next ones are on the
 * grid again.
 */
const keyFrameDistanceLimitMs = 100
const leastAlignedPercent = 75
/**
 * Limits that nobody notices (ITU-R BT.1359). Chromium itself delivers the sound of a captured tab some 40 ms after its
 * picture.
 */
const soundMayLeadMs = 45
const soundMayLagMs = 125
/** A run that is longer than this has three beeps in it, which say what moment it is. */
const tellingSec = 8
const segmentSec = 2

/** Reads a closed recording with ffmpeg, ffprobe and an HLS client of our own, and compares it with what was shown. */
export async function checkRecording(facts: RecordingFacts): Promise<FeedFigures[]> {
  const figures: FeedFigures[] = []
  for (const feed of facts.feeds) figures.push(await checkFeed(feed, facts))
  const durations = figures.map((one) => one.durationSec)
  // The recording counts its longest track; a run that was killed ends with up to a segment more of sound than of
  // pictures.
  expect(Math.abs(Math.max(...durations) - facts.durationMs / 1000)).toBeLessThan(segmentSec)
  return figures
}

async function checkFeed(feed: PlaybackFeed, facts: RecordingFacts): Promise<FeedFigures> {
  const master = await fetchMaster(feed.masterUrl)
  const heights = master.variants.map((variant) => variant.heightPx)
  expect(heights.map((height) => `${height}p`)).toEqual(feed.rungs.toSorted((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10)))
  expect(heights.length).toBeGreaterThanOrEqual(2)
  expect(heights.at(-1)).toBe(360)
  expect(master.audioUrl).not.toBeNull()
  const playlists: MediaPlaylist[] = []
  for (const variant of master.variants) {
    expect(variant.codecs).toMatch(/^avc1\.[0-9a-f]{6},mp4a\.40\.2$/i)
    playlists.push(await fetchPlaylist(variant.url))
  }
  const sound = await fetchPlaylist(master.audioUrl ?? '')
  const durationSec = durationOf(playlists[0] ?? sound)
  await noteFigures(test.info(), { kind: feed.kind, heights, perRun: [...playlists, sound].map(durationsPerRun) })
  for (const playlist of [...playlists, sound]) {
    expect(playlist.isEnded).toBe(true)
    for (const segment of playlist.segments) expect(Math.round(segment.durationSec)).toBeLessThanOrEqual(playlist.targetDurationSec)
  }
  // Two encoders were killed on the way: their successors' pictures follow behind a discontinuity, under their own
  // initialization.
  const runs = runsOf(playlists[0] ?? sound)
  for (const playlist of playlists) expect(runsOf(playlist)).toEqual(runs)
  for (const run of runs) {
    const [top = 0, ...others] = [...playlists, sound].map((playlist) => durationOf(playlist, run))
    // Sound is cut every second and pictures every two: a run that was killed ends with up to a segment more of one
    // than of the other.
    for (const other of others) expect(Math.abs(other - top)).toBeLessThan(segmentSec)
  }

  const perRun = []
  for (const run of runs) perRun.push(await checkRun(feed, run, { ...facts, heights, playlists, sound }))

  // ffmpeg as a player: the address with the token in it, from the first to the last segment.
  const lowest = master.variants.at(-1)
  const pictures = await decodePictures(lowest?.url ?? '')
  const streams = (await probe(feed.masterUrl, ['-show_entries', 'stream=codec_type,codec_name,width,height'])).streams
  expect(streams.filter((one) => one.codec_type === 'video')).toHaveLength(heights.length)
  for (const [index, height] of heights.entries()) expect(perRun.map((one) => one.heights[index])).toContain(height)
  expect(streams.some((one) => one.codec_type === 'audio' && one.codec_name === 'aac')).toBe(true)
  const own = perRun.filter((one) => one.isOwn)
  expectOwn(pictures, feed, { run: facts.run, isAlone: own.length === perRun.length })
  const gapsSec = feed.kind === 'camera' ? [] : expectWholeShow(picturesOf(pictures, 'screen'), own, facts)
  const distances = perRun.flatMap((one) => one.keyFrameDistancesMs)
  const aligned = distances.filter((distanceMs) => distanceMs < keyFrameDistanceLimitMs)
  const alignedKeyFramesPercent = Math.round((aligned.length * 100) / Math.max(1, distances.length))
  const heard = perRun.flatMap((one) => one.sound)
  const soundAfterPictureMs = heard.flatMap(screenSound)
  await noteFigures(test.info(), { kind: feed.kind, alignedKeyFramesPercent, soundAfterPictureMs, gapsSec })
  expect(alignedKeyFramesPercent).toBeGreaterThanOrEqual(leastAlignedPercent)
  expect(median(distances)).toBeLessThan(keyFrameDistanceLimitMs / 2)
  for (const offset of soundAfterPictureMs) {
    expect(offset).toBeGreaterThan(-soundMayLeadMs)
    expect(offset).toBeLessThan(soundMayLagMs)
  }
  return {
    kind: feed.kind,
    heights,
    durationSec,
    runs: runs.length,
    alignedKeyFramesPercent,
    keyFrameDistanceMs: Math.round(median(distances)),
    soundAfterPictureMs,
    gapsSec,
  }
}

function durationsPerRun(playlist: MediaPlaylist): number[] {
  return runsOf(playlist).map((run) => Math.round(durationOf(playlist, run) * 100) / 100)
}

interface RunFigures {
  /** Where a feed was away for longer, one of its siblings stands in. */
  isOwn: boolean
  /** Height of the first picture of each rung, pixels. */
  heights: number[]
  /** From each key frame of a lower rung to the nearest one of the top rung. */
  keyFrameDistancesMs: number[]
  /** Duration of the decoded lists. */
  sound: SoundAndPicture[]
  pictures: DecodedPicture[]
}

async function checkRun(
  feed: PlaybackFeed,
  run: number,
  facts: RecordingFacts & { heights: number[]; playlists: MediaPlaylist[]; sound: MediaPlaylist },
): Promise<RunFigures> {
  const name = (what: string | number) => `${feed.id.slice(0, 8)}-${run}-${what}`
  const soundFile = await downloadRun(facts.sound, run, facts.folder, name('sound'))
  const isOwn = facts.sound.segments.some((segment) => segment.run === run && segment.url.includes(feed.id))
  const heights: number[] = []
  const keyFrames: number[][] = []
  const sound: SoundAndPicture[] = []
  let pictures: DecodedPicture[] = []
  for (const [index, playlist] of facts.playlists.entries()) {
    const height = facts.heights[index] ?? 0
    const file = await downloadRun(playlist, run, facts.folder, name(height))
    const { streams } = await probe(file, ['-show_entries', 'stream=codec_type,codec_name,width,height'])
    expect(streams).toMatchObject([{ codec_type: 'video', codec_name: 'h264' }])
    // A studio that is short of breath leaves its top layer out for a while: the rung then shows the next one, and
    // never anything larger.
    heights.push(streams[0]?.height ?? 0)
    expect(heights.at(-1)).toBeLessThanOrEqual(height)
    keyFrames.push(await keyFrameTimes(file))
    if (index !== facts.playlists.length - 1 && (feed.kind === 'camera' || index > 0)) continue
    pictures = await decodePictures(file)
    if (feed.kind === 'camera' || !isOwn) continue
    const beeps = await findAllBeeps(soundFile)
    if (durationOf(facts.sound, run) > tellingSec) expect(beeps.length).toBeGreaterThan(2)
    sound.push({ pictures, beeps })
  }
  const [top = [], ...others] = keyFrames
  expect(top.length).toBeGreaterThan(0)
  const keyFrameDistancesMs = others.flat().map((atSec) => Math.min(...top.map((one) => Math.abs(one - atSec) * 1000)))
  return { isOwn, heights, keyFrameDistancesMs, sound, pictures }
}

/**
 * How much later than its picture a beep of the screen is heard, ms. The page counts and beeps by one clock; half a
 * picture's time, because it stays for a whole one.
 */
function screenSound({ pictures, beeps }: SoundAndPicture): number[] {
  const zeros = pictures.flatMap(({ atSec, code }) => (code ? [atSec - (code.counter + ticksPerPicture / 2) / ticksPerSecond] : []))
  return zeros.length === 0 || beeps.length === 0 ? [] : [soundAfterPicture(zeros, beeps)]
}

function expectOwn(pictures: readonly DecodedPicture[], feed: PlaybackFeed, facts: { run: number; isAlone: boolean }): void {
  const read = pictures.flatMap(({ code }) => (code ? [code] : []))
  expect(read.length).toBeGreaterThan(pictures.length * 0.98)
  const source = feed.kind === 'camera' ? 'camera' : 'screen'
  for (const code of read) {
    expect(code.run).toBe(facts.run)
    if (facts.isAlone) expect(code.source).toBe(source)
  }
}

function picturesOf(pictures: readonly DecodedPicture[], source: PictureCode['source']): DecodedPicture[] {
  return pictures.filter(({ code }) => !code || code.source === source)
}

/**
 * The screen counts by the wall clock: nothing is missing but what the killed processes cost.
 * @returns the gaps between runs, seconds
 */
function expectWholeShow(pictures: readonly DecodedPicture[], runs: readonly RunFigures[], facts: RecordingFacts): number[] {
  const wall = (code: PictureCode | null | undefined) => facts.screen.epochMs + ((code?.counter ?? 0) * 1000) / ticksPerSecond
  const edges = runs.map((run) => {
    const read = run.pictures.flatMap(({ code }) => (code ? [code] : []))
    return { firstMs: wall(read[0]), lastMs: wall(read.at(-1)), largestStep: largestStep(read) }
  })
  const codes = pictures.flatMap(({ code }) => (code ? [code] : []))
  expect(Math.abs(wall(codes[0]) - (edges[0]?.firstMs ?? 0))).toBeLessThan(1_000)
  expect(Math.abs(wall(codes.at(-1)) - (edges.at(-1)?.lastMs ?? 0))).toBeLessThan(1_000)
  expect((edges[0]?.firstMs ?? 0) - facts.liveAtMs).toBeLessThan(10_000)
  expect(Math.abs(facts.endedAtMs - (edges.at(-1)?.lastMs ?? 0))).toBeLessThan(4_000)
  for (const edge of edges) expect(edge.largestStep).toBeLessThan(2 * ticksPerSecond)
  const gaps = edges.slice(1).map((edge, index) => (edge.firstMs - (edges[index]?.lastMs ?? 0)) / 1000)
  for (const gap of gaps) expect(gap).toBeLessThan(10)
  return gaps.map((gap) => Math.round(gap * 10) / 10)
}

function largestStep(codes: readonly PictureCode[]): number {
  return codes.slice(1).reduce((most, code, index) => Math.max(most, Math.abs(code.counter - (codes[index]?.counter ?? 0))), 0)
}

/**
 * How long before `endedAtMs` the last segment of each list ends by programme time, ms: `camera 720p`, `camera sound`.
 */
export async function listEnds(feeds: readonly PlaybackFeed[], endedAtMs: number): Promise<Record<string, number>> {
  const ends: Record<string, number> = {}
  for (const feed of feeds) {
    const { variants, audioUrl } = await fetchMaster(feed.masterUrl)
    const lists = [
      ...variants.map(({ url, heightPx }) => [`${feed.kind} ${heightPx}p`, url] as const),
      [`${feed.kind} sound`, audioUrl ?? ''] as const,
    ]
    for (const [name, url] of lists) {
      const last = (await fetchPlaylist(url)).segments.at(-1)
      ends[name] = Math.round(endedAtMs - (last?.programDateTimeMs ?? 0) - (last?.durationSec ?? 0) * 1000)
    }
  }
  return ends
}

/** Downloads an MP4 and plays it to its end with ffmpeg. */
export async function checkMp4(options: { url: string; durationMs: number; run: number; folder: string }): Promise<void> {
  const response = await fetch(options.url)
  expect(response.status).toBe(200)
  const file = path.join(options.folder, `download-${Math.floor(options.durationMs)}.mp4`)
  await writeFile(file, Buffer.from(await response.arrayBuffer()))
  const { streams, format } = await probe(file, ['-show_entries', 'stream=codec_type,codec_name:format=duration'])
  expect(streams.map((one) => `${one.codec_type} ${one.codec_name}`).toSorted()).toEqual(['audio aac', 'video h264'])
  expect(Math.abs(Number(format.duration) * 1000 - options.durationMs)).toBeLessThan(1_000)
  const pictures = await decodePictures(file)
  const read = pictures.flatMap(({ code }) => (code ? [code] : []))
  expect(read.length).toBeGreaterThan(pictures.length * 0.98)
  expect(new Set(read.map((code) => code.run))).toEqual(new Set([options.run]))
  // The sound of a run that was killed may be up to a segment longer than its pictures.
  expect((pictures.at(-1)?.atSec ?? 0) * 1000).toBeGreaterThan(options.durationMs - segmentSec * 1000 - 500)
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
