import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '../../../broadcast/devices.ts'
import type { CaptureFailure } from '../../../broadcast/failures.ts'
import type { Studio } from '../../../broadcast/studio.ts'
import type { DisplaySource } from '../../../ipc/contract.ts'
import { useSnack } from '../../components/snack.tsx'
import { useServices } from '../../lib/services.ts'

/** The ways to add a source, with what is said when one does not open. */
export function useAdd(studio: Studio, onAdded: (key: string) => void) {
  const { t } = useTranslation()
  const { platform } = useServices()
  const show = useSnack()
  const [picking, setPicking] = useState(false)
  const tell = (failure: CaptureFailure | null, device: 'camera' | 'microphone' | 'screen') => {
    // A dialog that was closed is an answer, not a failure.
    if (failure !== null && failure !== 'cancelled') show(t(`capture.${failure}`, { device: t(`capture.device.${device}`) }))
  }
  const addDisplay = async (sourceId: string, name: string) => {
    const screens = studio.desk.get().feeds.filter((feed) => feed.kind !== 'camera').length
    const label = name || (screens === 0 ? t('sources.screenLabel') : t('sources.screenLabelN', { n: screens + 1 }))
    const { key, failure } = await studio.desk.addDisplay({
      sourceId,
      label: label.slice(0, 60),
      soundLabel: t('sources.soundOf', { name: label }),
      preset: '1080p',
    })
    if (failure === null) onAdded(key)
    tell(failure, 'screen')
  }
  return {
    async camera(device: Device) {
      const cameras = studio.desk.get().feeds.filter((feed) => feed.kind === 'camera').length
      const label = (device.label || t('sources.cameraN', { n: cameras + 1 })).slice(0, 60)
      const { key, failure } = await studio.desk.addCamera({ deviceId: device.deviceId, label, preset: '720p' })
      if (failure === null) onAdded(key)
      tell(failure, 'camera')
    },
    async microphone(device: Device) {
      const strips = studio.desk.get().strips.length
      const label = (device.label || t('sources.microphoneN', { n: strips + 1 })).slice(0, 60)
      tell(await studio.desk.addMicrophone({ deviceId: device.deviceId, label }), 'microphone')
    },
    async display() {
      if (platform.display.list) setPicking(true)
      else await addDisplay('', '')
    },
    picking,
    stopPicking: () => setPicking(false),
    async pick(source: DisplaySource) {
      setPicking(false)
      await addDisplay(source.id, source.name)
    },
  }
}
