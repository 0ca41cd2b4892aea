import Box from '@mui/material/Box'
import Breadcrumbs from '@mui/material/Breadcrumbs'
import Link from '@mui/material/Link'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { accountPlaceOf, visibleAccountNav } from './account-nav.ts'
import { BackOfficeFrame } from './back-office-frame.tsx'

/** The frame of an organizer's area. */
export function AccountLayout() {
  const { t } = useTranslation('manage')
  const groups = visibleAccountNav().map((group) => ({
    id: group.id,
    label: t(`account.group.${group.id}`),
    items: group.items.map(({ id, to, icon, isOutside }) => ({
      to,
      icon,
      label: t(`account.item.${id}`),
      ...(isOutside ? { isOutside } : {}),
    })),
  }))
  return <BackOfficeFrame label={t('account.sections')} area="account" groups={groups} crumbs={<AccountCrumbs />} />
}

/**
 * The area, the place in it, and for a page below that place the way back up. The page itself has its name in its
 * title.
 */
function AccountCrumbs() {
  const { t } = useTranslation('manage')
  const place = accountPlaceOf(useLocation().pathname)
  return (
    <Breadcrumbs
      aria-label={t('path')}
      sx={{ minWidth: 0, '& ol': { flexWrap: 'nowrap' }, '& li': { whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' } }}
    >
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {t('account.area')}
      </Box>
      {place &&
        (place.isBelow ? (
          <Link href={place.item.to} color="inherit" sx={{ color: 'text.secondary', fontWeight: 450 }}>
            {t(`account.item.${place.item.id}`)}
          </Link>
        ) : (
          <Box component="span" aria-current="page" sx={{ color: 'text.primary' }}>
            {t(`account.item.${place.item.id}`)}
          </Box>
        ))}
    </Breadcrumbs>
  )
}
