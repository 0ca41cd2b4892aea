import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { saveFile } from '../../../../lib/save-file.ts'

/** Shown this once: to be copied, downloaded or written down. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation('account')
  const snacks = useSnacks()
  const text = codes.join('\n')
  return (
    <Alert severity="warning" role="status" sx={{ '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
      <AlertTitle component="h3" sx={{ m: 0 }}>
        {t('twoFactor.codesTitle')}
      </AlertTitle>
      {t('twoFactor.codesText')}
      <Box
        component="ul"
        className="tabular"
        sx={{
          listStyle: 'none',
          m: 0,
          my: 1.5,
          p: 1.5,
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 22ch), 1fr))',
          gap: 1,
          borderRadius: '10px',
          bgcolor: 'surface.raised',
          color: 'text.primary',
          fontSize: 15,
          fontWeight: 560,
          userSelect: 'text',
        }}
      >
        {codes.map((code) => (
          <li key={code}>
            <Box component="code" sx={{ whiteSpace: 'nowrap' }}>
              {code}
            </Box>
          </li>
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button
          size="small"
          onClick={() => void navigator.clipboard.writeText(text).then(() => snacks.success(t('twoFactor.copied'), { key: 'codes' }))}
        >
          {t('twoFactor.copy')}
        </Button>
        <Button
          size="small"
          onClick={() =>
            saveFile({ fileName: 'e-events-codes.txt', contentType: 'text/plain', bytes: new TextEncoder().encode(`${text}\n`).buffer })
          }
        >
          {t('twoFactor.download')}
        </Button>
        <Button size="small" variant="contained" color="inherit" onClick={onDone}>
          {t('twoFactor.done')}
        </Button>
      </Box>
    </Alert>
  )
}
