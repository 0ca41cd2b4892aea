export interface S3Address {
  region: string
  /** Address of an S3-compatible service (`https://host[:port]`); absent: AWS. */
  endpoint?: string | undefined
  /** Absent: the SDK's own chain (environment, instance role). */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined
  /**
   * Bucket names in the path instead of the host name: MinIO and most other servers need it. Default: whenever there is
   * an endpoint.
   */
  forcePathStyle?: boolean | undefined
}

/**
 * How every client of the SDK in this platform talks to a bucket. It imports nothing: the SDK is large, and who keeps
 * media on disk never loads it.
 */
export function s3ClientConfig({ region, endpoint, credentials, forcePathStyle }: S3Address) {
  return {
    region,
    forcePathStyle: forcePathStyle ?? endpoint !== undefined,
    // The SDK's default checksum trailers are refused by older S3-compatible servers.
    requestChecksumCalculation: 'WHEN_REQUIRED' as const,
    responseChecksumValidation: 'WHEN_REQUIRED' as const,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
  }
}

/** Vendors disagree about the code of a full store; 507 is what HTTP says. */
const fullCodes = new Set(['QuotaExceeded', 'XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded', 'InsufficientStorage', 'StorageFull'])

export function isStoreFull(error: unknown): boolean {
  return error instanceof Error && (fullCodes.has(error.name) || statusOf(error) === 507)
}

/**
 * HEAD answers have no body, so that the SDK knows only the status: all spellings of 'it is not there' mean the same.
 */
export function isAbsent(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound' || error.name === 'NoSuchUpload')
}

function statusOf(error: Error): number | undefined {
  const { $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } }
  return $metadata?.httpStatusCode
}
