import MoreVertRounded from '@mui/icons-material/MoreVertRounded'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

export type PlaceMenuItem = { label: string } & ({ to: string } | { act: () => void })

/** Actions of one row. */
export function PlaceMenu({ name, items }: { name: string; items: readonly PlaceMenuItem[] }) {
  const { t } = useTranslation('pages')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const label = t('menu.label', { name })
  const close = () => setAnchor(null)
  return (
    <>
      <IconButton
        size="small"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreVertRounded />
      </IconButton>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        slotProps={{ root: { role: 'region', 'aria-label': label }, list: { 'aria-label': label } }}
      >
        {items.map((item) =>
          'to' in item ? (
            <MenuItem key={item.label} component={Link} to={item.to} onClick={close}>
              {item.label}
            </MenuItem>
          ) : (
            <MenuItem
              key={item.label}
              onClick={() => {
                close()
                item.act()
              }}
            >
              {item.label}
            </MenuItem>
          ),
        )}
      </Menu>
    </>
  )
}
