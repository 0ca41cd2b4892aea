import { CaptureError, toCaptureError } from './capture-error.ts'
import { presetSize, type Preset } from './layers.ts'

export interface CapturedCamera {
  track: MediaStreamTrack
  deviceId: string
  label: string
}
export interface CapturedDisplay {
  track: MediaStreamTrack
  audio: MediaStreamTrack | null
  kind: 'screen' | 'window'
  label: string
  size: PictureSize
}

export interface PictureSize {
  width: number
  height: number
}

/** The ways to get a picture or a sound. All throw CaptureError. */
export interface CapturePort {
  camera(request: { deviceId: string; preset: Preset }): Promise<CapturedCamera>
  microphone(deviceId: string): Promise<CapturedCamera>
  /** `sourceId` names a source that Electron listed; a browser shows its own dialog and ignores it. */
  display(request: { sourceId: string; preset: Preset }): Promise<CapturedDisplay>
  /**
   * Reports the real size of the picture, with its first frame and after each resize (a shared window was dragged).
   * The settings of a shared tab's or window's track hold only the limit that was requested.
   */
  watchSize(track: MediaStreamTrack, listener: (size: PictureSize) => void): () => void
  /** A still picture of this size for a feed whose source is away, so that the feed and its recording go on. */
  standIn(size: { width: number; height: number }): MediaStreamTrack
}

export interface CaptureDeps {
  mediaDevices: MediaDevices | undefined
  /** Electron needs to know which source the coming getDisplayMedia is about. */
  beforeDisplay(sourceId: string): Promise<void>
}

export function createCapture({ mediaDevices, beforeDisplay }: CaptureDeps): CapturePort {
  const devices = () => {
    if (!mediaDevices) throw new CaptureError('unsupported')
    return mediaDevices
  }
  return {
    async camera({ deviceId, preset }) {
      const stream = await open(() => devices().getUserMedia({ video: cameraConstraints(deviceId, preset) }))
      const track = only(stream.getVideoTracks())
      track.contentHint = 'motion'
      return { track, deviceId: track.getSettings().deviceId ?? deviceId, label: track.label }
    },
    async microphone(deviceId) {
      const stream = await open(() =>
        devices().getUserMedia({
          // A show wants the sound as it is: processing made for calls pumps music and cuts applause.
          audio: {
            ...(deviceId === '' ? {} : { deviceId: { exact: deviceId } }),
            channelCount: { ideal: 2 },
            echoCancellation: false,
            noiseSuppression: false,
            autoGainControl: false,
          },
        }),
      )
      const track = only(stream.getAudioTracks())
      return { track, deviceId: track.getSettings().deviceId ?? deviceId, label: track.label }
    },
    async display({ sourceId, preset }) {
      await beforeDisplay(sourceId)
      const { width, height } = presetSize[preset]
      const stream = await open(
        () =>
          devices().getDisplayMedia({
            video: { width: { max: width }, height: { max: height }, frameRate: { ideal: 30, max: 30 } },
            audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
          }),
        true,
      )
      const track = only(stream.getVideoTracks())
      track.contentHint = 'detail'
      const kind = track.getSettings().displaySurface === 'monitor' ? 'screen' : 'window'
      const size = (await firstSize(track)) ?? presetSize[preset]
      return { track, audio: stream.getAudioTracks()[0] ?? null, kind, label: track.label, size }
    },
    watchSize,
    standIn: createStandIn,
  }
}

/** Ideal, not exact: a camera that cannot do 1080p gives what it has, and the feed shows its true size. */
function cameraConstraints(deviceId: string, preset: Preset): MediaTrackConstraints {
  const { width, height } = presetSize[preset]
  return {
    ...(deviceId === '' ? {} : { deviceId: { exact: deviceId } }),
    width: { ideal: width },
    height: { ideal: height },
    frameRate: { ideal: 30, max: 30 },
  }
}

async function open(get: () => Promise<MediaStream>, display = false): Promise<MediaStream> {
  try {
    return await get()
  } catch (cause) {
    throw toCaptureError(cause, display)
  }
}

function only(tracks: MediaStreamTrack[]): MediaStreamTrack {
  const [track] = tracks
  if (!track) throw new CaptureError('not_found')
  return track
}

/** Long enough that dragging a window's edge counts once. */
const resizeQuietMs = 800

function watchSize(track: MediaStreamTrack, listener: (size: PictureSize) => void): () => void {
  const video: HTMLVideoElement = document.createElement('video')
  video.muted = true
  video.srcObject = new MediaStream([track])
  let isReported = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const report = () => {
    if (video.videoWidth === 0) return
    isReported = true
    listener({ width: video.videoWidth, height: video.videoHeight })
  }
  const onResize = () => {
    clearTimeout(timer)
    if (isReported) timer = setTimeout(report, resizeQuietMs)
    else report()
  }
  video.addEventListener('resize', onResize)
  video.addEventListener('loadedmetadata', onResize)
  void video.play().catch(() => undefined)
  return () => {
    clearTimeout(timer)
    video.removeEventListener('resize', onResize)
    video.removeEventListener('loadedmetadata', onResize)
    video.srcObject = null
  }
}

/** A picture that never moves may take its time; nothing waits for it longer than this. */
const firstFrameMs = 2_000

function firstSize(track: MediaStreamTrack): Promise<PictureSize | null> {
  return new Promise((resolve) => {
    let stop = () => {}
    const done = (size: PictureSize | null) => {
      clearTimeout(timer)
      stop()
      resolve(size)
    }
    const timer = setTimeout(() => done(null), firstFrameMs)
    stop = watchSize(track, done)
  })
}

/** A dark picture with a slow sweep: encoders keep sending, and it does not look like a frozen camera. */
function createStandIn({ width, height }: { width: number; height: number }): MediaStreamTrack {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  let step = 0
  const draw = () => {
    if (!context) return
    context.fillStyle = '#0b0b0e'
    context.fillRect(0, 0, width, height)
    context.fillStyle = '#1d1d24'
    const bar = width / 12
    context.fillRect(((step % 12) + 0.15) * bar, height / 2 - 3, bar * 0.7, 6)
    step += 1
  }
  draw()
  const timer = setInterval(draw, 250)
  const track = only(canvas.captureStream(5).getVideoTracks())
  const stop = track.stop.bind(track)
  track.stop = () => {
    clearInterval(timer)
    stop()
  }
  return track
}
