import { broadcasts, type Broadcast } from '@e-events/shared/contract/live/broadcasts.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '@e-events/shared/rtc/devices.ts'
import type { CaptureFailure } from '@e-events/shared/rtc/capture-error.ts'
import type { Preset } from '@e-events/shared/rtc/layers.ts'
import type { Studio } from '../../../broadcast/studio.ts'
import type { DisplaySource } from '../../../ipc/contract.ts'
import { useSnack } from '../../components/snack.tsx'
import { useServices } from '../../lib/services.ts'
import { presetBeside, uplinkKey } from '../../lib/use-uplink.ts'

/** The ways to add a source, with what is said when one does not open. */
export function useAdd(studio: Studio, onAdded: (key: string) => void) {
  const { t } = useTranslation()
  const { platform, queries } = useServices()
  const show = useSnack()
  const [picking, setPicking] = useState(false)
  const tell = (failure: CaptureFailure | null, device: 'camera' | 'microphone' | 'screen') => {
    // A dialog that was closed is an answer, not a failure.
    if (failure !== null && failure !== 'cancelled') show(t(`capture.${failure}`, { device: t(`capture.device.${device}`) }))
  }
  /** Returns a label for viewers: unique in the show, and neither the model of a camera nor the title of a window. */
  const freeLabel = (labelOf: (n: number) => string) => {
    const feeds = queries.getQueryData<Broadcast>(queryKey(broadcasts.get, { params: { productSlug: studio.slug } }))?.feeds ?? []
    const used = new Set([...studio.desk.get().feeds, ...feeds.filter((feed) => feed.state !== 'ended')].map((feed) => feed.label))
    let n = 1
    while (used.has(labelOf(n))) n += 1
    return labelOf(n)
  }
  const freePreset = (otherwise: Preset) => presetBeside(studio.desk.get().feeds, queries.getQueryData<number>(uplinkKey), otherwise)
  const addDisplay = async (sourceId: string, name: string) => {
    const label = freeLabel((n) => (n === 1 ? t('sources.screenLabel') : t('sources.screenLabelN', { n })))
    const { key, failure } = await studio.desk.addDisplay({
      sourceId,
      label,
      soundLabel: t('sources.soundOf', { name: name || label }).slice(0, 60),
      preset: freePreset('1080p'),
    })
    if (failure === null) onAdded(key)
    tell(failure, 'screen')
  }
  return {
    async camera(device: Device) {
      const label = freeLabel((n) => t('sources.cameraN', { n }))
      const { key, failure } = await studio.desk.addCamera({ deviceId: device.deviceId, label, preset: freePreset('720p') })
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
