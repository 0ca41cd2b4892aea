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
import { SoundInPictures } from './sound-in-pictures.ts'
import type { WarmCache, WarmFile } from './warm-cache.ts'

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
/** Sound waits for the pictures that bring it until this much after it should be there. */
const soundWaitsMs = 300

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
  private readonly sound = new SoundInPictures()
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
    const coming = this.comingOf(part.uri)
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

  /** The first part of sound that the pictures bring; undefined where it has to be asked for by itself. */
  soundWithPictures(uri: string): Promise<ArrayBuffer | undefined> {
    const coming = this.comingOf(segmentOf(uri)?.uri)
    return this.sound.next(uri, Math.max(0, (coming?.dueAtMs ?? 0) - performance.now()) + soundWaitsMs)
  }

  /** The bytes of a first part for hls.js, without the sound that pictures bring. */
  take(uri: string, file: ArrayBuffer): ArrayBuffer {
    const own = this.sound.take(uri, file)
    const part = segmentOf(uri)
    if (part) this.begun.set(part.uri, own.byteLength)
    for (const oldest of this.begun.keys()) if (this.begun.size > remembered) this.begun.delete(oldest)
    return own
  }

  /** The first part came after so many answers that it is not there. One that never comes says nothing of the time. */
  cameAfter(misses: number): void {
    const changed = misses === 0 ? -marginMs.sooner : Math.min(misses, soonRetries) * marginMs.later
    this.margin = Math.min(marginMs.most, Math.max(marginMs.least, this.margin + changed))
  }

  /** Bytes of the first part before a second one; 0 where it was not loaded by itself. */
  bytesBefore(uri: string): number {
    const part = segmentOf(uri)
    return part?.index === 1 ? (this.begun.get(part.uri) ?? 0) : 0
  }

  private comingOf(segment: string | undefined): Coming | undefined {
    return [...this.coming.values()].find((one) => one.segment === segment)
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

/** Loads fragments: those that were asked for ahead are taken from there, and parts come as `FirstParts` says. */
export function partLoader(parts: FirstParts, warm?: Pick<WarmCache, 'take'>): FragmentLoaderConstructor {
  return class extends FragmentLoader {
    /** Ends the waiting for what comes by another request. */
    private leave: () => void = () => undefined

    override load(context: FragmentLoaderContext, config: LoaderConfiguration, callbacks: LoaderCallbacks<FragmentLoaderContext>): void {
      const uri = context.part?.relurl
      if (uri === undefined) {
        const file = warm?.take(context.url)
        const ask = () => super.load(context, config, callbacks)
        if (file) this.wait({ coming: file.catch(() => undefined), context, callbacks, ask })
        else ask()
        return
      }
      const before = parts.bytesBefore(uri)
      if (before > 0) context.headers = { ...context.headers, Range: `bytes=${before}-` }
      parts.ask(context, this, uri)
      context.url = context.url.replace(/-1\.m4s/, '.m4s')
      const onSuccess: typeof callbacks.onSuccess = (response, stats, ...rest) => {
        if (response.data instanceof ArrayBuffer && /-0\.m4s(?:\?|$)/.test(response.url)) {
          parts.cameAfter(stats.retry)
          response.data = parts.take(uri, response.data)
        }
        callbacks.onSuccess(response, stats, ...rest)
      }
      const loadPolicy = { ...config.loadPolicy, errorRetry: retries }
      const ask = () => super.load(context, { ...config, loadPolicy }, { ...callbacks, onSuccess })
      const kind: string = context.frag.type
      if (kind !== 'audio' || segmentOf(uri)?.index !== 0) return ask()
      const coming = parts.soundWithPictures(uri).then((data) => data && { data: parts.take(uri, data) })
      this.wait({ coming, context, callbacks, ask })
    }

    override abort(): void {
      this.leave()
      super.abort()
    }

    override destroy(): void {
      this.leave()
      super.destroy()
    }

    /** Takes the file that another request brings; asks by itself where that brings nothing. */
    private wait({ coming, context, callbacks, ask }: Waiting): void {
      const { stats } = this
      let isOver = false
      this.context = context
      this.leave = () => {
        if (isOver) return
        isOver = stats.aborted = true
        // See `FragmentLoader`.
        if (context.frag.sn !== 'initSegment') callbacks.onAbort?.(stats, context, null)
      }
      void coming.then((file) => {
        if (isOver) return
        isOver = true
        if (!file) return ask()
        const { data } = file
        const now = performance.now()
        Object.assign(stats.loading, file.timing ?? { start: now, first: now, end: now })
        stats.loaded = stats.total = data.byteLength
        callbacks.onSuccess({ url: context.url, data, code: 200 }, stats, context, null)
      })
    }
  }
}

interface Waiting {
  /** Undefined: it does not come. */
  coming: Promise<{ data: ArrayBuffer; timing?: WarmFile['timing'] } | undefined>
  context: FragmentLoaderContext
  callbacks: LoaderCallbacks<FragmentLoaderContext>
  ask: () => void
}
