import { users, type UserDetail } from '@e-events/shared/contract/people/users.ts'
import { languages } from '@e-events/shared/domain/language.ts'
import { roles, type Role } from '@e-events/shared/domain/states.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import Switch from '@mui/material/Switch'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Controller, useForm, type Control, type FieldError, type FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { CountryField } from '../../../../components/forms/country-field.tsx'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { ZoneField } from '../../../../components/forms/zone-field.tsx'
import { UnsavedGuard } from '../../../../components/forms/unsaved-guard.tsx'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { languageNames } from '../../../../config/language-names.ts'
import { contractResolver, fieldWords, showRefusal } from '../../../../lib/form.ts'
import { useServices } from '../../../../lib/services.ts'
import {
  isRequired,
  nullableOf,
  schemaOf,
  toForm,
  type FieldKind,
  type PersonChanges,
  type PersonField,
  type PersonGroup,
} from '../person-fields.ts'
import { fullName } from '../person-words.ts'
import { personQuery, refreshPeople } from '../queries.ts'

interface PersonGroupFormProps {
  group: PersonGroup
  person: UserDetail
  onDirty: (isDirty: boolean) => void
  onClose: () => void
}

export function PersonGroupForm({ group, person, onDirty, onClose }: PersonGroupFormProps) {
  const { t } = useTranslation('users')
  const { t: tc } = useTranslation('common')
  const { api, queries } = useServices()
  const snacks = useSnacks()
  const form = useForm<FieldValues, unknown, PersonChanges>({
    resolver: contractResolver(schemaOf(group), { nullable: nullableOf(group) }),
    mode: 'onTouched',
    defaultValues: toForm(person, group),
  })
  const { isDirty, isValid, isSubmitting, dirtyFields, errors } = form.formState
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  const save = useMutation({
    mutationFn: (changes: PersonChanges) => {
      // Only touched fields are sent; the others stay.
      const body = Object.fromEntries(Object.entries(changes).filter(([name]) => dirtyFields[name] !== undefined)) as PersonChanges
      return api.call(users.update, { params: { id: person.id }, body })
    },
    onSuccess: async (next) => {
      queries.setQueryData(personQuery(api, person.id).queryKey, next)
      snacks.success(t('detail.saved', { name: fullName(next) }), { key: 'person' })
      onClose()
      await refreshPeople(queries)
    },
  })
  const fields = group.fields.map(([name]) => name as string)
  const submit = form.handleSubmit(async (changes) => {
    try {
      await save.mutateAsync(changes)
    } catch (error) {
      if (showRefusal(error, { setError: form.setError, fields, of: { EMAIL_TAKEN: ['email', 'taken'] } })) save.reset()
    }
  })
  return (
    <Box component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ mt: 1, display: 'grid', gap: 1.75 }}>
      <FailureAlert error={save.error} failure="dataUpdate" />
      {group.fields.map(([name, kind]) => (
        <Controller
          key={name}
          name={name}
          control={form.control as Control}
          render={({ field }) => (
            <Field
              {...field}
              field={name}
              kind={kind}
              label={t(`field.${name}`)}
              disabled={save.isPending}
              error={fieldWords(errors[name] as FieldError | undefined, tc)}
            />
          )}
        />
      ))}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
        <Button size="small" variant="text" disabled={save.isPending} onClick={onClose}>
          {tc('action.cancel')}
        </Button>
        <Button size="small" type="submit" variant="contained" color="inherit" disabled={!isDirty || !isValid} loading={isSubmitting}>
          {t('detail.save')}
        </Button>
      </Box>
      <UnsavedGuard when={isDirty && !isSubmitting && !save.isSuccess} />
    </Box>
  )
}

interface FieldProps {
  field: PersonField
  kind: FieldKind
  label: string
  disabled: boolean
  error: string | undefined
  value: unknown
  onChange: (value: unknown) => void
  onBlur: () => void
}

function Field({ field, kind, label, disabled, error, value, onChange, onBlur }: FieldProps) {
  const { t } = useTranslation('users')
  if (kind === 'switch')
    return (
      <FormControlLabel
        disabled={disabled}
        control={
          <Switch checked={value === true} onChange={(_, on) => onChange(on)} onBlur={onBlur} slotProps={{ input: { role: 'switch' } }} />
        }
        label={label}
        sx={{ ml: 0, gap: 1.25 }}
      />
    )
  if (kind === 'roles')
    return (
      <FormControl component="fieldset" error={error !== undefined} disabled={disabled}>
        <FormLabel component="legend" sx={{ typography: 'label', color: 'text.primary' }}>
          {label}
        </FormLabel>
        {roles.map((role) => (
          <FormControlLabel
            key={role}
            label={t(`role.${role}`)}
            control={
              <Checkbox
                checked={(value as Role[]).includes(role)}
                onBlur={onBlur}
                onChange={(_, on) => onChange(roles.filter((known) => (known === role ? on : (value as Role[]).includes(known))))}
              />
            }
          />
        ))}
        {error !== undefined && <FormHelperText>{error}</FormHelperText>}
      </FormControl>
    )
  const props: TextFieldProps = {
    label,
    disabled,
    required: isRequired(field),
    error: error !== undefined,
    helperText: error,
    value: value as string,
    onBlur,
    onChange: ({ target }) => onChange(target.value),
  }
  if (kind === 'country') return <CountryField {...props} emptyLabel={t('filter.none')} />
  if (kind === 'timezone')
    return (
      <ZoneField
        label={label}
        disabled={disabled}
        required={isRequired(field)}
        error={error !== undefined}
        helperText={error}
        value={value as string}
        onBlur={onBlur}
        onChange={onChange}
      />
    )
  if (kind === 'language')
    return (
      <TextField {...props} select slotProps={{ select: { native: true } }}>
        {languages.map((language) => (
          <option key={language} value={language}>
            {languageNames[language]}
          </option>
        ))}
      </TextField>
    )
  return (
    <TextField
      {...props}
      {...(kind === 'multiline' ? { multiline: true, minRows: 2, maxRows: 8 } : {})}
      {...(kind === 'url' ? { type: 'url', placeholder: 'https://' } : {})}
    />
  )
}
