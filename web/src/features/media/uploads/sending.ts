import { tusPath, uploadPartBytes } from '@e-events/shared/contract/media/uploads.ts'
import type { MediaPurpose } from '@e-events/shared/domain/media-uploads.ts'
import { errorBodySchema, errorStatus } from '@e-events/shared/errors.ts'
import { errorText } from '@e-events/shared/locales/errors.ts'
import { negotiateLanguage } from '@e-events/shared/domain/language.ts'
import type { HttpRequest, Upload } from 'tus-js-client'
import type { SessionStore } from '@e-events/shared/client/session.ts'
import { createSpeed } from './speed.ts'

/** One file on its way. `waiting`: the connection is gone, and it goes on when it is back. */
export interface Sending {
  state: 'sending' | 'waiting' | 'paused' | 'failed'
  fileName: string
  sentBytes: number
  totalBytes: number
  /** Null until it is known. */
  bytesPerSec: number | null
  /** The server's words, where it refused the file. */
  error: string | null
}

export interface Sender {
  get: (key: string) => Sending | undefined
  subscribe: (listener: () => void) => () => void
  start: (job: SendingJob) => Promise<void>
  pause: (key: string) => void
  resume: (key: string) => void
  /** Stops and forgets it here; the server is told by its own endpoint. */
  forget: (key: string) => void
}

export interface SendingJob {
  key: string
  file: File
  productSlug: string
  purpose: MediaPurpose
  onDone: () => void
}

export const sendingKey = (productSlug: string, purpose: MediaPurpose) => `${productSlug}/${purpose}`

/** Errors worth a retry: a renewed session, another offset, another writer, a damaged part, too many requests. */
const passing: ReadonlySet<number> = new Set([401, 409, errorStatus.UPLOAD_BUSY, errorStatus.CHECKSUM_MISMATCH, 429])

const retryDelays = [0, 1_000, 2_000, 4_000, ...Array.from({ length: 30 }, () => 8_000)]

/** Sends files in parts, whatever page is open; the network and this browser may go away in between. */
export function createSender(session: Pick<SessionStore, 'accessToken' | 'refresh' | 'ready'>): Sender {
  const sendings = new Map<string, Sending>()
  const running = new Map<string, Upload>()
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const change = (key: string, changes: Partial<Sending>) => {
    const known = sendings.get(key)
    if (!known) return
    sendings.set(key, { ...known, ...changes })
    tell()
  }
  const drop = (key: string) => {
    running.delete(key)
    if (sendings.delete(key)) tell()
  }

  if (typeof globalThis.addEventListener === 'function') {
    globalThis.addEventListener('online', () => {
      for (const [key, { state }] of sendings) if (state === 'waiting') begin(key)
    })
  }

  function begin(key: string) {
    change(key, { state: 'sending', bytesPerSec: null })
    running.get(key)?.start()
  }

  return {
    get: (key) => sendings.get(key),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async start({ key, file, productSlug, purpose, onDone }) {
      sendings.set(key, { state: 'sending', fileName: file.name, sentBytes: 0, totalBytes: file.size, bytesPerSec: null, error: null })
      tell()
      const speed = createSpeed()
      // Fetched only by who sends something.
      const tus = await import('tus-js-client')
      const upload = new tus.Upload(file, {
        endpoint: tusPath,
        chunkSize: uploadPartBytes,
        retryDelays,
        removeFingerprintOnSuccess: true,
        metadata: { filename: file.name, filetype: file.type, productSlug, purpose },
        // The same file for the same place goes on where it was, also after this browser was closed.
        fingerprint: () => Promise.resolve(['e-events', key, file.name, file.size, file.lastModified].join('|')),
        async onBeforeRequest(request) {
          await session.ready
          const token = session.accessToken() ?? (await session.refresh())
          if (token) request.setHeader('Authorization', `Bearer ${token}`)
          request.setHeader('Accept-Language', document.documentElement.lang)
          if (request.getMethod() === 'PATCH') await addChecksum(request, file)
        },
        async onAfterResponse(request, response) {
          if (response.getStatus() === 401) await session.refresh()
          // Two tabs that send for the same place would else begin anew over and over, each in the place of the other.
          if (request.getMethod() === 'PATCH') upload.options.endpoint = null
        },
        onShouldRetry(error) {
          const status = error.originalResponse?.getStatus() ?? 0
          const mayRetry = status === 0 || passing.has(status) || (status >= 500 && status !== errorStatus.STORAGE_FULL)
          if (mayRetry && status === 0) change(key, { state: 'waiting' })
          return mayRetry
        },
        onProgress(sentBytes) {
          change(key, { state: 'sending', sentBytes, bytesPerSec: speed.learn(sentBytes, performance.now()) })
        },
        onError(error) {
          const response = 'originalResponse' in error ? error.originalResponse : null
          if (!response) return change(key, { state: 'waiting' })
          change(key, { state: 'failed', error: wordsOf(response.getStatus(), response.getBody()) })
        },
        onSuccess() {
          drop(key)
          onDone()
        },
      })
      running.set(key, upload)
      const [previous] = await upload.findPreviousUploads()
      if (previous) upload.resumeFromPreviousUpload(previous)
      if (sendings.get(key)?.state === 'sending') upload.start()
    },
    pause(key) {
      void running.get(key)?.abort()
      change(key, { state: 'paused', bytesPerSec: null })
    },
    resume: begin,
    forget(key) {
      void running.get(key)?.abort()
      drop(key)
    },
  }
}

/** Each part says what it must be, so that a damaged one is sent again instead of becoming part of a film. */
async function addChecksum(request: HttpRequest, file: File): Promise<void> {
  // Browsers hash nothing on a page without TLS; localhost counts as one with it.
  if (!isSecureContext) return
  const offset = Number(request.getHeader('Upload-Offset'))
  const part = await file.slice(offset, offset + uploadPartBytes).arrayBuffer()
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', part))
  request.setHeader('Upload-Checksum', `sha256 ${btoa(String.fromCodePoint(...hash))}`)
}

/** The answer to a HEAD has no body. */
function wordsOf(status: number, body: string): string | null {
  if (status === errorStatus.UPLOAD_GONE) return errorText('UPLOAD_GONE', negotiateLanguage(document.documentElement.lang))
  try {
    return errorBodySchema.parse(JSON.parse(body)).message
  } catch {
    return null
  }
}
