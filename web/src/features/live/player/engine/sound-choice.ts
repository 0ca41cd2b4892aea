import Hls from 'hls.js'

/** One of several sounds of a film: a language, or another mix. */
export interface Sound {
  /** BCP 47; null where the film does not say. */
  language: string | null
  /** The film's own name for it. */
  name: string
}

/** For a snapshot; both are of the presentation that is heard. */
export interface SoundView {
  /** Empty where there is nothing to choose. */
  sounds: readonly Sound[]
  /** Place in `sounds`. */
  shownSound: number
}

const noSounds: readonly Sound[] = []
export const noSoundView: SoundView = { sounds: noSounds, shownSound: -1 }

/** Which of these is meant: the very same one, else one of its language; undefined where there is none. */
export function findSound(sounds: readonly Sound[], wish: Sound | undefined): number | undefined {
  if (!wish) return undefined
  const same = sounds.findIndex(({ language, name }) => language === wish.language && name === wish.name)
  const found = same === -1 && wish.language !== null ? sounds.findIndex(({ language }) => language === wish.language) : same
  return found === -1 ? undefined : found
}

/** The sound that a viewer wants to hear, of what plays and of what plays next. */
export class SoundChoice {
  private readonly playing = new Set<Hls>()
  private wish: Sound | undefined
  private readonly remember: (sound: Sound) => void
  private lists = new WeakMap<readonly unknown[], readonly Sound[]>()

  constructor(wish?: Sound, remember: (sound: Sound) => void = () => undefined) {
    this.wish = wish
    this.remember = remember
  }

  get hasWish(): boolean {
    return this.wish !== undefined
  }

  /** Puts the wish into a presentation as soon as it names its sounds, before one of them is loaded. */
  follow(hls: Hls, onChange: () => void): void {
    this.playing.add(hls)
    hls.on(Hls.Events.AUDIO_TRACKS_UPDATED, () => {
      const wanted = findSound(this.listOf(hls), this.wish)
      if (wanted !== undefined) hls.audioTrack = wanted
      onChange()
    })
    hls.on(Hls.Events.AUDIO_TRACK_SWITCHING, onChange)
    hls.on(Hls.Events.DESTROYING, () => this.playing.delete(hls))
  }

  choose(sound: Sound): void {
    this.wish = sound
    this.remember(sound)
    for (const hls of this.playing) {
      const wanted = findSound(this.listOf(hls), sound)
      if (wanted !== undefined && wanted !== hls.audioTrack) hls.audioTrack = wanted
    }
  }

  get view(): SoundView {
    for (const hls of this.playing) {
      const sounds = this.listOf(hls)
      if (sounds.length > 1) return { sounds, shownSound: hls.audioTrack }
    }
    return noSoundView
  }

  /** The same list for as long as the presentation has it. */
  private listOf(hls: Hls): readonly Sound[] {
    const { audioTracks } = hls
    const list = this.lists.get(audioTracks) ?? audioTracks.map(({ lang, name }) => ({ language: lang ?? null, name }))
    this.lists.set(audioTracks, list)
    return list
  }
}
