import type { RungName } from './ladder.ts'

/**
 * Files of an uploaded film below its prefix. They are named without reading a list, so that a player asks for the
 * first ones beside it; where a film is kept otherwise, the list says so a round trip later.
 */
export const filmRun = 'e1r0'
/** Seconds between the key frames at which segments begin. */
export const filmSegmentSec = 2

export type FilmTrack = RungName | `audio${'' | number}`
export const initName = (track: FilmTrack): string => `init_${track}.mp4`
export const segmentName = (track: FilmTrack, index: number): string => `${track}_${String(index).padStart(5, '0')}.m4s`
/** The beginning of a live segment, a file of its own until the segment has been whole for a while. */
export const firstPartName = (segment: string): string => segment.replace(/\.m4s$/, '-0.m4s')
