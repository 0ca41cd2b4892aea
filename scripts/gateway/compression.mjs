// Compressed copies of a build's texts, made once by the build and sent as they lie by the gateway and, as gzip, by
// nginx.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Files worth compressing, by the end of their name, and its content type. */
export const COMPRESSED_TYPES = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.vtt': 'text/vtt; charset=utf-8',
  '.wasm': 'application/wasm',
}
export const SUFFIXES = { br: '.br', gzip: '.gz' }
export const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const SMALLEST_WORTH_COMPRESSING = 1024

/** Writes `name.br` and `name.gz` beside each text of a build. @param {string} dist */
export async function compressFiles(dist) {
  for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !COMPRESSED_TYPES[path.extname(entry.name)]) continue
    const file = path.join(entry.parentPath, entry.name)
    const raw = await readFile(file)
    if (raw.length < SMALLEST_WORTH_COMPRESSING) continue
    await writeFile(`${file}${SUFFIXES.br}`, await promisify(brotliCompress)(raw, BROTLI))
    await writeFile(`${file}${SUFFIXES.gzip}`, await promisify(gzip)(raw, { level: constants.Z_BEST_COMPRESSION }))
  }
}
