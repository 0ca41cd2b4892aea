import { createHash } from 'node:crypto'
import { Agent, request, type ClientRequest } from 'node:http'
import { tusPath } from '@e-events/shared/contract/media/uploads.ts'
import supertest from 'supertest'

export interface Opening {
  slug: string
  size: number
  filename?: string
  purpose?: string
}

/**
 * The protocol of resumable uploads by hand, so that tests can break it where they like. `origin`: the process that is
 * asked.
 */
export function createTusClient(origin: string, token: string | undefined) {
  const http = supertest(origin)
  const headers = {
    'tus-resumable': '1.0.0',
    'accept-language': 'en',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  }
  const piece = (offset: number) => ({
    ...headers,
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(offset),
  })
  return {
    open: ({ slug, size, filename = 'film.mp4', purpose = 'video' }: Opening) =>
      http
        .post(tusPath)
        .set({ ...headers, 'upload-length': String(size) })
        .set('upload-metadata', tusMetadata({ filename, filetype: 'video/mp4', productSlug: slug, purpose })),
    patch: (location: string, offset: number, bytes: Buffer, more: Record<string, string> = {}) =>
      http
        .patch(location)
        .set({ ...piece(offset), ...more })
        .send(bytes),
    head: (location: string) => http.head(location).set(headers),
    remove: (location: string) => http.delete(location).set(headers),
    /** Begins a piece and leaves it open: nothing is sent but what the caller writes. */
    begin(location: string, offset: number, lengthBytes: number): ClientRequest {
      const begun = request(`${origin}${location}`, {
        method: 'PATCH',
        agent: new Agent(),
        headers: { ...piece(offset), 'content-length': String(lengthBytes) },
      })
      begun.on('error', () => undefined)
      return begun
    },
  }
}

export function tusMetadata(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')
}

export const uploadChecksum = (bytes: Buffer) => ({
  'upload-checksum': `sha256 ${createHash('sha256').update(bytes).digest('base64')}`,
})

export const locationOf = (reply: { headers: Record<string, unknown> }) => String(reply.headers['location'])
export const uploadIdIn = (location: string) => location.split('/').at(-1) ?? ''
export const offsetOf = (reply: { headers: Record<string, unknown> }) => Number(reply.headers['upload-offset'])
export const refusalOf = (reply: { status: number; text: string }) => {
  const { code, message } = JSON.parse(reply.text) as { code: string; message: string }
  return { status: reply.status, code, message }
}
