import type { SessionUser } from '@e-events/shared/contract/people/auth.ts'
import ConfirmationNumberOutlined from '@mui/icons-material/ConfirmationNumberOutlined'
import EventRepeatOutlined from '@mui/icons-material/EventRepeatOutlined'
import LogoutRounded from '@mui/icons-material/LogoutRounded'
import NewspaperRounded from '@mui/icons-material/NewspaperRounded'
import PersonOutlineRounded from '@mui/icons-material/PersonOutlineRounded'
import PodcastsRounded from '@mui/icons-material/PodcastsRounded'
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined'
import SpaceDashboardOutlined from '@mui/icons-material/SpaceDashboardOutlined'
import TuneRounded from '@mui/icons-material/TuneRounded'
import type SvgIcon from '@mui/material/SvgIcon'
import Box from '@mui/material/Box'
import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { RouterLink } from '../../components/navigation/router-link.tsx'
import type { AccountLink } from './account-links.ts'
import { useAccountLinks } from './use-account-links.ts'
import { fullName } from './user-avatar.tsx'

const icons: Record<AccountLink['label'], typeof SvgIcon> = {
  'nav.myTickets': ConfirmationNumberOutlined,
  'nav.mySubscriptions': EventRepeatOutlined,
  'nav.myOrders': ReceiptLongOutlined,
  'account.myData': PersonOutlineRounded,
  'nav.organizer': SpaceDashboardOutlined,
  'nav.studio': PodcastsRounded,
  'nav.manage': TuneRounded,
  'account.press': NewspaperRounded,
  'account.logout': LogoutRounded,
}

interface AccountListProps {
  id: string
  user: SessionUser
  anchor: HTMLElement | null
  onClose: () => void
}

export function AccountList({ id, user, anchor, onClose }: AccountListProps) {
  const { t } = useTranslation()
  const links = useAccountLinks(user)
  return (
    <Menu
      id={id}
      anchorEl={anchor}
      open={anchor !== null}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        // Outside of the page's landmarks (it is painted over everything), so it is one of its own.
        root: { role: 'region', 'aria-label': t('footer.account') },
        list: { 'aria-label': t('footer.account') },
        paper: { sx: { minWidth: 240 } },
      }}
    >
      <Box component="li" role="presentation" sx={{ px: 1.25, pt: 1, pb: 1.25, minWidth: 0 }}>
        <Typography variant="subtitle2" noWrap>
          {fullName(user)}
        </Typography>
        <Typography variant="caption" component="p" noWrap sx={{ m: 0, color: 'text.secondary' }}>
          {user.user}
        </Typography>
      </Box>
      <Divider component="li" sx={{ mb: 0.75 }} />
      {links.map(({ label, to }) => {
        const Icon = icons[label]
        return (
          <MenuItem key={label} component={RouterLink} href={to} onClick={onClose}>
            <Icon aria-hidden />
            {t(label)}
          </MenuItem>
        )
      })}
    </Menu>
  )
}
