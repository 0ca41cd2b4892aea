import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tusPath } from '@e-events/shared/contract/media/uploads.ts'
import { slugSchema } from '@e-events/shared/contract/common.ts'
import { mediaPurposeSchema, type MediaPurpose } from '@e-events/shared/domain/media-uploads.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { ProductType } from '@e-events/shared/domain/states.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import { ERRORS, Server, type DataStore, type Upload } from '@tus/server'
import { z } from 'zod'
import type { Clock } from '../../../adapters/clock.ts'
import type { Log } from '../../../adapters/log.ts'
import type { SessionActor } from '../../../http/actor.ts'
import { toErrorBody, toRefusal } from '../../../http/refusal.ts'
import type { RateLimits } from '../../../http/rate-limit.ts'
import type { Redis } from 'ioredis'
import { checksumAlgorithms, checksumOfRequest, type Checksum } from './checksum.ts'
import { createUploadLocker } from './locker.ts'
import type { UploadInsert } from '../../../db/tables/media.ts'
import type { UploadRepository } from './repository.ts'
import { endStalled } from './stall.ts'
import { fitsName, formatRefusal, kindOf } from './sniff.ts'
import { uploadKeepMs } from './tus-store.ts'

interface Caller {
  user: SessionActor
  language: Language
  requestId: string
  checksum: Checksum | undefined
}

export interface Tus {
  handle(request: IncomingMessage, response: ServerResponse, caller: Caller): Promise<void>
}

export interface TusDeps {
  repository: UploadRepository
  store: DataStore
  redis: Redis
  rateLimits: RateLimits
  /** Adds the row, in one transaction with the look for what its owner may still upload. @throws DomainError QUOTA_… */
  begin(row: UploadInsert & { size_bytes: number }, ownerId: string): Promise<void>
  /** The product that a file is sent for, where the caller may change it. */
  findProduct(slug: string): Promise<{ id: string; ownerId: string; type: ProductType } | undefined>
  /** A new file takes the place of one that was not sent to its end. */
  supersede(productId: string, purpose: MediaPurpose): Promise<void>
  /** All bytes are there. @throws DomainError where they are not what they said */
  finish(uploadId: string): Promise<void>
  /** The sender gave up. */
  abandon(uploadId: string): Promise<void>
  /** A sender that is silent for so long is cut off. */
  stallMs: number
  clock: Clock
  log: Log
  origin: string
}

const metadataSchema = z.object({
  filename: z.string().min(1).max(255),
  productSlug: slugSchema,
  purpose: mediaPurposeSchema,
})

/** Refusals of the protocol that have words in the catalogue. */
const protocolRefusals: Readonly<Record<number, DomainError>> = {
  404: new DomainError('NOT_FOUND'),
  410: new DomainError('UPLOAD_GONE'),
  413: new DomainError('PAYLOAD_TOO_LARGE'),
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** tus 1.0.0 over the rows of `uploads`. */
export function createTus(deps: TusDeps): Tus {
  const callers = new AsyncLocalStorage<Caller>()
  const server = new Server({
    path: tusPath,
    datastore: deps.store,
    locker: createUploadLocker(deps.redis),
    lockDrainTimeout: 500,
    allowedOrigins: [deps.origin],
    maxSize: limits.videoBytes,
    relativeLocation: true,
    disableTerminationForFinishedUploads: true,
    namingFunction: () => randomUUID(),
    getFileIdFromRequest: (_, id) => (id !== undefined && uuid.test(id) ? id : undefined),
    async onIncomingRequest(request, id) {
      if (request.method === 'POST') return
      const row = await deps.repository.find(id)
      const { user } = callerNow()
      if (!row || (row.user_id !== user.id && !user.isAdmin)) throw ERRORS.FILE_NOT_FOUND
    },
    async onUploadCreate(_, upload) {
      await create(upload)
      return {}
    },
    async onUploadFinish(_, upload) {
      await deps.finish(upload.id)
      return {}
    },
    onResponseError: (_, error) => {
      const known = error instanceof Error ? error : protocolRefusals[error.status_code]
      if (!known) return undefined
      const refusal = toRefusal(known)
      if (!refusal.expected) deps.log.error({ err: error }, 'an upload failed')
      const { language, requestId } = callerNow()
      return { status_code: refusal.status, body: JSON.stringify(toErrorBody(refusal, language, requestId)) }
    },
  })
  server.on('POST_TERMINATE', (_request: unknown, _response: unknown, id: string) => {
    deps.abandon(id).catch((error: unknown) => deps.log.warn({ err: error }, 'an upload that was given up stays until it is swept'))
  })

  return {
    async handle(request, response, caller) {
      endStalled(request, deps.stallMs)
      response.setHeader('tus-checksum-algorithm', checksumAlgorithms.join(','))
      await callers.run(caller, () => checksumOfRequest.run(caller.checksum, () => server.handle(request, response)))
    },
  }

  function callerNow(): Caller {
    const caller = callers.getStore()
    if (!caller) throw new Error('an upload without its caller')
    return caller
  }

  /** @throws DomainError */
  async function create(upload: Upload): Promise<void> {
    const { user } = callerNow()
    const given = metadataSchema.safeParse(upload.metadata)
    if (!given.success) {
      const issues = given.error.issues.map((issue) => ({
        path: `metadata.${issue.path.join('.')}`,
        rule: issue.code,
        message: issue.message,
      }))
      throw new DomainError('VALIDATION_FAILED', { issues })
    }
    const { filename, productSlug, purpose } = given.data
    const product = await deps.findProduct(productSlug)
    if (!product || (product.ownerId !== user.id && !user.isAdmin)) throw new DomainError('NOT_FOUND')
    if (purpose !== 'trailer' && (purpose === 'audio') !== (product.type === 'podcast')) throw new DomainError('STATE_CONFLICT')
    if (!fitsName(purpose, filename) || !upload.size) throw new DomainError(formatRefusal(purpose))
    await deps.rateLimits.consume('write', user.id)
    await deps.supersede(product.id, purpose)
    const { extension, mimeType } = kindOf(filename)
    const row = {
      id: upload.id,
      user_id: user.id,
      product_id: product.id,
      purpose,
      file_name: filename.replaceAll(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, ''),
      mime_type: mimeType,
      storage_key: `sources/${upload.id}.${extension}`,
      size_bytes: upload.size,
      expires_at: new Date(deps.clock.nowMs() + uploadKeepMs),
    }
    await deps.begin(row, product.ownerId)
  }
}
