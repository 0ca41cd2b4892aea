import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined'
import Checkbox from '@mui/material/Checkbox'
import Divider from '@mui/material/Divider'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShownColumns } from './use-table-columns.ts'

interface ColumnMenuProps {
  columns: readonly { id: string; label: string; fixed?: boolean }[]
  shown: ShownColumns
}

export function ColumnMenu({ columns, shown }: ColumnMenuProps) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconButton
        size="small"
        aria-label={t('table.columns.choose')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <ViewColumnOutlined />
      </IconButton>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ root: { role: 'region', 'aria-label': t('table.columns.choose') }, list: { 'aria-label': t('table.columns.choose') } }}
      >
        {columns
          .filter(({ fixed }) => !fixed)
          .map(({ id, label }) => (
            <MenuItem key={id} role="menuitemcheckbox" aria-checked={shown.shown.has(id)} onClick={() => shown.toggle(id)} sx={{ py: 0 }}>
              <Checkbox
                checked={shown.shown.has(id)}
                tabIndex={-1}
                aria-hidden
                sx={{ p: 0.5, ml: -0.5 }}
                slotProps={{ input: { tabIndex: -1, 'aria-hidden': true } }}
              />
              {label}
            </MenuItem>
          ))}
        <Divider component="li" />
        <MenuItem disabled={!shown.isChosen} onClick={shown.reset}>
          {t('table.columns.reset')}
        </MenuItem>
      </Menu>
    </>
  )
}
