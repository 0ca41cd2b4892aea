import BedtimeOutlined from '@mui/icons-material/BedtimeOutlined'
import SpeedRounded from '@mui/icons-material/SpeedRounded'
import VolumeUpRounded from '@mui/icons-material/VolumeUpRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Slider from '@mui/material/Slider'
import { useId, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import type { PodcastPlayer } from '../engine/podcast-player.ts'
import { rates, type PodcastSnapshot } from '../engine/types.ts'

const sleepMinutes = [15, 30, 60]

/** Speed, sleep timer and volume: set once, rarely touched. */
export function ListeningSettings({ player, snapshot }: { player: PodcastPlayer; snapshot: PodcastSnapshot }) {
  const { t } = useTranslation('podcasts')
  const language = useLanguage()
  const { clock } = useServices()
  const { rate, sleep, volume, chapters } = snapshot
  const rateText = (value: number) => `${value.toLocaleString(language)}×`
  const sleepText =
    sleep === null
      ? t('sleep.off')
      : sleep === 'chapter'
        ? t('sleep.chapter')
        : t('sleep.in', { minutes: Math.max(1, Math.ceil((sleep.at - clock.nowMs()) / 60_000)) })
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', alignItems: 'center', gap: 1.5 }}>
      <Choice icon={<SpeedRounded />} name={t('speed')} value={rateText(rate)}>
        {rates.map((one) => ({ key: String(one), text: rateText(one), isOn: one === rate, act: () => player.setRate(one) }))}
      </Choice>
      <Choice icon={<BedtimeOutlined />} name={t('sleep.name')} value={sleepText}>
        {[
          { key: 'off', text: t('sleep.off'), isOn: sleep === null, act: () => player.setSleep(null) },
          ...sleepMinutes.map((minutes) => ({
            key: String(minutes),
            text: t('sleep.after', { minutes }),
            isOn: false,
            act: () => player.setSleep({ minutes }),
          })),
          ...(chapters.length > 1
            ? [{ key: 'chapter', text: t('sleep.chapter'), isOn: sleep === 'chapter', act: () => player.setSleep('chapter') }]
            : []),
        ]}
      </Choice>
      <Box sx={{ display: { xs: 'none', md: 'flex' }, alignItems: 'center', gap: 1.5, width: 150 }}>
        <VolumeUpRounded aria-hidden sx={{ fontSize: 20, color: 'text.secondary' }} />
        <Slider
          aria-label={t('volume')}
          size="small"
          value={Math.round(volume * 100)}
          onChange={(_, value) => player.setVolume(value / 100)}
          sx={{ color: 'text.primary' }}
        />
      </Box>
    </Box>
  )
}

interface ChoiceProps {
  icon: ReactNode
  name: string
  value: string
  children: readonly { key: string; text: string; isOn: boolean; act: () => void }[]
}

function Choice({ icon, name, value, children }: ChoiceProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        ref={button}
        id={id}
        size="small"
        variant="soft"
        startIcon={icon}
        aria-label={`${name}: ${value}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
        sx={{ color: 'text.primary' }}
      >
        {value}
      </Button>
      <Menu
        open={isOpen}
        anchorEl={() => button.current}
        onClose={() => setOpen(false)}
        slotProps={{ list: { 'aria-labelledby': id, dense: true } }}
      >
        {children.map(({ key, text, isOn, act }) => (
          <MenuItem
            key={key}
            role="menuitemradio"
            aria-checked={isOn}
            selected={isOn}
            onClick={() => {
              act()
              setOpen(false)
            }}
          >
            {text}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
