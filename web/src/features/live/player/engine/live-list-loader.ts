import type { HlsConfig, LoaderCallbacks, LoaderConfiguration, PlaylistLoaderConstructor, PlaylistLoaderContext } from 'hls.js'
import type { EdgeDistance } from './edge-distance.ts'
import { partTargetOf } from './first-part-list.ts'
import type { FirstParts } from './first-parts.ts'
import type { SoundAlong } from './sound-along.ts'

interface Helpers {
  parts: FirstParts
  along: SoundAlong
  distance: EdgeDistance
}

/** Loads the lists of hls.js: those of live pictures bring their sound's along, and both name first parts. */
export function liveListLoader(base: PlaylistLoaderConstructor, { parts, along, distance }: Helpers): PlaylistLoaderConstructor {
  return class extends base {
    private readonly settings: HlsConfig
    /** Ends what this request stands for elsewhere, once. */
    private leave = (): void => undefined
    /**
     * A list with parts is given up by hls.js after three of them. Ours is held until the whole segment is there, or as
     * long as the server holds any.
     */
    private readonly patience: Pick<LoaderConfiguration['loadPolicy'], 'maxTimeToFirstByteMs' | 'maxLoadTimeMs'>

    constructor(config: HlsConfig) {
      super(config)
      this.settings = config
      const { maxTimeToFirstByteMs, maxLoadTimeMs } = config.playlistLoadPolicy.default
      this.patience = { maxTimeToFirstByteMs, maxLoadTimeMs }
    }

    override load(context: PlaylistLoaderContext, config: LoaderConfiguration, callbacks: LoaderCallbacks<PlaylistLoaderContext>): void {
      const kind: string = context.type
      const key = context.url.replace(/\?.*/, '').replace(/^.*\//, '')
      const isSound = kind === 'audioTrack'
      if (kind !== 'level' && !isSound) return super.load(context, config, callbacks)
      const onSuccess: typeof callbacks.onSuccess = (response, ...rest) => {
        this.leave()
        if (typeof response.data === 'string') {
          const list = isCarrying ? along.take(response.data) : response.data
          if (isSound) along.note(list)
          const decorated = parts.decorate(list, context, key)
          if (!isSound && !context.levelOrTrack?.details) this.settings.liveSyncDuration = distance.begin(partTargetOf(decorated))
          response.data = decorated
        }
        callbacks.onSuccess(response, ...rest)
      }
      const mine = { ...callbacks, onSuccess, ...this.leaving(callbacks) }
      const patient = { ...config, loadPolicy: { ...config.loadPolicy, ...this.patience } }
      const carrying = isSound ? undefined : along.carry(context.url)
      const isCarrying = carrying !== undefined
      const sn = isSound ? /[?&]_HLS_msn=(\d+)/.exec(context.url)?.[1] : undefined
      if (sn !== undefined) return this.waitAlong(Number(sn), context, patient, mine)
      if (isCarrying) {
        context.url = carrying
        this.leave = once(() => along.carried())
      }
      super.load(context, patient, mine)
    }

    override abort(): void {
      this.leave()
      super.abort()
    }

    override destroy(): void {
      this.leave()
      super.destroy()
    }

    private leaving({ onError, onTimeout }: LoaderCallbacks<PlaylistLoaderContext>) {
      return {
        onError: (...all: Parameters<typeof onError>) => {
          this.leave()
          onError(...all)
        },
        onTimeout: (...all: Parameters<typeof onTimeout>) => {
          this.leave()
          onTimeout(...all)
        },
      }
    }

    /** Sound that comes with the pictures; by itself where it does not. */
    private waitAlong(
      sn: number,
      context: PlaylistLoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<PlaylistLoaderContext>,
    ) {
      const start = performance.now()
      let isOver = false
      this.leave = () => (isOver = true)
      this.context = context
      const { stats } = this
      void along.next(sn).then((list) => {
        if (isOver) return
        if (list === undefined) return super.load(context, config, callbacks)
        const now = performance.now()
        Object.assign(stats.loading, { start, first: now, end: now })
        stats.loaded = stats.total = list.length
        callbacks.onSuccess({ url: context.url, data: list, code: 200 }, stats, context, null)
      })
    }
  }
}

function once(act: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) act()
    isDone = true
  }
}
