import type {
  FragmentLoaderConstructor,
  FragmentLoaderContext,
  HlsConfig,
  LoaderCallbacks,
  LoaderConfiguration,
  LoaderContext,
  LoaderStats,
  PlaylistLoaderContext,
  RetryConfig,
} from 'hls.js'
import type { SignedAddress } from '../../../../lib/signed-address.ts'
import { FragmentLoader } from '../../../../lib/fragment-loader.ts'
import { nextSegment, readLiveList, segmentOf, withParts } from './first-part-list.ts'

/** A first part that was announced to hls.js. */
interface Coming {
  segment: string
  sn: number
  /** By `performance.now()`. */
  dueAtMs: number
  /** Whether its segment came to be listed; undefined before that is known. */
  isListed: boolean | undefined
  settle: ((isListed: boolean) => void)[]
}

/** Sent this much after it should be there: a request that comes too early costs another one. */
const marginMs = { first: 60, least: 20, most: 300, later: 40, sooner: 3 }
/** A 404 is asked for again after 60, 120 and 240 ms; then once its list names the segment. */
const soonRetries = 3
const retries: RetryConfig = {
  maxNumRetry: soonRetries + 2,
  retryDelayMs: 60,
  maxRetryDelayMs: 300,
  backoff: 'exponential',
  // 416: nothing came after the first part.
  shouldRetry: (_, count, isTimeout, answer) => !isTimeout && (answer?.code === 404 || answer?.code === 416) && count < soonRetries + 2,
}
/** A list that names it, or another segment in its place, comes before that; else nobody waits any longer. */
const lostAfterMs = 2_500
const remembered = 12

/** The loader of hls.js whose request is being prepared. */
interface Asking {
  stats: LoaderStats
  abort(): void
}

/**
 * Lets hls.js play the first part of a live segment while the second one is being made. The list that it reads names
 * the first part of the segment that comes next; the request for it goes out when it should be there. The second part
 * is the rest of the whole file. So lists are asked for once per segment, as without parts.
 */
export class FirstParts {
  private readonly coming = new Map<string, Coming>()
  /** Bytes of first parts that were loaded, by segment. */
  private readonly begun = new Map<string, number>()
  /** Segments that were announced and never came. */
  private readonly gone = new Set<string>()
  private readonly askings = new WeakMap<LoaderContext, { loader: Asking; uri: string }>()
  private margin = marginMs.first
  private readonly isOn: () => boolean

  /** `isOn`: false while whole segments are to be played. */
  constructor(isOn: () => boolean = () => true) {
    this.isOn = isOn
  }

  /** The list for hls.js; as it is where it has no first parts. `context` names the list that hls.js has so far. */
  decorate(text: string, { levelOrTrack }: Pick<PlaylistLoaderContext, 'levelOrTrack'>, key: string): string {
    const list = this.isOn() ? readLiveList(text) : undefined
    const known = this.coming.get(key)
    const uris = new Set(text.split('\n'))
    if (known && (!list || list.lastSn >= known.sn)) {
      this.coming.delete(key)
      const isListed = uris.has(known.segment)
      if (!isListed) this.gone.add(known.segment)
      this.settle(known, isListed)
      // hls.js takes a segment that follows a break for another one than it was told of, and gives up the list.
      if (!isListed && levelOrTrack?.details) {
        const { details } = levelOrTrack
        const partList = details.partList?.filter(({ fragment }) => fragment.sn !== known.sn) ?? []
        details.fragmentHint = undefined
        details.partList = partList.length > 0 ? partList : null
        // Once its first part is loaded, hls.js keeps it among the segments.
        while ((details.fragments.at(-1)?.sn ?? 0) > details.endSN) details.fragments.pop()
      }
    }
    if (!list) return text
    const next = nextSegment(list.segments.at(-1)?.uri ?? '')
    let coming = this.coming.get(key)
    if (!coming && next !== undefined) {
      const dueAtMs = performance.now() + list.partSec * 1000 + this.margin
      coming = { segment: next, sn: list.lastSn + 1, dueAtMs, isListed: undefined, settle: [] }
      this.coming.set(key, coming)
    }
    return withParts(list, coming?.segment)
  }

  /** Waits until a first part should be there, and answers the address to ask for. */
  private async prepare(asking: Asking, url: string, uri: string): Promise<string> {
    const part = segmentOf(uri)
    if (part?.index !== 0) return url
    const coming = [...this.coming.values()].find(({ segment }) => segment === part.uri)
    const { stats } = asking
    if (coming && stats.retry === 0) {
      // A clock that begins when it is due, so that hls.js does not take the waiting for a slow line.
      stats.loading.start = Math.max(performance.now(), coming.dueAtMs)
      await this.wait(coming, coming.dueAtMs - performance.now())
    }
    if (stats.aborted) return url
    const isLost = coming && stats.retry > soonRetries && !(await this.wait(coming, lostAfterMs))
    if (isLost || this.gone.has(part.uri)) {
      asking.abort()
      return url
    }
    stats.loading.start = performance.now()
    // It was never there: its segment is.
    return stats.retry > (coming ? soonRetries : 0) ? url.replace(/-0\.m4s/, '.m4s') : url
  }

  /** The `xhrSetup` of hls.js, before that of everything else (`sign`). */
  setup(sign: SignedAddress['xhrSetup']): NonNullable<HlsConfig['xhrSetup']> {
    return (xhr, url, context) => {
      const asking = this.askings.get(context)
      if (!asking) return sign(xhr, url)
      // Without its second part the whole segment is asked for.
      if (asking.loader.stats.retry > 0 && segmentOf(asking.uri)?.index === 1) context.headers = {}
      return this.prepare(asking.loader, url, asking.uri).then((address) => {
        sign(xhr, address)
        if (xhr.readyState === 0 && address !== url) xhr.open('GET', address, true)
      })
    }
  }

  ask(context: LoaderContext, loader: Asking, uri: string): void {
    this.askings.set(context, { loader, uri })
  }

  /** The first part came after so many answers that it is not there. One that never comes says nothing of the time. */
  loaded(uri: string, sizeBytes: number, misses: number): void {
    const part = segmentOf(uri)
    if (part?.index !== 0) return
    const changed = misses === 0 ? -marginMs.sooner : Math.min(misses, soonRetries) * marginMs.later
    this.margin = Math.min(marginMs.most, Math.max(marginMs.least, this.margin + changed))
    this.begun.set(part.uri, sizeBytes)
    for (const oldest of this.begun.keys()) if (this.begun.size > remembered) this.begun.delete(oldest)
  }

  /** Bytes of the first part before a second one; 0 where it was not loaded by itself. */
  bytesBefore(uri: string): number {
    const part = segmentOf(uri)
    return part?.index === 1 ? (this.begun.get(part.uri) ?? 0) : 0
  }

  private settle(coming: Coming, isListed: boolean): void {
    coming.isListed = isListed
    for (const settle of coming.settle.splice(0)) settle(isListed)
  }

  /** Resolves when it is known whether the segment came to be listed, or after `ms`: not listed by then. */
  private wait(coming: Coming, ms: number): Promise<boolean> {
    if (coming.isListed !== undefined) return Promise.resolve(coming.isListed)
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(coming.isListed ?? false), Math.max(0, ms))
      coming.settle.push((isListed) => {
        clearTimeout(timer)
        resolve(isListed)
      })
    })
  }
}

/** Loads fragments; parts as `FirstParts` says. */
export function partLoader(parts: FirstParts): FragmentLoaderConstructor {
  return class extends FragmentLoader {
    override load(context: FragmentLoaderContext, config: LoaderConfiguration, callbacks: LoaderCallbacks<FragmentLoaderContext>): void {
      const uri = context.part?.relurl
      if (uri === undefined) return super.load(context, config, callbacks)
      const before = parts.bytesBefore(uri)
      if (before > 0) context.headers = { ...context.headers, Range: `bytes=${before}-` }
      parts.ask(context, this, uri)
      context.url = context.url.replace(/-1\.m4s/, '.m4s')
      const onSuccess: typeof callbacks.onSuccess = (response, stats, ...rest) => {
        if (response.data instanceof ArrayBuffer && /-0\.m4s(?:\?|$)/.test(response.url))
          parts.loaded(uri, response.data.byteLength, stats.retry)
        callbacks.onSuccess(response, stats, ...rest)
      }
      const loadPolicy = { ...config.loadPolicy, errorRetry: retries }
      super.load(context, { ...config, loadPolicy }, { ...callbacks, onSuccess })
    }
  }
}
