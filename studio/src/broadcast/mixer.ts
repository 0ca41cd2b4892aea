import { dbToGain, peakDb } from './levels.ts'
import { everyFeed } from './setup.ts'

export type ReadLevels = () => readonly [leftDb: number, rightDb: number]

export interface StripControl {
  gainDb: number
  muted: boolean
  /** Key of the one feed that carries it, or every feed. */
  route: string
}

/** Mixes the strips into one program track per feed. Levels are read per frame, never pushed. */
export interface AudioMixer {
  /** Plugs a sound in, or another one into the same strip. */
  plug(stripId: string, track: MediaStreamTrack, control: StripControl): void
  unplug(stripId: string): void
  control(stripId: string, control: StripControl): void
  master(gainDb: number, muted: boolean): void
  /** The program sound of a feed; the same track for the same key. */
  program(feedKey: string): MediaStreamTrack
  dropProgram(feedKey: string): void
  stripLevels(stripId: string): ReadLevels
  masterLevels: ReadLevels
  /** True while the browser keeps audio stopped until the organizer touches the page. */
  isBlocked(): boolean
  onBlocked(listener: () => void): () => void
  unblock(): Promise<void>
  close(): Promise<void>
}

interface Strip {
  source: MediaStreamAudioSourceNode
  gain: GainNode
  meter: StereoMeter
  control: StripControl
}
interface Program {
  bus: GainNode
  output: MediaStreamAudioDestinationNode
  track: MediaStreamTrack
}

/** 10 ms: long enough that a mute does not click, short enough that it is a mute. */
const rampSec = 0.01

export function createAudioMixer(context: AudioContext = new AudioContext({ sampleRate: 48_000, latencyHint: 'interactive' })): AudioMixer {
  const strips = new Map<string, Strip>()
  const programs = new Map<string, Program>()
  const monitor = stereoGain(context)
  const masterMeter = createMeter(context, monitor)
  let masterGain = 1

  function connect(strip: Strip) {
    strip.gain.disconnect()
    strip.meter.attach(strip.gain)
    strip.gain.connect(monitor)
    for (const [key, program] of programs)
      if (strip.control.route === everyFeed || strip.control.route === key) strip.gain.connect(program.bus)
  }
  const setGain = (node: GainNode, value: number) => node.gain.setTargetAtTime(value, context.currentTime, rampSec)
  const gainOf = (control: StripControl) => (control.muted ? 0 : dbToGain(control.gainDb))

  return {
    plug(stripId, track, control) {
      const source = context.createMediaStreamSource(new MediaStream([track]))
      const known = strips.get(stripId)
      if (known) {
        known.source.disconnect()
        source.connect(known.gain)
        strips.set(stripId, { ...known, source })
        this.control(stripId, control)
        return
      }
      const gain = stereoGain(context, gainOf(control))
      source.connect(gain)
      const strip: Strip = { source, gain, meter: createMeter(context, gain), control }
      strips.set(stripId, strip)
      connect(strip)
    },
    unplug(stripId) {
      const strip = strips.get(stripId)
      if (!strip) return
      strip.source.disconnect()
      strip.gain.disconnect()
      strips.delete(stripId)
    },
    control(stripId, control) {
      const strip = strips.get(stripId)
      if (!strip) return
      const rerouted = strip.control.route !== control.route
      strip.control = control
      setGain(strip.gain, gainOf(control))
      if (rerouted) connect(strip)
    },
    master(gainDb, muted) {
      masterGain = muted ? 0 : dbToGain(gainDb)
      setGain(monitor, masterGain)
      for (const program of programs.values()) setGain(program.bus, masterGain)
    },
    program(feedKey) {
      const known = programs.get(feedKey)
      if (known) return known.track
      const bus = stereoGain(context, masterGain)
      const output = context.createMediaStreamDestination()
      bus.connect(output)
      const [track] = output.stream.getAudioTracks()
      if (!track) throw new Error('a destination node has an audio track')
      programs.set(feedKey, { bus, output, track })
      for (const strip of strips.values()) connect(strip)
      return track
    },
    dropProgram(feedKey) {
      const program = programs.get(feedKey)
      if (!program) return
      programs.delete(feedKey)
      for (const strip of strips.values()) connect(strip)
      program.bus.disconnect()
      program.track.stop()
    },
    stripLevels: (stripId) => () => strips.get(stripId)?.meter.read() ?? silence,
    masterLevels: () => masterMeter.read(),
    isBlocked: () => context.state === 'suspended',
    onBlocked(listener) {
      context.addEventListener('statechange', listener)
      return () => context.removeEventListener('statechange', listener)
    },
    unblock: () => (context.state === 'suspended' ? context.resume() : Promise.resolve()),
    close: () => context.close(),
  }
}

const silence = [-Infinity, -Infinity] as const

interface StereoMeter {
  attach(node: AudioNode): void
  read(): readonly [number, number]
}

function createMeter(context: AudioContext, node: AudioNode): StereoMeter {
  const splitter = context.createChannelSplitter(2)
  const analysers = [0, 1].map((channel) => {
    const analyser = context.createAnalyser()
    // 1024 samples are 21 ms: every sample is seen at 60 frames a second.
    analyser.fftSize = 1024
    splitter.connect(analyser, channel)
    return analyser
  })
  const block = new Float32Array(1024)
  node.connect(splitter)
  const level = (analyser: AnalyserNode | undefined) => {
    if (!analyser) return -Infinity
    analyser.getFloatTimeDomainData(block)
    return peakDb(block)
  }
  return {
    attach: (again) => again.connect(splitter),
    read: () => [level(analysers[0]), level(analysers[1])],
  }
}

/** One microphone channel reaches both ears; everything behind it is stereo. */
function stereoGain(context: AudioContext, value = 1): GainNode {
  return new GainNode(context, { gain: value, channelCount: 2, channelCountMode: 'explicit', channelInterpretation: 'speakers' })
}
