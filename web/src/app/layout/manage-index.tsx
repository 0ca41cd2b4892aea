import ArrowOutwardRounded from '@mui/icons-material/ArrowOutwardRounded'
import CloseRounded from '@mui/icons-material/CloseRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { BrandLink } from '../../components/brand-link.tsx'
import { paths } from '../../config/paths.ts'
import { useModules } from '../../features/config/use-site-config.ts'
import { visibleNav } from './manage-nav.ts'

interface ManageIndexProps {
  /** In a drawer: how to close it. */
  onClose?: () => void
}

export function ManageIndex({ onClose }: ManageIndexProps) {
  const { t } = useTranslation('manage')
  const { t: tc } = useTranslation('common')
  const groups = visibleNav(useModules().isOn)
  return (
    <Box sx={{ px: 1.5, pb: 2 }}>
      <Box sx={{ height: 56, px: 1, display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
        <BrandLink />
        {onClose && (
          <IconButton aria-label={tc('action.close')} onClick={onClose}>
            <CloseRounded />
          </IconButton>
        )}
      </Box>
      {groups.map((group) => (
        <Box key={group.id} role="group" aria-labelledby={`manage-${group.id}${onClose ? '-drawer' : ''}`} sx={{ mt: 2 }}>
          <Box
            id={`manage-${group.id}${onClose ? '-drawer' : ''}`}
            sx={{ px: 1, mb: 0.5, fontSize: 12, fontWeight: 560, color: 'text.tertiary' }}
          >
            {t(`group.${group.id}`)}
          </Box>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {group.items.map(({ id, to, icon: Icon }) => (
              <li key={id}>
                {/* NavLink says which page is open, and a page below it counts as its own. */}
                <Box component={NavLink} to={to} onClick={onClose} sx={entry}>
                  <Icon aria-hidden sx={{ fontSize: 18 }} />
                  {t(`item.${id}`)}
                </Box>
              </li>
            ))}
          </Box>
        </Box>
      ))}
      <Box sx={{ mt: 2, pt: 1.5, borderTop: 1, borderColor: 'border.subtle' }}>
        <Box component={NavLink} to={paths.home} end onClick={onClose} sx={entry}>
          <ArrowOutwardRounded aria-hidden sx={{ fontSize: 18 }} />
          {t('toSite')}
        </Box>
      </Box>
    </Box>
  )
}

const entry = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.25,
  minHeight: 34,
  px: 1,
  borderRadius: '8px',
  fontSize: 13.5,
  fontWeight: 480,
  color: 'text.secondary',
  '&:hover': { color: 'text.primary', bgcolor: 'surface.hover' },
  '&[aria-current="page"]': { color: 'text.primary', fontWeight: 620, bgcolor: 'tint.neutral' },
  // A finger needs more than a pointer.
  '@media (pointer: coarse)': { minHeight: 44, fontSize: 15 },
} as const
