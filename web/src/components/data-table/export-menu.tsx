import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined'
import type { DownloadedFile } from '@e-events/shared/contract/endpoint.ts'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../config/paths.ts'
import { useErrorSnack } from '../feedback/use-error-snack.ts'
import { saveFile } from '../../lib/save-file.ts'

const formats = ['csv', 'xlsx'] as const
type Format = (typeof formats)[number]

/** A file of exactly what the filter leaves, not only of the page that is shown. */
export function ExportMenu({ load }: { load: (format: Format) => Promise<DownloadedFile> }) {
  const { t } = useTranslation()
  const showError = useErrorSnack()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isPending, setPending] = useState(false)
  const download = async (format: Format) => {
    setPending(true)
    try {
      saveFile(await load(format))
    } catch (error) {
      showError(error, { key: 'export', retry: () => void download(format) })
    } finally {
      setPending(false)
    }
  }
  return (
    <>
      <Button
        size="small"
        startIcon={<FileDownloadOutlined />}
        loading={isPending}
        loadingPosition="start"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('table.export.title')}
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ root: { role: 'region', 'aria-label': t('table.export.title') }, list: { 'aria-label': t('table.export.title') } }}
      >
        {formats.map((format) => (
          <MenuItem
            key={format}
            onClick={() => {
              setAnchor(null)
              void download(format)
            }}
          >
            {t(`table.export.${format}`)}
          </MenuItem>
        ))}
        <Divider />
        {/* It opens beside the table, whose filters stay. */}
        <MenuItem component="a" href={paths.helpSection('organizers', 'csv-to-excel')} target="_blank" onClick={() => setAnchor(null)}>
          {t('table.export.help')}
        </MenuItem>
      </Menu>
    </>
  )
}
