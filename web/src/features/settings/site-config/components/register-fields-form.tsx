import { registerFieldNames } from '@e-events/shared/contract/people/auth.ts'
import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Collapse from '@mui/material/Collapse'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languages } from '@e-events/shared/domain/language.ts'
import { FormSection } from '../../../../components/forms/form-section.tsx'
import { SaveBar } from '../../../../components/forms/save-bar.tsx'
import { SwitchRow } from '../../../../components/forms/switch-row.tsx'
import { UnsavedGuard } from '../../../../components/forms/unsaved-guard.tsx'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { useServices } from '../../../../lib/services.ts'
import { registerFieldsResource, type RegisterFields } from '../resources.ts'
import { useEdited } from '../use-edited.ts'
import { ConflictAlert } from './conflict-alert.tsx'
import { LoadFailure } from './load-failure.tsx'
import { SectionSkeleton } from './site/switches-form.tsx'

type Field = RegisterFields['fields'][number]
const noLabel = { es: '', en: '', pt: '' }

/** Which of the known extra fields the sign-up form asks for, and how. */
export function RegisterFieldsForm() {
  const { t } = useTranslation('site-config')
  const { api, queries } = useServices()
  const snacks = useSnacks()
  const { value: stored, save, ...edited } = useEdited(registerFieldsResource(api, queries))
  const [typed, setTyped] = useState<Field[]>()
  if (edited.loadError) return <LoadFailure error={edited.loadError} isLoading={edited.isLoading} onRetry={() => void edited.reload()} />
  if (!stored) return <SectionSkeleton rows={registerFieldNames.length} />
  const fields = typed ?? stored.fields
  const isDirty = typed !== undefined && JSON.stringify(typed) !== JSON.stringify(stored.fields)
  /** In the order of the form, whatever was switched on last. */
  const put = (name: Field['name'], field: Field | undefined) =>
    setTyped(registerFieldNames.flatMap((known) => (known === name ? field : fields.find((other) => other.name === known)) ?? []))
  const submit = () =>
    save.mutate(
      {
        fields: fields.map((field) => ({
          ...field,
          values: field.type === 'select' ? field.values.map((value) => value.trim()).filter(Boolean) : [],
        })),
      },
      {
        onSuccess: () => {
          setTyped(undefined)
          snacks.success({ id: 'ADMIN.PAGE.SAVE_SUCCESS' }, { key: 'ADMIN.PAGE.SAVE' })
        },
        onError: () => snacks.error({ id: 'ADMIN.PAGE.SAVE_ERROR' }, { key: 'ADMIN.PAGE.SAVE' }),
      },
    )
  return (
    <>
      {edited.isConflict && <ConflictAlert isLoading={edited.isLoading} onReload={() => void edited.reload()} />}
      <FormSection title={t('fields.title')} note={t('fields.note')}>
        {registerFieldNames.map((name) => (
          <FieldRow
            key={name}
            name={name}
            field={fields.find((field) => field.name === name)}
            disabled={save.isPending}
            onChange={(field) => put(name, field)}
          />
        ))}
      </FormSection>
      <SaveBar
        label={t('fields.saveBar')}
        status={t(isDirty ? 'unsaved' : 'allSaved')}
        isDirty={isDirty}
        isSaving={save.isPending}
        saveLabel={t('save')}
        discardLabel={t('discard')}
        onDiscard={() => setTyped(undefined)}
        onSave={submit}
      />
      <UnsavedGuard when={isDirty && !save.isPending} />
    </>
  )
}

interface FieldRowProps {
  name: Field['name']
  /** undefined: the form does not ask for it. */
  field: Field | undefined
  disabled: boolean
  onChange: (field: Field | undefined) => void
}

function FieldRow({ name, field, disabled, onChange }: FieldRowProps) {
  const { t } = useTranslation('site-config')
  const detailsId = useId()
  const [open, setOpen] = useState(false)
  const label = t(`field.${name}`)
  return (
    <Box role="group" aria-label={label} sx={{ '& + &': { borderTop: 1, borderColor: 'border.subtle' } }}>
      <SwitchRow
        label={label}
        note={field ? t(field.required ? 'fields.required' : 'fields.optional') : t('fields.hidden')}
        checked={field !== undefined}
        disabled={disabled}
        onChange={(on) => onChange(on ? { name, type: 'text', required: false, label: null, values: [] } : undefined)}
      >
        {field && (
          <Button
            size="small"
            variant="text"
            aria-expanded={open}
            aria-controls={detailsId}
            endIcon={<ExpandMoreRounded sx={{ transform: open ? 'rotate(180deg)' : 'none' }} />}
            onClick={() => setOpen(!open)}
          >
            {t('fields.details')}
            <span className="visually-hidden"> {label}</span>
          </Button>
        )}
      </SwitchRow>
      <Collapse in={open && field !== undefined} unmountOnExit id={detailsId}>
        {field && <FieldDetails field={field} disabled={disabled} onChange={onChange} />}
      </Collapse>
    </Box>
  )
}

function FieldDetails({ field, disabled, onChange }: { field: Field; disabled: boolean; onChange: (field: Field) => void }) {
  const { t } = useTranslation('site-config')
  const labels = field.label ?? noLabel
  return (
    <Box sx={{ bgcolor: 'surface.sunken', borderTop: 1, borderColor: 'border.subtle' }}>
      <SwitchRow
        label={t('fields.must')}
        checked={field.required}
        disabled={disabled}
        onChange={(required) => onChange({ ...field, required })}
      />
      <Box sx={{ p: 2, pt: 0.5, display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: 'repeat(3, 1fr)' } }}>
        {languages.map((language) => (
          <TextField
            key={language}
            label={t(`fields.label.${language}`)}
            value={labels[language]}
            disabled={disabled}
            slotProps={{ htmlInput: { maxLength: 80, lang: language } }}
            onChange={({ target }) => {
              const next = { ...labels, [language]: target.value }
              onChange({ ...field, label: Object.values(next).some(Boolean) ? next : null })
            }}
          />
        ))}
        <TextField
          select
          label={t('fields.type')}
          value={field.type}
          disabled={disabled}
          onChange={({ target }) => onChange({ ...field, type: target.value === 'select' ? 'select' : 'text' })}
        >
          {(['text', 'select'] as const).map((type) => (
            <MenuItem key={type} value={type}>
              {t(`fields.types.${type}`)}
            </MenuItem>
          ))}
        </TextField>
        {field.type === 'select' && (
          <TextField
            multiline
            minRows={3}
            maxRows={10}
            label={t('fields.values')}
            helperText={t('fields.valuesHelp')}
            value={field.values.join('\n')}
            disabled={disabled}
            onChange={({ target }) => onChange({ ...field, values: target.value.split('\n').slice(0, 300) })}
            sx={{ gridColumn: { sm: 'span 2' } }}
          />
        )}
      </Box>
    </Box>
  )
}
