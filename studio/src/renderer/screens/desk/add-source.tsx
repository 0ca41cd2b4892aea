import AddRounded from '@mui/icons-material/AddRounded'
import MicRounded from '@mui/icons-material/MicRounded'
import ScreenShareOutlined from '@mui/icons-material/ScreenShareOutlined'
import VideocamOutlined from '@mui/icons-material/VideocamOutlined'
import Divider from '@mui/material/Divider'
import IconButton from '@mui/material/IconButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '@e-events/shared/rtc/devices.ts'
import type { Studio } from '../../../broadcast/studio.ts'
import { useStore } from '../../lib/use-store.ts'
import { DisplayPicker } from './display-picker.tsx'
import { useAdd } from './use-add.ts'

interface AddSourceProps {
  studio: Studio
  onAdded(key: string): void
}

/** Everything that can be plugged in, one press away. */
export function AddSource({ studio, onAdded }: AddSourceProps) {
  const { t } = useTranslation()
  const devices = useStore(studio.devices)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const add = useAdd(studio, onAdded)
  // Before the first permission there is one nameless entry: it stands for whatever the system picks.
  const cameras: readonly Device[] = devices.cameras.length > 0 ? devices.cameras : [{ deviceId: '', label: '' }]
  const microphones: readonly Device[] = devices.microphones.length > 0 ? devices.microphones : [{ deviceId: '', label: '' }]
  const choose = (work: () => Promise<void>) => {
    setAnchor(null)
    void work()
  }
  return (
    <>
      <IconButton
        size="small"
        aria-label={t('sources.add')}
        aria-haspopup="menu"
        onClick={(event) => {
          void studio.devices.refresh()
          setAnchor(event.currentTarget)
        }}
      >
        <AddRounded />
      </IconButton>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': t('sources.add') } }}
      >
        {cameras.map((device, index) => (
          <MenuItem key={`camera-${device.deviceId}`} onClick={() => choose(() => add.camera(device))}>
            <ListItemIcon>
              <VideocamOutlined fontSize="small" />
            </ListItemIcon>
            <ListItemText>{device.label || t('sources.cameraN', { n: index + 1 })}</ListItemText>
          </MenuItem>
        ))}
        <Divider />
        {microphones.map((device, index) => (
          <MenuItem key={`microphone-${device.deviceId}`} onClick={() => choose(() => add.microphone(device))}>
            <ListItemIcon>
              <MicRounded fontSize="small" />
            </ListItemIcon>
            <ListItemText>{device.label || t('sources.microphoneN', { n: index + 1 })}</ListItemText>
          </MenuItem>
        ))}
        <Divider />
        <MenuItem onClick={() => choose(add.display)}>
          <ListItemIcon>
            <ScreenShareOutlined fontSize="small" />
          </ListItemIcon>
          <ListItemText>{t('sources.screen')}</ListItemText>
        </MenuItem>
      </Menu>
      {add.picking && <DisplayPicker onClose={add.stopPicking} onPick={add.pick} />}
    </>
  )
}
