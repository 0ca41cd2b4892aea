import type { DownloadedFile } from '@e-events/shared/contract/endpoint.ts'

/** Hands a file that came through a call over to the browser's downloads. */
export function saveFile({ fileName, contentType, bytes }: DownloadedFile): void {
  const url = URL.createObjectURL(new Blob([bytes], { type: contentType }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
  // Some browsers read it only after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
