import Button from '@mui/material/Button'
import Box from '@mui/material/Box'
import { date } from '@e-events/shared/ui/format.ts'
import { useTranslation } from 'react-i18next'
import { SaveBar } from '../../../../components/forms/save-bar.tsx'
import { useLanguage } from '../../../../lib/language.ts'
import { useViewerZone } from '../../../../lib/services.ts'
import { useEditor } from '../editor-context.ts'

/** State of saving, and the button that saves the rest. */
export function SaveState({
  missing,
  isSavable,
  onDiscard,
}: {
  missing: readonly { step: string; label: string; onGo: () => void }[]
  /** Asked before saving: what is saved by itself may have to come first. */
  isSavable: () => boolean
  onDiscard: () => void
}) {
  const { t } = useTranslation('product-editor')
  const { product, form } = useEditor()
  const words = useSaveWords()
  return (
    <SaveBar
      label={t('save.bar')}
      status={words}
      isDirty={form.isDirty}
      isInvalid={!form.isValid || form.isHeld}
      isSaving={form.isSaving}
      saveLabel={t(product ? 'save.save' : 'save.create')}
      discardLabel={t(product ? 'save.discard' : 'save.startOver')}
      onDiscard={onDiscard}
      onSave={() => void (isSavable() && form.save())}
    >
      {form.isDirty && missing.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, alignItems: 'center', flexBasis: '100%', order: -1, pr: 1 }}>
          <Box component="span" sx={{ typography: 'caption', color: 'text.secondary' }}>
            {t('save.missing')}
          </Box>
          {missing.map(({ step, label, onGo }) => (
            <Button key={step} size="small" variant="text" color="secondary" onClick={onGo} sx={{ minHeight: 28, px: 0.75 }}>
              {label}
            </Button>
          ))}
        </Box>
      )}
    </SaveBar>
  )
}

function useSaveWords(): string {
  const { t } = useTranslation('product-editor')
  const language = useLanguage()
  const zone = useViewerZone()
  const { form, product } = useEditor()
  const at = (atMs: number) => date(atMs, 'time', language, zone)
  if (form.isSaving) return t('save.saving')
  if (form.isHeld) return t('save.held')
  if (form.failure) return t('save.failed')
  if (form.isDirty && form.isAutomatic && form.isKeepable) return t('save.soon')
  if (form.isDirty && form.keptAtMs !== null) return t('save.kept', { time: at(form.keptAtMs) })
  if (form.isDirty) return t('save.unsaved')
  if (product === null) return t('save.untouched')
  return form.savedAtMs === null ? t('save.nothing') : t('save.saved', { time: at(form.savedAtMs) })
}
