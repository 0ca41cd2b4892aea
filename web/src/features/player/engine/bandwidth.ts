const key = 'ee-bandwidth'

/** What the line carried when something was played last, bits per second; undefined for a newcomer. */
export function knownBandwidthBps(): number | undefined {
  const text = read()
  const value = Number(text)
  return text !== null && Number.isFinite(value) && value > 0 ? value : undefined
}

export function rememberBandwidth(bps: number): void {
  try {
    localStorage.setItem(key, String(Math.round(bps)))
  } catch {
    // Without storage every show begins as for a newcomer.
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
