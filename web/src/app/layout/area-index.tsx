import ArrowOutwardRounded from '@mui/icons-material/ArrowOutwardRounded'
import CloseRounded from '@mui/icons-material/CloseRounded'
import type SvgIcon from '@mui/material/SvgIcon'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useTranslation } from 'react-i18next'
import { Link, NavLink, useLocation } from 'react-router'
import { BrandLink } from '../../components/navigation/brand-link.tsx'
import { paths } from '../../config/paths.ts'

export interface IndexGroup {
  id: string
  label: string
  items: readonly { to: string; label: string; icon: typeof SvgIcon; /** Another application: a plain link. */ isOutside?: boolean }[]
}

interface AreaIndexProps {
  area: 'manage' | 'account'
  groups: readonly IndexGroup[]
  /** In a drawer: how to close it. */
  onClose?: () => void
}

/** The places of an area of the back office, in groups. */
export function AreaIndex({ area, groups, onClose }: AreaIndexProps) {
  const { t } = useTranslation('manage')
  const { t: tc } = useTranslation('common')
  const location = useLocation()
  const current = currentEntry(
    groups.flatMap(({ items }) => items.map(({ to }) => to)),
    location,
  )
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
      {groups.map((group) => {
        const labelId = `${area}-${group.id}${onClose ? '-drawer' : ''}`
        return (
          <Box key={group.id} role="group" aria-labelledby={labelId} sx={{ mt: 2 }}>
            <Box id={labelId} sx={{ px: 1, mb: 0.5, fontSize: 12, fontWeight: 560, color: 'text.tertiary' }}>
              {group.label}
            </Box>
            <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
              {group.items.map(({ to, label, icon: Icon, isOutside = false }) => (
                <li key={to}>
                  {isOutside ? (
                    <Box component="a" href={to} sx={entry}>
                      <Icon aria-hidden sx={{ fontSize: 18 }} />
                      {label}
                    </Box>
                  ) : (
                    <Box component={Link} to={to} onClick={onClose} aria-current={to === current ? 'page' : undefined} sx={entry}>
                      <Icon aria-hidden sx={{ fontSize: 18 }} />
                      {label}
                    </Box>
                  )}
                </li>
              ))}
            </Box>
          </Box>
        )
      })}
      <Box sx={{ mt: 2, pt: 1.5, borderTop: 1, borderColor: 'border.subtle' }}>
        <Box component={NavLink} to={paths.home} end onClick={onClose} sx={entry}>
          <ArrowOutwardRounded aria-hidden sx={{ fontSize: 18 }} />
          {t('toSite')}
        </Box>
      </Box>
    </Box>
  )
}

/** Which entry is open: a page below one counts as its own, and a tab that has an entry is that entry alone. */
function currentEntry(entries: readonly string[], { pathname, search }: { pathname: string; search: string }): string | undefined {
  const params = new URLSearchParams(search)
  const open = entries.filter((to) => {
    const [path = '', query = ''] = to.split('?')
    const isAsked = [...new URLSearchParams(query)].every(([name, value]) => params.get(name) === value)
    return isAsked && (pathname === path || pathname.startsWith(`${path}/`))
  })
  return open.toSorted((a, b) => b.length - a.length)[0]
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
