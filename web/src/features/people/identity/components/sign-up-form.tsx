import { registerBody, signUp } from '@e-events/shared/contract/people/auth.ts'
import { localPath } from '@e-events/shared/contract/common.ts'
import { ApiError } from '@e-events/shared/contract/client.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import ArrowForwardRounded from '@mui/icons-material/ArrowForwardRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Link from '@mui/material/Link'
import TextField from '@mui/material/TextField'
import { useEffect, useId, useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { Trans, useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { z } from 'zod'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { PasswordField } from './password-field.tsx'
import { PasswordRules } from './password-rules.tsx'
import { privacyVersion } from '@e-events/shared/domain/legal.ts'
import { paths, safeNext } from '../../../../config/paths.ts'
import { contractResolver, fieldWords, judgesAgain, showRefusal, type FieldRule } from '../../../../lib/form.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { ExtraField, type RegisterField } from './extra-field.tsx'
import { RoleCards } from './role-cards.tsx'

export type SignUpFields = Omit<z.input<typeof registerBody>, 'privacyAccepted'> & { privacyAccepted: boolean }

interface SignUpFormProps {
  /** Extra fields of the site's administrators. */
  extraFields: readonly RegisterField[]
  /** Whose addresses are taken; undefined where that is not known: the server decides anyway. */
  domains: { allowed: readonly string[]; forbidden: readonly string[] } | undefined
  /** Values typed before, for a return to correct the e-mail. */
  initial?: SignUpFields | undefined
  onDone: (fields: SignUpFields) => void
  /** Nothing typed yet, or all of it sent: leaving loses nothing. */
  onDirty: (isDirty: boolean) => void
}

const resolverSame = [
  ['email', 'emailConfirm'],
  ['password', 'passwordConfirm'],
] as const

export function SignUpForm({ extraFields, domains, initial, onDone, onDirty }: SignUpFormProps) {
  const { t } = useTranslation('identity')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const language = useLanguage()
  const [query] = useSearchParams()
  const rulesId = useId()
  // An address that is too long to be kept is no reason to refuse the sign-up.
  const next = safeNext(query.get('next'))
  const wanted = next === paths.home ? null : (localPath.safeParse(next).data ?? null)
  const [failure, setFailure] = useState<unknown>(null)
  const [isTaken, setTaken] = useState(false)
  const required = new Set(extraFields.filter((field) => field.required).map((field) => field.name))
  const form = useForm<SignUpFields>({
    mode: 'onTouched',
    defaultValues: initial ?? { ...emptyFields(language), ...(query.get('role') === 'organizer' ? { role: 'organizer' as const } : {}) },
    resolver: (values, context, options) =>
      // The form keeps empty texts where the contract has null; the resolver turns them before it checks.
      contractResolver(registerBody as unknown as z.ZodType<SignUpFields, SignUpFields>, {
        same: resolverSame,
        nullable: ['country', 'company', 'job', 'recommendedBy'],
        extra: (typed) => {
          const broken: Partial<Record<string, FieldRule>> = {}
          for (const name of required) if (!typed[name]) broken[name] = 'required'
          if (domains && String(typed['email']).includes('@') && !isDomainAccepted(String(typed['email']), domains))
            broken['email'] = 'domain'
          return broken
        },
      })(values, context, options),
  })
  const { errors, isValid, isSubmitting, isDirty } = form.formState
  const password = useWatch({ control: form.control, name: 'password' })
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])

  const submit = form.handleSubmit(async (fields) => {
    setFailure(null)
    setTaken(false)
    try {
      await api.call(signUp.register, { body: { ...fields, privacyAccepted: true, next: wanted } })
      onDone(form.getValues())
    } catch (error) {
      setTaken(error instanceof ApiError && error.code === 'EMAIL_TAKEN')
      const isSaid = showRefusal(error, {
        setError: form.setError,
        fields: Object.keys(fields),
        of: { EMAIL_TAKEN: ['email', 'taken'], EMAIL_DOMAIN_REFUSED: ['email', 'domain'] },
      })
      if (!isSaid || (error instanceof ApiError && error.code === 'VALIDATION_FAILED')) setFailure(error)
    }
  })
  const words = (name: keyof SignUpFields) => fieldWords(errors[name], tc)
  const field = (name: 'name' | 'surname' | 'email' | 'emailConfirm' | 'password' | 'passwordConfirm') => ({
    label: t(`signUp.${name}`),
    error: Boolean(errors[name]),
    helperText: words(name),
    // A repetition depends on what it repeats.
    ...form.register(
      name,
      name === 'email' ? judgesAgain(form, 'emailConfirm') : name === 'password' ? judgesAgain(form, 'passwordConfirm') : {},
    ),
  })
  const pair = { display: 'grid', gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: 'repeat(2, minmax(0,1fr))' }, columnGap: 2, rowGap: 2.25 }
  const emailInput = { autoComplete: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false } as const
  return (
    <Box component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ display: 'grid', gap: 2.25 }}>
      <FailureAlert error={failure} failure={failure instanceof ApiError && failure.status >= 500 ? 'unexpected' : 'registration'} />
      <Controller
        control={form.control}
        name="role"
        render={({ field: { value, onChange } }) => <RoleCards value={value} onChange={onChange} />}
      />
      <Box sx={pair}>
        <TextField required {...field('name')} slotProps={{ htmlInput: { autoComplete: 'given-name' } }} />
        <TextField required={required.has('surname')} {...field('surname')} slotProps={{ htmlInput: { autoComplete: 'family-name' } }} />
      </Box>
      <Box sx={pair}>
        <TextField required type="email" {...field('email')} slotProps={{ htmlInput: emailInput }} />
        <TextField required type="email" {...field('emailConfirm')} slotProps={{ htmlInput: emailInput }} />
        {isTaken && (
          <Alert severity="info" sx={{ gridColumn: '1 / -1' }}>
            <Trans
              t={t}
              i18nKey="signUp.takenHelp"
              components={{ login: <Link href={paths.login(next)} />, recovery: <Link href={paths.recovery} /> }}
            />
          </Alert>
        )}
        {domains && domains.allowed.length > 0 && (
          <FormHelperText sx={{ gridColumn: '1 / -1', mt: -1 }}>
            {t('signUp.allowed', { domains: domains.allowed.join(', ') })}
          </FormHelperText>
        )}
      </Box>
      <Box sx={{ display: 'grid', gap: 1.25 }}>
        <Box sx={pair}>
          <PasswordField required autoComplete="new-password" aria-describedby={rulesId} {...field('password')} />
          <PasswordField required autoComplete="new-password" {...field('passwordConfirm')} />
        </Box>
        <PasswordRules password={password} id={rulesId} />
      </Box>
      {extraFields
        .filter(({ name }) => name !== 'name' && name !== 'surname')
        .map((extra) => (
          <ExtraField
            key={extra.name}
            field={extra}
            error={Boolean(errors[extra.name])}
            helperText={words(extra.name)}
            {...form.register(extra.name)}
          />
        ))}
      <Box sx={{ display: 'grid', gap: 0.5 }}>
        <Controller
          control={form.control}
          name="privacyAccepted"
          render={({ field: { value, onChange, onBlur, ref } }) => (
            <FormControlLabel
              // Its own asterisk would break the line.
              required={false}
              sx={{ alignItems: 'flex-start', mr: 0, '& .MuiFormControlLabel-label': { pt: 0.75 } }}
              control={<Checkbox required checked={value} onChange={onChange} onBlur={onBlur} slotProps={{ input: { ref } }} />}
              label={
                <>
                  <Trans
                    t={t}
                    i18nKey="signUp.privacy"
                    values={{ version: privacyVersion }}
                    components={{ policy: <Link href={paths.privacy} target="_blank" rel="noopener" /> }}
                  />
                  <Box component="span" aria-hidden sx={{ color: 'error.main' }}>
                    {' *'}
                  </Box>
                </>
              }
            />
          )}
        />
        {errors.privacyAccepted && <FormHelperText error>{tc('rule.accept')}</FormHelperText>}
        <Controller
          control={form.control}
          name="newsletter"
          render={({ field: { value, onChange, onBlur, ref } }) => (
            <FormControlLabel
              sx={{ alignItems: 'flex-start', mr: 0, '& .MuiFormControlLabel-label': { pt: 0.75 } }}
              control={<Checkbox checked={value === true} onChange={onChange} onBlur={onBlur} slotProps={{ input: { ref } }} />}
              label={t('signUp.newsletter')}
            />
          )}
        />
      </Box>
      <Button
        type="submit"
        variant="contained"
        color="primary"
        size="large"
        fullWidth
        disabled={!isValid}
        loading={isSubmitting}
        endIcon={<ArrowForwardRounded />}
      >
        {t('signUp.submit')}
      </Button>
    </Box>
  )
}

const emptyFields = (language: Language): SignUpFields => ({
  role: 'attendee',
  email: '',
  emailConfirm: '',
  password: '',
  passwordConfirm: '',
  privacyAccepted: false,
  privacyVersion,
  newsletter: false,
  name: '',
  surname: '',
  country: '',
  language,
  company: '',
  job: '',
  recommendedBy: '',
})

/** Whether the site takes accounts of this address; sub-domains count as theirs. The server decides again. */
function isDomainAccepted(email: string, { allowed, forbidden }: { allowed: readonly string[]; forbidden: readonly string[] }): boolean {
  const domain = email.split('@').at(-1)?.trim().toLowerCase() ?? ''
  const isOf = (list: readonly string[]) => list.some((one) => domain === one || domain.endsWith(`.${one}`))
  return !isOf(forbidden) && (allowed.length === 0 || isOf(allowed))
}
