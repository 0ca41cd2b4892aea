import type { Section } from '@e-events/shared/contract/storefront/home-sections.ts'
import type { ShownSection } from '@e-events/shared/contract/storefront/shown-sections.ts'
import { languages, type Language } from '@e-events/shared/domain/language.ts'
import LaptopMacOutlined from '@mui/icons-material/LaptopMacOutlined'
import PhoneIphoneOutlined from '@mui/icons-material/PhoneIphoneOutlined'
import TabletMacOutlined from '@mui/icons-material/TabletMacOutlined'
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PreviewFrame } from './preview-frame.tsx'
import { useSectionName } from './section-kinds.ts'

const widths = { desktop: 1280, tablet: 820, phone: 390 } as const
type Width = keyof typeof widths
const icons = { desktop: LaptopMacOutlined, tablet: TabletMacOutlined, phone: PhoneIphoneOutlined }

/** Draws sections as the site does; handed in by the route, since the site's own screens are another feature. */
export type DrawSections = ComponentType<{ sections: readonly ShownSection[]; frame: (ids: string[], block: ReactNode) => ReactNode }>

interface PreviewProps {
  Draw: DrawSections
  /** undefined while they are being asked for. */
  shown: readonly ShownSection[] | undefined
  hasFailed: boolean
  sections: readonly Section[]
  chosen: string | null
  language: Language
  onLanguage: (language: Language) => void
  onChoose: (id: string) => void
  /** The address of what is published. */
  address: string
}

/** The page itself, in the width of a screen that is chosen; the chosen section wears a blue outline with its kind. */
export function Preview({ Draw, shown, hasFailed, sections, chosen, language, onLanguage, onChoose, address }: PreviewProps) {
  const { t } = useTranslation('section-editor')
  const [width, setWidth] = useState<Width>('desktop')
  const nameOf = useSectionName(language)
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => scrollTo(region.current, chosen), [chosen])
  const find = (id: string | undefined) => sections.find((section) => section.id === id)
  const frame = (ids: string[], block: ReactNode) => {
    const current = find(ids.find((id) => id === chosen) ?? ids[0])
    const isChosen = chosen !== null && ids.includes(chosen)
    return (
      <Box data-sections={ids.join(' ')} sx={{ position: 'relative' }}>
        <Box inert>{block}</Box>
        <Box
          component="button"
          type="button"
          aria-label={t('preview.choose', { name: current ? nameOf(current) : '' })}
          aria-pressed={isChosen}
          onClick={() => current && onChoose(current.id)}
          sx={{
            all: 'unset',
            cursor: 'pointer',
            position: 'absolute',
            inset: isChosen ? 4 : 0,
            borderRadius: '14px',
            outline: isChosen ? '4px solid' : 'none',
            outlineColor: 'secondary.main',
            '&:hover, &:focus-visible': { outline: '4px solid', outlineColor: 'secondary.main' },
          }}
        />
        {isChosen && current && (
          <Box
            aria-hidden
            sx={{
              position: 'absolute',
              top: 4,
              left: 4,
              px: 1.5,
              py: 0.5,
              borderRadius: '14px 0 10px 0',
              bgcolor: 'secondary.main',
              color: 'secondary.contrastText',
              typography: 'body2',
              fontWeight: 600,
              pointerEvents: 'none',
            }}
          >
            {t(`kind.${current.type}.name`)}
          </Box>
        )}
      </Box>
    )
  }
  return (
    <Card
      component="section"
      aria-label={t('preview.title')}
      sx={{ display: 'flex', flexDirection: 'column', minHeight: { xs: 480, md: 0 } }}
    >
      <Box
        sx={{
          px: 2,
          minHeight: 48,
          py: 0.75,
          flexShrink: 0,
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 1,
          borderBottom: 1,
          borderColor: 'border.subtle',
        }}
      >
        <Typography variant="h5" component="h2" sx={{ flex: 1, minWidth: 90 }}>
          {t('preview.title')}
        </Typography>
        <ToggleButtonGroup
          exclusive
          value={language}
          aria-label={t('preview.language')}
          onChange={(_, next: Language | null) => next && onLanguage(next)}
        >
          {languages.map((one) => (
            <ToggleButton key={one} value={one} aria-label={`${one.toUpperCase()}, ${t(`language.${one}`)}`}>
              {one.toUpperCase()}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <ToggleButtonGroup
          exclusive
          value={width}
          aria-label={t('preview.width')}
          onChange={(_, next: Width | null) => next && setWidth(next)}
        >
          {(Object.keys(widths) as Width[]).map((one) => {
            const Icon = icons[one]
            return (
              <ToggleButton key={one} value={one} aria-label={t(`preview.${one}`)}>
                <Icon sx={{ fontSize: 17 }} />
              </ToggleButton>
            )
          })}
        </ToggleButtonGroup>
        <IconButton size="small" aria-label={t('preview.open')} href={address} target="_blank" rel="noopener">
          <VisibilityOutlined />
        </IconButton>
      </Box>
      <Box
        ref={region}
        tabIndex={0}
        role="region"
        aria-label={t('preview.page')}
        sx={{ flex: 1, minHeight: 0, overflow: 'auto', p: { xs: 1.5, lg: 3 }, bgcolor: 'surface.sunken' }}
      >
        {hasFailed && (
          <Alert severity="warning" sx={{ mb: 2 }}>
            {t('preview.failed')}
          </Alert>
        )}
        {shown === undefined ? (
          !hasFailed && <Skeleton variant="rectangular" sx={{ width: 1, height: 420, borderRadius: '12px' }} />
        ) : shown.length === 0 ? (
          <Typography variant="body2" sx={{ p: 4, textAlign: 'center', color: 'text.secondary' }}>
            {t('preview.nothing')}
          </Typography>
        ) : (
          <PreviewFrame title={t('preview.page')} width={widths[width]}>
            <Box sx={{ pb: 5 }}>
              <Draw sections={shown} frame={frame} />
            </Box>
          </PreviewFrame>
        )}
      </Box>
    </Card>
  )
}

/** Scrolls the chosen section into view. */
function scrollTo(region: HTMLElement | null, id: string | null): void {
  const frame = region?.querySelector('iframe')
  const block = id === null ? null : frame?.contentDocument?.querySelector(`[data-sections~="${CSS.escape(id)}"]`)
  if (!region || !frame || !block) return
  const inRegion = frame.getBoundingClientRect()
  const scale = inRegion.width / frame.offsetWidth
  const inFrame = block.getBoundingClientRect()
  const top = inRegion.top - region.getBoundingClientRect().top + inFrame.top * scale
  const isSeen = top >= 0 && top + Math.min(inFrame.height * scale, 120) <= region.clientHeight
  if (!isSeen) region.scrollTo({ top: region.scrollTop + top - 24, behavior: 'smooth' })
}
