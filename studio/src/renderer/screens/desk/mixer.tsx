import { Meter, meterPosition, type ReadLevels } from '@e-events/shared/ui/meter.tsx'
import MicOffRounded from '@mui/icons-material/MicOffRounded'
import MicRounded from '@mui/icons-material/MicRounded'
import VolumeOffRounded from '@mui/icons-material/VolumeOffRounded'
import VolumeUpRounded from '@mui/icons-material/VolumeUpRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import Slider from '@mui/material/Slider'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { dbToFader, faderToDb } from '../../../broadcast/levels.ts'
import type { Studio } from '../../../broadcast/studio.ts'
import { decibels } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { useStore } from '../../lib/use-store.ts'
import { useAdd } from './use-add.ts'

const scale = [0, -6, -12, -18, -30, -60]

export function Mixer({ studio, onStrip }: { studio: Studio; onStrip(id: string): void }) {
  const { t } = useTranslation()
  const { strips, masterDb, silenced } = useStore(studio.desk)
  const { microphones } = useStore(studio.devices)
  const add = useAdd(studio, () => undefined)
  return (
    <Box
      sx={{
        flex: 1,
        minHeight: 0,
        display: 'flex',
        flexDirection: { xs: 'column', md: 'row' },
        gap: { xs: 1.5, md: 0 },
        p: 1.5,
        overflowX: { md: 'auto' },
      }}
    >
      <Box
        aria-hidden
        className="tabular"
        sx={{
          display: { xs: 'none', md: 'block' },
          position: 'relative',
          width: 24,
          flexShrink: 0,
          mb: '88px',
          fontSize: 10.5,
          lineHeight: '12px',
          color: 'text.tertiary',
          textAlign: 'right',
          pr: 0.5,
        }}
      >
        {scale.map((db) => (
          <Box key={db} component="span" sx={{ position: 'absolute', right: 4, top: `calc(${(1 - meterPosition(db)) * 100}% - 6px)` }}>
            {String(db).replace('-', '−')}
          </Box>
        ))}
      </Box>
      {strips.length === 0 && (
        <Box
          sx={{
            flex: { md: 4 },
            display: 'grid',
            placeItems: { md: 'center' },
            alignContent: 'center',
            gap: 1.5,
            px: { md: 2 },
            textAlign: { md: 'center' },
          }}
        >
          <Typography variant="body2" sx={{ color: 'text.secondary', maxWidth: 320 }}>
            {t('mixer.empty')}
          </Typography>
          <Button startIcon={<MicRounded />} onClick={() => void add.microphone(microphones[0] ?? { deviceId: '', label: '' })}>
            {t('monitors.addMicrophone')}
          </Button>
        </Box>
      )}
      {strips.map((strip, index) => (
        <Strip
          key={strip.id}
          id={strip.id}
          name={strip.label}
          hint={index < 9 ? String(index + 1) : ''}
          gainDb={strip.gainDb}
          muted={strip.muted || strip.status !== 'live'}
          pressed={strip.muted}
          read={studio.desk.levels}
          onGain={(gainDb) => studio.desk.setStrip(strip.id, { gainDb })}
          onMute={() => studio.desk.setStrip(strip.id, { muted: !strip.muted })}
          onOpen={() => onStrip(strip.id)}
        />
      ))}
      <Strip
        id=""
        master
        name={t('mixer.master')}
        hint="M"
        gainDb={masterDb}
        muted={silenced}
        pressed={silenced}
        read={() => studio.desk.masterLevels}
        onGain={studio.desk.setMaster}
        onMute={() => studio.desk.silence(!silenced)}
      />
    </Box>
  )
}

interface StripProps {
  id: string
  name: string
  hint: string
  gainDb: number
  /** It is inaudible: the meter rests. */
  muted: boolean
  /** The organizer muted it. */
  pressed: boolean
  master?: boolean
  read(id: string): ReadLevels
  onGain(gainDb: number): void
  onMute(): void
  onOpen?(): void
}

function Strip({ id, name, hint, gainDb, muted, pressed, master = false, read, onGain, onMute, onOpen }: StripProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  // oxlint-disable-next-line react/exhaustive-deps -- one reader for the life of the strip: the meter keeps its peak hold
  const levels = useMemo(() => read(id), [id])
  const On = master ? VolumeUpRounded : MicRounded
  const Off = master ? VolumeOffRounded : MicOffRounded
  const mute = t(master ? (pressed ? 'mixer.unsilence' : 'mixer.silence') : pressed ? 'mixer.unmute' : 'mixer.mute', { name })
  return (
    <Box
      role="group"
      aria-label={name}
      sx={{
        flex: 1,
        minWidth: { md: 52 },
        maxWidth: { md: 132 },
        ml: { md: master ? 'auto' : 0 },
        display: 'flex',
        flexDirection: { xs: 'row', md: 'column' },
        alignItems: 'center',
        gap: 1,
        px: { md: 0.5 },
        borderLeft: { md: master ? 1 : 0 },
        borderColor: { md: 'border.default' },
        minHeight: 0,
      }}
    >
      <Box sx={{ display: { xs: 'none', md: 'flex' }, gap: 1, flex: 1, minHeight: 0, width: 1, justifyContent: 'center' }}>
        <Meter readLevels={levels} muted={muted} />
        <Slider
          orientation="vertical"
          aria-label={t('mixer.levelOf', { name })}
          value={dbToFader(gainDb)}
          min={0}
          max={1}
          step={0.01}
          getAriaValueText={(value) => decibels(faderToDb(value), language)}
          onChange={(_event, value) => onGain(Math.max(-60, Math.round(faderToDb(value) * 10) / 10))}
          onDoubleClick={() => onGain(0)}
          sx={{
            color: 'text.primary',
            height: 'auto',
            alignSelf: 'stretch',
            width: 4,
            p: '0 10px',
            ml: -0.5,
            '& .MuiSlider-thumb': { width: 22, height: 12, borderRadius: '4px' },
            '& .MuiSlider-track': { bgcolor: 'transparent' },
          }}
        />
      </Box>
      <Box
        className="tabular"
        sx={{ fontSize: 11.5, lineHeight: '14px', color: muted ? 'text.tertiary' : 'text.secondary', display: { xs: 'none', md: 'block' } }}
      >
        {pressed ? '−∞' : decibels(gainDb, language)}
      </Box>
      <Tooltip title={hint ? `${mute} (${hint})` : mute}>
        <IconButton
          size="small"
          aria-label={mute}
          aria-pressed={pressed}
          onClick={onMute}
          sx={{
            bgcolor: pressed ? 'tint.red' : 'tint.neutral',
            color: pressed ? 'error.main' : 'text.primary',
            '&:hover': { bgcolor: 'border.default' },
          }}
        >
          {pressed ? <Off sx={{ fontSize: 17 }} /> : <On sx={{ fontSize: 17 }} />}
        </IconButton>
      </Tooltip>
      <Box sx={{ flex: { xs: 1, md: 'none' }, minWidth: 0, width: { md: 1 } }}>
        <Name name={name} master={master} {...(onOpen ? { onOpen } : {})} />
        <Box sx={{ display: { md: 'none' } }}>
          <Meter readLevels={levels} muted={muted} horizontal />
        </Box>
      </Box>
    </Box>
  )
}

function Name({ name, master, onOpen }: { name: string; master: boolean; onOpen?(): void }) {
  const sx = {
    display: 'block',
    width: 1,
    fontFamily: 'inherit',
    fontSize: 12,
    lineHeight: '16px',
    fontWeight: master ? 640 : 500,
    textAlign: { xs: 'left', md: 'center' },
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    mb: { xs: 0.5, md: 0 },
    borderRadius: '4px',
  } as const
  if (!onOpen) return <Box sx={sx}>{name}</Box>
  return (
    <ButtonBase onClick={onOpen} title={name} sx={{ ...sx, '&:hover': { color: 'secondary.main' } }}>
      {name}
    </ButtonBase>
  )
}
