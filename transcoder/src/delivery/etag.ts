/** Whether an If-None-Match header names this etag (given without quotes). */
export function etagMatches(header: string | undefined, etag: string): boolean {
  return header !== undefined && header.split(',').some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === `"${etag}"`)
}
