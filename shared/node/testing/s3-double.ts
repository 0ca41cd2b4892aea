import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface S3Double {
  endpoint: string
  bucket: string
  credentials: { accessKeyId: string; secretAccessKey: string }
  /** Stores at most this much; more is refused the way MinIO does it. */
  limitBytes: number
  usedBytes(): number
  /** Answers nothing but 503, as a service that cannot be reached. */
  isAway: boolean
  /** Uploads in parts that were neither completed nor aborted. */
  openUploads(): number
  /** Keys in the bucket, sorted. */
  keys(): string[]
  stop(): Promise<void>
}

interface StoredBody {
  body: Buffer
  type: string
  etag: string
  /** `x-amz-meta-*`, as it was sent. */
  metadata: Record<string, string>
}

interface RunningUpload {
  key: string
  type: string
  parts: Map<number, Buffer>
}

/**
 * The part of the S3 interface that the storage port uses, in memory and true to the documentation: path-style
 * addresses, signed requests, ranges, paged lists (two keys a page, so that paging is always exercised), uploads in
 * parts, atomic replacement. The npm package s3rver was tried first: it writes objects in place, so that readers see
 * halves, which no real S3 does.
 */
export async function startS3Double(): Promise<S3Double> {
  const bucket = 'media'
  const credentials = { accessKeyId: 'double', secretAccessKey: randomUUID() }
  const objects = new Map<string, StoredBody>()
  const uploads = new Map<string, RunningUpload>()
  const double: S3Double = {
    endpoint: '',
    bucket,
    credentials,
    limitBytes: Number.POSITIVE_INFINITY,
    // Parts that wait for their end are stored and paid for, too.
    usedBytes: () =>
      [...objects.values(), ...[...uploads.values()].flatMap(({ parts }) => [...parts.values()].map((body) => ({ body })))].reduce(
        (sum, { body }) => sum + body.length,
        0,
      ),
    isAway: false,
    openUploads: () => uploads.size,
    keys: () => [...objects.keys()].sort(),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  const assertFits = (body: Buffer) => {
    if (double.usedBytes() + body.length > double.limitBytes) throw new Refusal(507, 'XMinioStorageFull')
  }
  const store = (key: string, body: Buffer, type: string, metadata: Record<string, string> = {}): string => {
    const etag = etagOf(body)
    objects.set(key, { body, type, etag, metadata })
    return etag
  }
  const found = (key: string): StoredBody => {
    const object = objects.get(key)
    if (!object) throw new Refusal(404, 'NoSuchKey')
    return object
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://s3')
    const [, name, ...rest] = url.pathname.split('/')
    const key = decodeURIComponent(rest.join('/'))
    const query = url.searchParams
    const body = await bodyOf(request)
    if (double.isAway) throw new Refusal(503, 'SlowDown')
    if (!(request.headers.authorization ?? '').startsWith(`AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/`))
      throw new Refusal(403, 'AccessDenied')
    if (name !== bucket) throw new Refusal(404, 'NoSuchBucket')
    const upload = query.get('uploadId') ?? ''
    const running = uploads.get(upload)
    const type = request.headers['content-type'] ?? 'binary/octet-stream'
    switch (`${request.method} ${key === '' ? 'bucket' : 'object'}`) {
      case 'GET bucket':
        return sendXml(response, listXml(query, [...objects]))
      case 'POST bucket': {
        const keys = [...body.toString().matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, k]) => k ?? '')
        for (const k of keys) objects.delete(k)
        return sendXml(response, '<DeleteResult/>')
      }
      case 'POST object': {
        if (query.has('uploads')) {
          const id = randomUUID()
          uploads.set(id, { key, type, parts: new Map() })
          return sendXml(response, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
        }
        if (!running) throw new Refusal(404, 'NoSuchUpload')
        const etag = store(key, joinParts(running, body.toString()), running.type)
        uploads.delete(upload)
        return sendXml(response, `<CompleteMultipartUploadResult><ETag>"${etag}"</ETag></CompleteMultipartUploadResult>`)
      }
      case 'PUT object': {
        if (upload !== '' && !running) throw new Refusal(404, 'NoSuchUpload')
        assertFits(body)
        const etag = running ? etagOf(body) : store(key, body, type, metadataOf(request))
        running?.parts.set(Number(query.get('partNumber')), body)
        return void response.writeHead(200, { etag: `"${etag}"` }).end()
      }
      case 'DELETE object':
        if (upload === '') objects.delete(key)
        else if (!uploads.delete(upload)) throw new Refusal(404, 'NoSuchUpload')
        return void response.writeHead(204).end()
      case 'GET object':
        if (upload !== '') {
          if (!running) throw new Refusal(404, 'NoSuchUpload')
          return sendXml(response, partsXml(running, Number(query.get('part-number-marker') ?? 0)))
        }
        return sendObject(request, response, found(key))
      default:
        return sendObject(request, response, found(key))
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const { status, code } = error instanceof Refusal ? error : new Refusal(500, 'InternalError')
      response.writeHead(status, { 'content-type': 'application/xml' })
      response.end(request.method === 'HEAD' ? undefined : `<Error><Code>${code}</Code><Message>${code}</Message></Error>`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  double.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return double
}

const pageSize = 2

class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const etagOf = (body: Buffer) => createHash('md5').update(body).digest('hex')
const minPartBytes = 5 * 1024 * 1024

/** The parts that the caller names, in its order; every one but the last has the smallest size of S3 or more. */
function joinParts({ parts }: RunningUpload, order: string): Buffer {
  const wanted = [...order.matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, number]) => parts.get(Number(number)))
  if (wanted.length === 0 || wanted.some((part) => part === undefined)) throw new Refusal(400, 'InvalidPart')
  if (wanted.slice(0, -1).some((part) => (part?.length ?? 0) < minPartBytes)) throw new Refusal(400, 'EntityTooSmall')
  return Buffer.concat(wanted.map((part) => part ?? Buffer.of()))
}

function partsXml({ parts }: RunningUpload, after: number): string {
  const left = [...parts].filter(([number]) => number > after).sort(([a], [b]) => a - b)
  const page = left.slice(0, pageSize)
  const listed = page.map(
    ([number, body]) => `<Part><PartNumber>${number}</PartNumber><ETag>"${etagOf(body)}"</ETag><Size>${body.length}</Size></Part>`,
  )
  const more = left.length > page.length
  const next = more ? `<NextPartNumberMarker>${page.at(-1)?.[0] ?? 0}</NextPartNumberMarker>` : ''
  return `<ListPartsResult><IsTruncated>${more}</IsTruncated>${listed.join('')}${next}</ListPartsResult>`
}

function metadataOf(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(request.headers).filter(([name]) => name.startsWith('x-amz-meta-'))) as Record<string, string>
}

function sendXml(response: ServerResponse, xml: string): void {
  response.writeHead(200, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${xml}`)
}

function listXml(query: URLSearchParams, objects: [string, StoredBody][]): string {
  const after = query.get('continuation-token') ?? ''
  const keys = objects.filter(([key]) => key.startsWith(query.get('prefix') ?? '') && key > after).sort(([a], [b]) => (a < b ? -1 : 1))
  const page = keys.slice(0, pageSize)
  const more = keys.length > page.length
  const contents = page.map(
    ([key, { body, etag }]) => `<Contents><Key>${key}</Key><Size>${body.length}</Size><ETag>${etag}</ETag></Contents>`,
  )
  const next = more ? `<NextContinuationToken>${page.at(-1)?.[0] ?? ''}</NextContinuationToken>` : ''
  return `<ListBucketResult><IsTruncated>${more}</IsTruncated>${contents.join('')}${next}</ListBucketResult>`
}

function sendObject(request: IncomingMessage, response: ServerResponse, { body, type, etag, metadata }: StoredBody): void {
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
  const part = range ? body.subarray(Number(range[1]), Number(range[2]) + 1) : body
  response.writeHead(range ? 206 : 200, { ...metadata, 'content-type': type, 'content-length': part.length, etag: `"${etag}"` })
  response.end(request.method === 'HEAD' ? undefined : part)
}
