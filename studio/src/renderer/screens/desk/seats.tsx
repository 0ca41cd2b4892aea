import { StatusDot } from '@e-events/shared/ui/badges.tsx'
import { clock as duration } from '@e-events/shared/ui/format.ts'
import MonitorRounded from '@mui/icons-material/MonitorRounded'
import VideocamOutlined from '@mui/icons-material/VideocamOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fits, sourceFor, type Seat, type SeatSource } from '../../../broadcast/seats.ts'
import type { Studio } from '../../../broadcast/studio.ts'
import { Hint, line, Panel } from '../../components/panel.tsx'
import { useServices } from '../../lib/services.ts'
import { useNow, useStore } from '../../lib/use-store.ts'
import { DisplayPicker } from './display-picker.tsx'
import { useAdd } from './use-add.ts'
import type { Seats } from './use-seats.ts'

interface SeatOfferProps {
  studio: Studio
  seats: Seats
  onAdded(key: string): void
}

/**
 * The feeds of this show that are lost or come from another device, each with the one press that goes on with it here.
 */
export function SeatOffer({ studio, seats, onAdded }: SeatOfferProps) {
  const { t } = useTranslation()
  const { clock } = useServices()
  const nowMs = useNow(clock.nowMs, seats.seats.length > 0)
  if (seats.seats.length === 0) return null
  return (
    <Box sx={{ flexShrink: 0, borderBottom: 1, borderColor: line }}>
      <Panel title={t('seats.title')} aside={<Hint>{t('seats.hint')}</Hint>}>
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, px: 1.5, pb: 1 }}>
          {seats.seats.map((seat) => (
            <Row
              key={seat.key}
              studio={studio}
              seats={seats}
              seat={seat}
              since={duration(Math.max(0, nowMs - seat.sinceMs) / 1000)}
              onAdded={onAdded}
            />
          ))}
        </Box>
      </Panel>
    </Box>
  )
}

interface RowProps extends SeatOfferProps {
  seat: Seat
  since: string
}

function Row({ studio, seats, seat, since, onAdded }: RowProps) {
  const { t } = useTranslation()
  const desk = useStore(studio.desk)
  const { cameras } = useStore(studio.devices)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const wanted = useRef(false)
  const add = useAdd(studio, (key) => {
    onAdded(key)
    if (wanted.current) seats.take(seat, { key, seat: key, kind: seat.kind })
    wanted.current = false
  })
  const fitting = seats.sources.filter((source) => fits(seat, source))
  const source = sourceFor(seat, fitting)
  const nameOf = (one: SeatSource) => desk.feeds.find(({ key }) => key === one.key)?.label ?? ''
  const press = (button: HTMLElement) => {
    if (source) return seats.take(seat, source)
    if (fitting.length > 0) return setAnchor(button)
    // No source of its kind yet: the same press plugs one in.
    wanted.current = true
    if (seat.kind === 'camera') void add.camera(cameras[0] ?? { deviceId: '', label: '' })
    else void add.display()
  }
  // The one that goes on without a choice: with the only source that fits, or with one that the press plugs in.
  const proposed = seats.proposal ? seats.proposal.seat.key === seat.key : !seat.sent && seats.sources.length === 0
  const Icon = seat.kind === 'camera' ? VideocamOutlined : MonitorRounded
  return (
    <Box
      component="li"
      aria-label={seat.label}
      sx={{
        display: 'flex',
        flexWrap: { xs: 'wrap', sm: 'nowrap' },
        alignItems: 'center',
        columnGap: 1.5,
        rowGap: 1,
        py: 1,
        '& + &': { borderTop: 1, borderColor: line },
      }}
    >
      <Icon sx={{ fontSize: 20, color: 'text.secondary', flexShrink: 0 }} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="subtitle2" component="p" noWrap sx={{ m: 0 }}>
          {seat.label}
        </Typography>
        <Box className="tabular" sx={{ mt: 0.25, fontSize: 12.5 }}>
          <StatusDot tone={seat.sent ? 'green' : 'amber'}>{t(seat.sent ? 'seats.sent' : 'seats.lost', { time: since })}</StatusDot>
        </Box>
      </Box>
      <Button
        variant={proposed ? 'contained' : 'soft'}
        color="inherit"
        aria-label={t(seat.sent ? 'seats.moveOf' : 'seats.continueOf', { name: seat.label })}
        {...(source || fitting.length === 0 ? {} : { 'aria-haspopup': 'menu' as const })}
        onClick={(event) => press(event.currentTarget)}
        sx={{ minHeight: 40, flex: { xs: '1 1 100%', sm: '0 0 auto' }, whiteSpace: 'nowrap' }}
      >
        {t(seat.sent ? 'seats.move' : 'seats.continue')}
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': t('seats.with', { name: seat.label }) } }}
      >
        {fitting.map((one) => (
          <MenuItem
            key={one.key}
            onClick={() => {
              setAnchor(null)
              seats.take(seat, one)
            }}
          >
            {nameOf(one)}
          </MenuItem>
        ))}
      </Menu>
      {add.picking && <DisplayPicker onClose={add.stopPicking} onPick={add.pick} />}
    </Box>
  )
}
