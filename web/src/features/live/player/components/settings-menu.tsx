import { localeTags } from '@e-events/shared/ui/format.ts'
import CheckRounded from '@mui/icons-material/CheckRounded'
import Box from '@mui/material/Box'
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'
import type { PlayerEngine } from '../engine/player-engine.ts'
import { captionLooks, captionSizes } from '../../captions/caption-style.ts'
import type { Captions } from '../../captions/use-captions.ts'
import { latencyModes, type LatencyChoice } from '../hooks/use-low-latency.ts'
import type { SoundOption } from '../hooks/use-sounds.ts'
import { ratesOf } from '../engine/playhead.ts'
import type { PlayerState } from '../hooks/use-snapshot.ts'

interface SettingsMenuProps {
  engine: PlayerEngine
  state: PlayerState
  captions: Captions
  sounds: readonly SoundOption[]
  latency: LatencyChoice
  areStatsOpen: boolean
  /** Over the foot of the page: the picture is too low for it. */
  isSheet: boolean
  onToggleStats: () => void
  onClose: () => void
}

export function SettingsMenu(props: SettingsMenuProps) {
  const { engine, state, captions, sounds, latency, areStatsOpen, isSheet, onToggleStats, onClose } = props
  const { t } = useTranslation('player')
  const language = useLanguage()
  const menu = useRef<HTMLDivElement>(null)
  useEffect(() => {
    menu.current?.querySelector<HTMLElement>('[aria-checked="true"]')?.focus()
    // Once: with every picture of the player the menu is rendered again.
  }, [])
  useEffect(() => {
    const onPress = (event: PointerEvent) => {
      const target = event.target as HTMLElement
      if (!menu.current?.contains(target) && !target.closest('[aria-haspopup="menu"]')) onClose()
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [onClose])
  const pick = (act: () => void) => () => {
    act()
    onClose()
  }
  const mbps = (bitrateBps: number) => `${(bitrateBps / 1e6).toLocaleString(language, { maximumFractionDigits: 1 })} Mb/s`
  const choices = (
    <Box
      ref={menu}
      role="menu"
      tabIndex={-1}
      aria-label={t('controls.settings')}
      data-mode="dark"
      onKeyDown={(event) => onMenuKey(event, onClose)}
      sx={{
        ...(isSheet ? sheetPlace : picturePlace),
        overflowY: 'auto',
        p: 0.75,
        borderRadius: '14px',
        bgcolor: 'onArt.panel',
        color: 'text.primary',
        backdropFilter: 'blur(18px)',
        boxShadow: (theme) => theme.vars?.palette.shadow.menu,
      }}
    >
      <Group title={t('controls.quality')}>
        <Choice
          checked={state.chosenHeightPx === null}
          label={t('controls.auto')}
          note={state.chosenHeightPx === null && state.shownHeightPx !== null ? t('controls.autoNow', { height: state.shownHeightPx }) : ''}
          onPick={pick(() => engine.chooseHeight(null))}
        />
        {state.levels.map((level) => (
          <Choice
            key={level.heightPx}
            checked={state.chosenHeightPx === level.heightPx}
            label={`${level.heightPx}p`}
            note={mbps(level.bitrateBps)}
            onPick={pick(() => engine.chooseHeight(level.heightPx))}
          />
        ))}
      </Group>
      {sounds.length > 1 && (
        <Group title={t('controls.sounds')}>
          {sounds.map(({ label, note, isShown, choose }, index) => (
            // Two may have one name, and none is ever moved here.
            // oxlint-disable-next-line react/no-array-index-key
            <Choice key={index} checked={isShown} label={label} note={note} onPick={pick(choose)} />
          ))}
        </Group>
      )}
      {captions.languages.length > 0 && <CaptionChoices captions={captions} pick={pick} />}
      {state.isLive && (latency.isThere || state.isLowLatency) && (
        <Group title={t('controls.latencyMode.title')}>
          {latencyModes.map((mode) => (
            <Choice
              key={mode}
              checked={latency.mode === mode}
              label={t(`controls.latencyMode.${mode}`)}
              note={
                mode === 'lowest'
                  ? '< 1 s'
                  : mode === 'auto' && latency.mode === 'auto' && state.isLowLatency
                    ? t('controls.latencyMode.autoNow')
                    : ''
              }
              onPick={pick(() => latency.choose(mode))}
            />
          ))}
        </Group>
      )}
      {hasRates(state) && (
        <Group title={t('controls.speed')}>
          {ratesOf(state.isLive).map((rate) => (
            <Choice
              key={rate}
              checked={state.rate === rate}
              label={rate === 1 ? t('controls.normal') : `${rate.toLocaleString(language)}×`}
              note={state.isLive && rate > 1 ? t('controls.untilLive') : ''}
              onPick={pick(() => engine.setRate(rate))}
            />
          ))}
        </Group>
      )}
      <Box role="separator" sx={{ my: 0.75, borderTop: '1px solid', borderColor: 'divider' }} />
      <Choice isSwitch checked={areStatsOpen} label={t('stats.title')} note="I" onPick={pick(onToggleStats)} />
    </Box>
  )
  return isSheet ? createPortal(choices, document.body) : choices
}

const picturePlace = {
  position: 'absolute',
  right: { xs: 8, sm: 18 },
  bottom: { xs: 84, sm: 104 },
  width: 252,
  maxHeight: 'calc(100% - 116px)',
  zIndex: 2,
} as const
const sheetPlace = {
  position: 'fixed',
  insetInline: 8,
  bottom: 'calc(8px + env(safe-area-inset-bottom))',
  maxHeight: '62dvh',
  zIndex: 'modal',
} as const

function CaptionChoices({ captions, pick }: { captions: Captions; pick: (act: () => void) => () => void }) {
  const { t } = useTranslation('captions')
  const names = new Intl.DisplayNames(localeTags[useLanguage()], { type: 'language' })
  const { shown, style } = captions
  return (
    <>
      <Group title={t('title')}>
        <Choice checked={shown === null} label={t('off')} note="" onPick={pick(() => captions.choose(null))} />
        {captions.languages.map((one) => (
          <Choice
            key={one}
            checked={shown === one}
            label={capital(names.of(one) ?? one)}
            note=""
            onPick={pick(() => captions.choose(one))}
          />
        ))}
      </Group>
      {shown !== null && (
        <>
          <Group title={t('size.title')}>
            {captionSizes.map((size) => (
              <Choice
                key={size}
                checked={style.size === size}
                label={t(`size.${size}`)}
                note=""
                onPick={pick(() => captions.restyle({ size }))}
              />
            ))}
          </Group>
          <Group title={t('look.title')}>
            {captionLooks.map((look) => (
              <Choice
                key={look}
                checked={style.look === look}
                label={t(`look.${look}`)}
                note=""
                onPick={pick(() => captions.restyle({ look }))}
              />
            ))}
          </Group>
        </>
      )}
    </>
  )
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Box role="group" aria-labelledby={id}>
      <Box id={id} role="presentation" sx={{ px: 1.25, py: 1, typography: 'label', color: 'text.secondary' }}>
        {title}
      </Box>
      {children}
    </Box>
  )
}

/** At the live edge there is one speed, and one in step with everybody else. */
const hasRates = ({ isLive, isFollowingLive, isLowLatency, byClock }: PlayerState) =>
  !isLowLatency && byClock !== 'in step' && !(isLive && isFollowingLive)

interface ChoiceProps {
  checked: boolean
  label: string
  note: string
  onPick: () => void
  /** Stands by itself, not as one of several. */
  isSwitch?: boolean
}

function Choice({ checked, label, note, onPick, isSwitch = false }: ChoiceProps) {
  return (
    <Box
      component="button"
      type="button"
      role={isSwitch ? 'menuitemcheckbox' : 'menuitemradio'}
      aria-checked={checked}
      tabIndex={checked ? 0 : -1}
      onClick={onPick}
      sx={{
        all: 'unset',
        boxSizing: 'border-box',
        cursor: 'pointer',
        width: 1,
        display: 'flex',
        alignItems: 'center',
        height: 38,
        px: 1.25,
        borderRadius: '9px',
        fontSize: 14,
        fontWeight: checked ? 620 : 450,
        bgcolor: checked ? 'tint.neutral' : undefined,
        '&:hover': { bgcolor: 'surface.hover' },
        '&:focus-visible': { outline: '2px solid', outlineColor: 'secondary.main' },
      }}
    >
      <CheckRounded sx={{ fontSize: 18, mr: 1.25, visibility: checked ? 'visible' : 'hidden' }} aria-hidden />
      {label}
      <Box component="span" className="tabular" sx={{ ml: 'auto', color: 'text.secondary', fontWeight: 450, fontSize: 13 }}>
        {note}
      </Box>
    </Box>
  )
}

/** Arrow keys walk the choices, Escape gives the focus back to the button. */
function onMenuKey(event: KeyboardEvent<HTMLElement>, onClose: () => void): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')]
  const index = items.indexOf(document.activeElement as HTMLElement)
  const target = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: items.length - 1 }[event.key]
  if (event.key === 'Escape' || event.key === 'Tab') onClose()
  else if (target !== undefined) items.at(target % items.length)?.focus()
  else return
  event.preventDefault()
  event.stopPropagation()
}
