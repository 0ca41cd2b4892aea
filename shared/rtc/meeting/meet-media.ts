import { CaptureError, toCaptureError } from '../capture-error.ts'

/** Devices of somebody in a meeting. All throw CaptureError. */
export interface MeetCapture {
  /** `deviceId` '' for the one that the browser prefers. */
  camera(deviceId: string): Promise<MediaStreamTrack>
  microphone(deviceId: string): Promise<MediaStreamTrack>
  /** `sound` is null where the browser or the person gives none. */
  screen(): Promise<{ picture: MediaStreamTrack; sound: MediaStreamTrack | null }>
  /** This browser can show a screen. Those of phones cannot. */
  readonly canShareScreen: boolean
}

export function createMeetCapture(mediaDevices: Partial<MediaDevices> | undefined): MeetCapture {
  const open = async (work: (devices: MediaDevices) => Promise<MediaStream>, display = false): Promise<MediaStream> => {
    // Outside a secure context there is no mediaDevices at all.
    if (!mediaDevices) throw new CaptureError('unsupported')
    try {
      return await work(mediaDevices as MediaDevices)
    } catch (cause) {
      throw toCaptureError(cause, display)
    }
  }
  const exactly = (deviceId: string) => (deviceId === '' ? {} : { deviceId: { exact: deviceId } })
  return {
    canShareScreen: typeof mediaDevices?.getDisplayMedia === 'function',
    async camera(deviceId) {
      const stream = await open((devices) =>
        devices.getUserMedia({
          video: { ...exactly(deviceId), width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30, max: 30 } },
        }),
      )
      return hinted(only(stream.getVideoTracks()), 'motion')
    },
    async microphone(deviceId) {
      const stream = await open((devices) =>
        // A conversation: loudspeakers must not be heard by those who speak.
        devices.getUserMedia({ audio: { ...exactly(deviceId), echoCancellation: true, noiseSuppression: true, autoGainControl: true } }),
      )
      return hinted(only(stream.getAudioTracks()), 'speech')
    },
    async screen() {
      const stream = await open(
        (devices) =>
          devices.getDisplayMedia({
            video: { width: { max: 1920 }, height: { max: 1080 }, frameRate: { ideal: 15, max: 30 } },
            audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
          }),
        true,
      )
      return { picture: hinted(only(stream.getVideoTracks()), 'detail'), sound: stream.getAudioTracks()[0] ?? null }
    },
  }
}

function only(tracks: MediaStreamTrack[]): MediaStreamTrack {
  const [track] = tracks
  if (!track) throw new CaptureError('not_found')
  return track
}

function hinted(track: MediaStreamTrack, hint: string): MediaStreamTrack {
  track.contentHint = hint
  return track
}
