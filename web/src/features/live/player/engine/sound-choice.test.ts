import Hls, { type MediaPlaylist } from 'hls.js'
import { describe, expect, it, vi } from 'vitest'
import { findSound, SoundChoice, type Sound } from './sound-choice.ts'

const spanish: Sound = { language: 'es', name: 'es' }
const english: Sound = { language: 'en', name: 'en' }
const comment: Sound = { language: 'en', name: 'With comments' }

/** A presentation with these sounds, of which none is loaded yet. */
function presentation(...sounds: Sound[]) {
  const hls = new Hls()
  let chosen = -1
  Object.defineProperty(hls, 'audioTracks', { value: sounds.map(({ language, name }) => ({ lang: language ?? undefined, name })) })
  Object.defineProperty(hls, 'audioTrack', {
    get: () => chosen,
    set(id: number) {
      chosen = id
    },
  })
  return { hls, name: () => hls.trigger(Hls.Events.AUDIO_TRACKS_UPDATED, { audioTracks: [] as MediaPlaylist[] }) }
}

describe('the sound of a film', () => {
  it('is the very one that was chosen, else one of its language, else that of the film', () => {
    expect(findSound([spanish, english, comment], comment)).toBe(2)
    expect(findSound([spanish, english], comment)).toBe(1)
    expect(findSound([spanish], english)).toBeUndefined()
    expect(findSound([spanish, english], undefined)).toBeUndefined()
    expect(findSound([{ language: null, name: 'audio2' }], { language: null, name: 'main' })).toBeUndefined()
  })

  it('is chosen as soon as a film names it, and kept for the next one', () => {
    const remember = vi.fn<(sound: Sound) => void>()
    const choice = new SoundChoice(english, remember)
    const first = presentation(spanish, english)
    choice.follow(first.hls, () => undefined)
    first.name()
    expect(choice.view).toEqual({ sounds: [spanish, english], shownSound: 1 })
    choice.choose(spanish)
    expect(choice.view.shownSound).toBe(0)
    expect(remember).toHaveBeenCalledWith(spanish)
    first.hls.destroy()
    const next = presentation(english, spanish)
    choice.follow(next.hls, () => undefined)
    next.name()
    expect(choice.view).toEqual({ sounds: [english, spanish], shownSound: 1 })
  })

  it('is no choice where there is one', () => {
    const choice = new SoundChoice(english)
    const { hls, name } = presentation(spanish)
    choice.follow(hls, () => undefined)
    name()
    expect(choice.view).toEqual({ sounds: [], shownSound: -1 })
    expect(hls.audioTrack).toBe(-1)
  })
})
