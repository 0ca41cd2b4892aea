import type { MediaPurpose } from '@e-events/shared/domain/media-uploads.ts'
import type { ErrorCode } from '@e-events/shared/errors.ts'

/**
 * How ffmpeg is told to read a file: never by its own guess, so that a playlist or a script named .mp4 is not followed.
 */
export type Container = 'mov' | 'mp3' | 'wav'

/** So many bytes at the start of a file say what it is. */
export const headBytes = 16

/** Detects the container of a file by its first bytes; undefined for anything that is not accepted. Pure. */
export function sniffContainer(head: Uint8Array): Container | undefined {
  const text = (from: number, to: number) => String.fromCodePoint(...head.subarray(from, to))
  // QuickTime calls itself by its brand: `qt  ` is a .mov whatever its name.
  if (text(4, 8) === 'ftyp') return text(8, 12) === 'qt  ' ? undefined : 'mov'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WAVE') return 'wav'
  if (text(0, 3) === 'ID3') return 'mp3'
  // A frame of MPEG audio: eleven set bits, then a version and a layer III that exist.
  const [first = 0, second = 0] = head
  return first === 0xff && (second & 0xe0) === 0xe0 && (second & 0x18) !== 0x08 && (second & 0x06) === 0x02 ? 'mp3' : undefined
}

const extensions: Readonly<Record<MediaPurpose, RegExp>> = {
  video: /\.mp4$/i,
  trailer: /\.mp4$/i,
  audio: /\.(mp3|m4a|wav|mp4)$/i,
}

export function formatRefusal(purpose: MediaPurpose): ErrorCode {
  return purpose === 'audio' ? 'AUDIO_FORMAT' : 'VIDEO_FORMAT'
}

export function fitsName(purpose: MediaPurpose, fileName: string): boolean {
  return extensions[purpose].test(fileName)
}

export function fitsContainer(purpose: MediaPurpose, container: Container | undefined): container is Container {
  return container === 'mov' || (purpose === 'audio' && container !== undefined)
}

const mimeTypes: Readonly<Record<string, string>> = { mp4: 'video/mp4', m4a: 'audio/mp4', mp3: 'audio/mpeg', wav: 'audio/wav' }

/** The ending under which a file is kept, and its type; the name is only used for these. */
export function kindOf(fileName: string): { extension: string; mimeType: string } {
  const extension = fileName.split('.').at(-1)?.toLowerCase() ?? ''
  return { extension, mimeType: mimeTypes[extension] ?? 'application/octet-stream' }
}
