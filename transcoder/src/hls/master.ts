import type { RungName } from '@e-events/shared/domain/ladder.ts'
import { rungsOf, trackFor } from './compose.ts'
import { soundNames, tallyOf, type Run, type RunTrack, type SoundName, type SoundTags, type TrackName } from './runs.ts'

interface Rates {
  peakBps: number
  averageBps: number
}

/** The master playlist over all runs, from the tracks that exist; undefined while there is nothing to play. */
export function composeMaster(runs: readonly Run[]): string | undefined {
  const sounds = soundsOf(runs)
  const sound = ratesOf(runs, 'audio')
  const rungs = rungsOf(runs)
  if (!sound) return undefined
  const head = ['#EXTM3U', '#EXT-X-VERSION:9', '#EXT-X-INDEPENDENT-SEGMENTS']
  if (rungs.length === 0) {
    return lines([
      ...head,
      `#EXT-X-STREAM-INF:BANDWIDTH=${sound.peakBps},AVERAGE-BANDWIDTH=${sound.averageBps},CODECS="mp4a.40.2"`,
      'audio.m3u8',
    ])
  }
  // Whichever is heard: a rate is that of the largest.
  const heard = {
    peakBps: Math.max(...sounds.map(({ rates }) => rates.peakBps)),
    averageBps: Math.max(...sounds.map(({ rates }) => rates.averageBps)),
  }
  const variants = rungs.flatMap((rung) => {
    const rates = ratesOf(runs, rung)
    const best = newestOwn(runs, rung)
    if (!rates || !best) return []
    const { codec, width, height, frameRate } = best.facts
    const attributes = [
      `BANDWIDTH=${rates.peakBps + heard.peakBps}`,
      `AVERAGE-BANDWIDTH=${rates.averageBps + heard.averageBps}`,
      `RESOLUTION=${width}x${height}`,
      `CODECS="${codec},mp4a.40.2"`,
      ...(frameRate === null ? [] : [`FRAME-RATE=${frameRate.toFixed(3)}`]),
      'AUDIO="aud"',
    ]
    return [`#EXT-X-STREAM-INF:${attributes.join(',')}`, `${rung}.m3u8`]
  })
  return lines([...head, ...toRenditions(sounds), ...variants])
}

interface Sound {
  name: SoundName
  tags: SoundTags
  rates: Rates
}

function soundsOf(runs: readonly Run[]): Sound[] {
  return soundNames.flatMap((name) => {
    const rates = ratesOf(runs, name)
    const tags = runs.findLast((run) => run.tracks.has(name))?.tracks.get(name)?.facts.sound ?? {}
    return rates ? [{ name, tags, rates }] : []
  })
}

/** Names of a group differ: two sounds of one language are told apart by their number. */
function toRenditions(sounds: readonly Sound[]): string[] {
  const taken = new Set<string>()
  return sounds.map(({ name, tags }, index) => {
    const own = tags.title ?? tags.language ?? (index === 0 ? 'main' : name)
    const label = taken.has(own) ? `${own} ${index + 1}` : own
    taken.add(label)
    const language = tags.language === undefined ? '' : `LANGUAGE="${tags.language}",`
    const isDefault = index === 0 ? 'YES' : 'NO'
    return `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aud",${language}NAME="${label}",DEFAULT=${isDefault},AUTOSELECT=YES,CHANNELS="2",URI="${name}.m3u8"`
  })
}

/** The rung as the newest run that really has it shows it: runs that lend another rung do not speak for it. */
function newestOwn(runs: readonly Run[], rung: RungName): RunTrack | undefined {
  return runs.findLast((run) => (run.tracks.get(rung)?.segments.length ?? 0) > 0)?.tracks.get(rung)
}

/** Peak of any segment and the average over everything that is played under this name, in bits per second. */
export function ratesOf(runs: readonly Run[], name: TrackName): Rates | undefined {
  let peakBps = 0
  let bytes = 0
  let seconds = 0
  for (const run of runs) {
    const tally = tallyOf(trackFor(run, name)?.track)
    bytes += tally.sizeBytes
    seconds += tally.seconds
    peakBps = Math.max(peakBps, tally.peakBps)
  }
  if (seconds === 0) return undefined
  const averageBps = (bytes * 8) / seconds
  return { peakBps: Math.ceil(Math.max(peakBps, averageBps)), averageBps: Math.ceil(averageBps) }
}

function lines(all: string[]): string {
  return `${all.join('\n')}\n`
}
