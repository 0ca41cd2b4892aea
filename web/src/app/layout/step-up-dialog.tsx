import CircularProgress from '@mui/material/CircularProgress'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../lib/services.ts'
import { myDataQuery } from '../../features/people/account/queries.ts'
import { SignOnAgain } from '../../features/people/identity/components/sign-on-again.tsx'
import { StepUpForm } from '../../features/people/identity/components/step-up-form.tsx'

interface StepUpDialogProps {
  onDone: (confirmed: boolean) => void
}

/** Asks who is there before money, roles or lists of people; the call that met the question goes on afterwards. */
export function StepUpDialog({ onDone }: StepUpDialogProps) {
  const { t } = useTranslation('identity')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const id = useId()
  const [isBusy, setBusy] = useState(false)
  const { data, isPending } = useQuery(myDataQuery(api))
  return (
    <Dialog
      open
      // A slip beside the dialog must not lose what was typed; Cancel and Escape are meant.
      onClose={(_, reason) => {
        if (!isBusy && reason !== 'backdropClick') onDone(false)
      }}
      fullWidth
      maxWidth="xs"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      <DialogTitle id={`${id}-title`}>{t('stepUp.title')}</DialogTitle>
      {isPending ? (
        <DialogContent sx={{ display: 'grid' }}>
          <CircularProgress aria-label={tc('page.loading')} sx={{ justifySelf: 'center' }} />
        </DialogContent>
      ) : data?.hasPassword === false ? (
        <SignOnAgain textId={`${id}-text`} onDone={onDone} />
      ) : (
        <StepUpForm
          textId={`${id}-text`}
          email={data?.user}
          hasSecondFactor={data?.twoFactor.on === true}
          busy={isBusy}
          onBusy={setBusy}
          onDone={onDone}
        />
      )}
    </Dialog>
  )
}
