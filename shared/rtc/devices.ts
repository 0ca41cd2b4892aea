import { createStore, type Store } from '@e-events/shared/client/store.ts'

export interface Device {
  deviceId: string
  label: string
}

export interface DeviceState {
  cameras: readonly Device[]
  microphones: readonly Device[]
  speakers: readonly Device[]
  /** False until the first list arrived. */
  known: boolean
  /** Browsers hide names and ids until the organizer has allowed a device once. */
  named: boolean
}

export interface DeviceHub extends Store<DeviceState> {
  /** Asks again; also called by itself when something is plugged in or out. */
  refresh(): Promise<void>
  close(): void
}

export type MediaDevicesPort = Pick<MediaDevices, 'enumerateDevices' | 'addEventListener' | 'removeEventListener'>

/** Lists the devices that are plugged in and follows changes. */
export function createDeviceHub(mediaDevices: MediaDevicesPort | undefined): DeviceHub {
  const store = createStore<DeviceState>({ cameras: [], microphones: [], speakers: [], known: false, named: false })
  const refresh = async () => {
    // Outside a secure context there is no mediaDevices at all.
    const found = (await mediaDevices?.enumerateDevices().catch(() => [])) ?? []
    store.set({
      cameras: toDevices(found, 'videoinput'),
      microphones: toDevices(found, 'audioinput'),
      speakers: toDevices(found, 'audiooutput'),
      known: true,
      named: found.some((device) => device.label !== ''),
    })
  }
  const onChange = () => void refresh()
  mediaDevices?.addEventListener('devicechange', onChange)
  void refresh()
  return { ...store, refresh, close: () => mediaDevices?.removeEventListener('devicechange', onChange) }
}

function toDevices(found: readonly MediaDeviceInfo[], kind: MediaDeviceKind): Device[] {
  const devices = found.filter((device) => device.kind === kind && device.deviceId !== '')
  // 'default' and 'communications' are the system's names for devices that are listed themselves too.
  const own = devices.filter((device) => device.deviceId !== 'default' && device.deviceId !== 'communications')
  return (own.length > 0 ? own : devices).map(({ deviceId, label }) => ({ deviceId, label: tidy(label) }))
}

/** 'HD Pro Webcam C920 (046d:082d)' → without the vendor code. */
function tidy(label: string): string {
  return label.replace(/\s*\([0-9a-f]{4}:[0-9a-f]{4}\)$/i, '')
}
