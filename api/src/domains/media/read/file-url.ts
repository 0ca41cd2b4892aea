import { fileAddress } from '@e-events/shared/contract/addresses.ts'

/** Where browsers fetch a public file (poster, logo, cover); null without one. */
export function fileUrl(fileId: string | null): string | null {
  return fileId === null ? null : fileAddress(fileId)
}
