import { limits } from '@e-events/shared/limits.ts'

/** The token in the path of a media address: claims, a dot, and a signature of 32 bytes. */
const token = /\/[\w-]+\.[\w-]{43}\//

/**
 * Younger tokens are taken at a third of the life of the present one: addresses stay the same in between, and so do the
 * browser's cached answers.
 */
export const renewAfterMs = limits.playbackTokenMs / 3
/** Who cannot change the token of what is loaded loads anew at the latest then. */
export const reloadAfterMs = (limits.playbackTokenMs * 5) / 6

/**
 * An address whose token is renewed while it plays: lists that are loaded keep the old one in their names, and requests
 * go out with the young one.
 */
export class SignedAddress {
  private url: string
  private readonly nowMs: () => number
  private sinceMs: number

  constructor(url: string, nowMs: () => number = () => performance.now()) {
    this.url = url
    this.nowMs = nowMs
    this.sinceMs = nowMs()
  }

  get ageMs(): number {
    return this.nowMs() - this.sinceMs
  }

  /** Takes a younger address of the same files; false where the present one still lasts. */
  offer(url: string): boolean {
    if (this.ageMs < renewAfterMs || !token.test(url)) return false
    this.url = url
    this.sinceMs = this.nowMs()
    return true
  }

  /** The address to ask for instead. */
  sign(requested: string): string {
    const young = token.exec(this.url)?.[0]
    return young === undefined ? requested : requested.replace(token, young)
  }

  /** For hls.js, which opens a request by itself where this did not. */
  readonly xhrSetup = (xhr: XMLHttpRequest, requested: string): void => {
    const signed = this.sign(requested)
    if (signed !== requested) xhr.open('GET', signed, true)
  }
}
