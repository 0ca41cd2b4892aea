import ArticleOutlined from '@mui/icons-material/ArticleOutlined'
import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined'
import GroupsOutlined from '@mui/icons-material/GroupsOutlined'
import LocalShippingOutlined from '@mui/icons-material/LocalShippingOutlined'
import MicNoneOutlined from '@mui/icons-material/MicNoneOutlined'
import MovieOutlined from '@mui/icons-material/MovieOutlined'
import SchoolOutlined from '@mui/icons-material/SchoolOutlined'
import ScheduleOutlined from '@mui/icons-material/ScheduleOutlined'
import SensorsOutlined from '@mui/icons-material/SensorsOutlined'
import WorkspacePremiumOutlined from '@mui/icons-material/WorkspacePremiumOutlined'
import { productTypes, type ProductType } from '@e-events/shared/domain/states.ts'
import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import Skeleton from '@mui/material/Skeleton'
import type SvgIcon from '@mui/material/SvgIcon'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { SupportLink } from './support-link.tsx'

const icons: Record<ProductType, typeof SvgIcon> = {
  broadcast: SensorsOutlined,
  live: ScheduleOutlined,
  vod: MovieOutlined,
  podcast: MicNoneOutlined,
  post: ArticleOutlined,
  course: SchoolOutlined,
  master: WorkspacePremiumOutlined,
  meet: GroupsOutlined,
  datasheet: FactCheckOutlined,
  physical: LocalShippingOutlined,
}
/** The most frequent types come first. */
const order: readonly ProductType[] = ['broadcast', 'live', 'vod', 'podcast', 'post', 'course', 'master', 'meet', 'datasheet', 'physical']

interface TypeCardsProps {
  value: ProductType | ''
  onChange: (type: ProductType) => void
  onBlur: () => void
  /** Types that this account may make; undefined while unknown. */
  mine: readonly ProductType[] | undefined
  disabled: boolean
  error: string | undefined
}

/** The kinds of product, each with what it is for. Those that this account may not make are explained, not hidden. */
export function TypeCards({ value, onChange, onBlur, mine, disabled, error }: TypeCardsProps) {
  const { t } = useTranslation('product-editor')
  const id = useId()
  const open = order.filter((type) => !isClosed(type, mine) || type === value)
  const closed = order.filter((type) => !open.includes(type))
  return (
    <Box
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-describedby={error ? `${id}-error` : undefined}
      aria-required
      onBlur={onBlur}
    >
      <Typography variant="label" component="div" id={`${id}-label`} sx={{ mb: 0.75, color: error ? 'error.main' : 'text.primary' }}>
        {t('info.type')}
        <Box component="span" aria-hidden sx={{ color: 'error.main' }}>
          {' *'}
        </Box>
      </Typography>
      <Box sx={grid}>
        {mine === undefined
          ? productTypes.slice(0, 4).map((type) => <Skeleton key={type} height={76} sx={{ borderRadius: '12px' }} />)
          : open.map((type) => {
              const Icon = icons[type]
              return (
                <Box component="label" key={type} sx={card(value === type, disabled)}>
                  <input
                    type="radio"
                    className="visually-hidden"
                    name={id}
                    value={type}
                    checked={value === type}
                    disabled={disabled}
                    onChange={() => onChange(type)}
                  />
                  <Icon aria-hidden sx={{ fontSize: 22, color: value === type ? 'secondary.main' : 'text.secondary', mt: '1px' }} />
                  <Box sx={{ minWidth: 0 }}>
                    <Box sx={{ fontSize: 14.5, fontWeight: 600 }}>{t(`type.${type}.name`)}</Box>
                    <Box sx={{ typography: 'caption', color: 'text.secondary', textWrap: 'pretty' }}>{t(`type.${type}.text`)}</Box>
                  </Box>
                </Box>
              )
            })}
      </Box>
      {error && (
        <FormHelperText error id={`${id}-error`}>
          {error}
        </FormHelperText>
      )}
      {mine !== undefined && closed.length > 0 && (
        <Box sx={{ mt: 2 }}>
          <Typography variant="caption" component="p" sx={{ m: 0, mb: 1, color: 'text.secondary' }}>
            <SupportLink text={t('info.closedTypes', { email: '{email}' })} />
          </Typography>
          <Box component="ul" sx={{ ...grid, listStyle: 'none', m: 0, p: 0, gap: 0.75 }}>
            {closed.map((type) => {
              const Icon = icons[type]
              return (
                <Box
                  component="li"
                  key={type}
                  sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', color: 'text.secondary', py: 0.25 }}
                >
                  <Icon aria-hidden sx={{ fontSize: 18, mt: '1px' }} />
                  <Box component="span" sx={{ typography: 'caption' }}>
                    <b>{t(`type.${type}.name`)}</b> {t(`type.${type}.text`)}
                  </Box>
                </Box>
              )
            })}
          </Box>
        </Box>
      )}
    </Box>
  )
}

const isClosed = (type: ProductType, mine: readonly ProductType[] | undefined) => mine !== undefined && !mine.includes(type)

const grid = { display: 'grid', gap: 1, gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: 'repeat(2, minmax(0,1fr))' } } as const

const card = (isChosen: boolean, isDisabled: boolean) =>
  ({
    position: 'relative',
    display: 'flex',
    gap: 1.25,
    p: 1.5,
    borderRadius: '12px',
    border: 1,
    borderColor: isChosen ? 'secondary.main' : 'border.default',
    bgcolor: isChosen ? 'surface.selected' : 'surface.raised',
    cursor: isDisabled ? 'default' : 'pointer',
    opacity: isDisabled && !isChosen ? 0.55 : 1,
    ...(isDisabled ? {} : { '&:hover': { borderColor: isChosen ? 'secondary.main' : 'border.strong' } }),
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'secondary.main', outlineOffset: 2 },
  }) as const
