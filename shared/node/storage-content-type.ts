import { extname } from 'node:path'

const byExtension: Readonly<Record<string, string>> = {
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.m4s': 'video/mp4',
  '.mp4': 'video/mp4',
  '.m4a': 'audio/mp4',
  '.vtt': 'text/vtt; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
}

/**
 * The media type of a stored file by its name. A disk keeps no type beside the content, so the name is what counts
 * everywhere.
 */
export function contentTypeOf(key: string): string {
  return byExtension[extname(key).toLowerCase()] ?? 'application/octet-stream'
}
