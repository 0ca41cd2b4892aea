import {
  problemCategories,
  problemReports,
  type PictureFacts,
  type ProblemCategory,
} from '@e-events/shared/contract/live/problem-reports.ts'
import OutlinedFlagRounded from '@mui/icons-material/OutlinedFlagRounded'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../../config/paths.ts'
import { explainError } from '../../../../lib/error-words.ts'
import { useServices } from '../../../../lib/services.ts'

interface ReportProblemProps {
  slug: string
  /** State of the player at the press; null where there is none. */
  pictureFacts: () => PictureFacts | null
}

const longestText = 1000

/** Button and dialog of a viewer whose picture or sound is not right. */
export function ReportProblem({ slug, pictureFacts }: ReportProblemProps) {
  const { t } = useTranslation('problems')
  const [opened, setOpened] = useState<{ picture: PictureFacts | null } | null>(null)
  return (
    <>
      <IconButton aria-label={t('report')} aria-haspopup="dialog" onClick={() => setOpened({ picture: pictureFacts() })}>
        <OutlinedFlagRounded />
      </IconButton>
      {opened && <ProblemDialog slug={slug} picture={opened.picture} onClose={() => setOpened(null)} />}
    </>
  )
}

function ProblemDialog({ slug, picture, onClose }: { slug: string; picture: PictureFacts | null; onClose: () => void }) {
  const { t } = useTranslation('problems')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const [category, setCategory] = useState<ProblemCategory | null>(null)
  const [text, setText] = useState('')
  const send = useMutation({
    mutationFn: (chosen: ProblemCategory) =>
      api.call(problemReports.send, { params: { slug }, body: { category: chosen, text: text.trim(), picture } }),
  })
  if (send.isSuccess)
    return (
      <Dialog open onClose={onClose} data-mode="dark" maxWidth="xs" fullWidth>
        <DialogTitle>{t('thanks')}</DialogTitle>
        <DialogContent>
          <Typography role="status">{t('thanksText')}</Typography>
          <Typography variant="body2" sx={{ mt: 1.5 }}>
            <Link href={paths.myOrders}>{t('refund')}</Link>
          </Typography>
        </DialogContent>
        <DialogActions>
          <Button variant="contained" color="primary" onClick={onClose}>
            {t('close')}
          </Button>
        </DialogActions>
      </Dialog>
    )
  return (
    <Dialog open onClose={onClose} data-mode="dark" maxWidth="xs" fullWidth aria-labelledby="problem-title">
      <DialogTitle id="problem-title">{t('report')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <RadioGroup aria-labelledby="problem-title" value={category} onChange={(_, value) => setCategory(value as ProblemCategory)}>
          {problemCategories.map((one) => (
            <FormControlLabel key={one} value={one} control={<Radio size="small" />} label={t(`category.${one}`)} />
          ))}
        </RadioGroup>
        <TextField
          label={t('text')}
          helperText={t('textHelp')}
          multiline
          minRows={2}
          maxRows={6}
          value={text}
          onChange={({ target }) => setText(target.value)}
          slotProps={{ htmlInput: { maxLength: longestText } }}
        />
        {send.isError && (
          <Alert severity="error" role="alert">
            {explainError(send.error, tc).text}
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="text" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button
          variant="contained"
          color="primary"
          disabled={category === null}
          loading={send.isPending}
          onClick={() => category !== null && send.mutate(category)}
        >
          {t('send')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
