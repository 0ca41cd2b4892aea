import Box from '@mui/material/Box'
import Breadcrumbs from '@mui/material/Breadcrumbs'
import Link from '@mui/material/Link'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { placeOf } from './manage-nav.ts'

/** Where a page of the manage area stands. Area and group are no pages of their own. */
export function ManageCrumbs() {
  const { t } = useTranslation('manage')
  const place = placeOf(useLocation().pathname)
  return (
    <Breadcrumbs
      aria-label={t('path')}
      sx={{
        minWidth: 0,
        '& ol': { flexWrap: 'nowrap' },
        '& li': { whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' },
        // On a phone only the page itself and what is above it fit.
        '& li.MuiBreadcrumbs-li:first-of-type, & li:first-of-type + .MuiBreadcrumbs-separator': { display: { xs: 'none', sm: 'flex' } },
      }}
    >
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {t('area')}
      </Box>
      {place && (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {t(`group.${place.group.id}`)}
        </Box>
      )}
      {place?.isBelow && (
        <Link href={place.item.to} color="inherit" sx={{ color: 'text.secondary', fontWeight: 450 }}>
          {t(`item.${place.item.id}`)}
        </Link>
      )}
      {place && (place.below || !place.isBelow) && (
        <Box component="span" aria-current="page" sx={{ color: 'text.primary' }}>
          {t(`item.${place.below?.id ?? place.item.id}`)}
        </Box>
      )}
    </Breadcrumbs>
  )
}
