import { registerDomainsSchema } from '@e-events/shared/contract/settings/config.ts'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormSection } from '../../../../components/forms/form-section.tsx'
import { SaveBar } from '../../../../components/forms/save-bar.tsx'
import { UnsavedGuard } from '../../../../components/forms/unsaved-guard.tsx'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { useServices } from '../../../../lib/services.ts'
import { registerDomainsResource, type RegisterDomains } from '../resources.ts'
import { useEdited } from '../use-edited.ts'
import { ConflictAlert } from './conflict-alert.tsx'
import { LoadFailure } from './load-failure.tsx'
import { SectionSkeleton } from './site/switches-form.tsx'

const lists = ['allowed', 'forbidden'] as const

/** Whose e-mail may sign up: one domain per line. */
export function RegisterDomainsForm() {
  const { t } = useTranslation('site-config')
  const { api, queries } = useServices()
  const snacks = useSnacks()
  const { value: stored, save, ...edited } = useEdited(registerDomainsResource(api, queries))
  const [typed, setTyped] = useState<Partial<Record<keyof RegisterDomains, string>>>({})
  if (edited.loadError) return <LoadFailure error={edited.loadError} isLoading={edited.isLoading} onRetry={() => void edited.reload()} />
  if (!stored) return <SectionSkeleton rows={2} />
  const text = (list: keyof RegisterDomains) => typed[list] ?? stored[list].join('\n')
  const wanted = { allowed: linesOf(text('allowed')), forbidden: linesOf(text('forbidden')) }
  const checked = registerDomainsSchema.safeParse(wanted)
  const wrong = (list: keyof RegisterDomains) =>
    checked.success
      ? []
      : checked.error.issues.filter(({ path }) => path[0] === list).map(({ path }) => wanted[list][Number(path[1])] ?? '')
  const isDirty = lists.some((list) => wanted[list].join('\n') !== stored[list].join('\n'))
  const submit = () => {
    if (!checked.success) return
    save.mutate(checked.data, {
      onSuccess: () => {
        setTyped({})
        snacks.success({ id: 'ADMIN.PAGE.SAVE_SUCCESS' }, { key: 'ADMIN.PAGE.SAVE' })
      },
      onError: () => snacks.error({ id: 'ADMIN.PAGE.SAVE_ERROR' }, { key: 'ADMIN.PAGE.SAVE' }),
    })
  }
  return (
    <>
      {edited.isConflict && <ConflictAlert isLoading={edited.isLoading} onReload={() => void edited.reload()} />}
      <FormSection title={t('domains.title')} note={t('domains.note')}>
        <Box sx={{ p: 2, display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
          {lists.map((list) => {
            const bad = wrong(list)
            return (
              <TextField
                key={list}
                multiline
                minRows={4}
                maxRows={12}
                label={t(`domains.${list}`)}
                error={bad.length > 0}
                helperText={bad.length > 0 ? t('domains.wrong', { list: bad.slice(0, 3).join(', ') }) : t(`domains.${list}Help`)}
                value={text(list)}
                disabled={save.isPending}
                slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'none' } }}
                onChange={({ target }) => setTyped({ ...typed, [list]: target.value })}
              />
            )
          })}
        </Box>
      </FormSection>
      <SaveBar
        label={t('domains.saveBar')}
        status={t(isDirty ? 'unsaved' : 'allSaved')}
        isDirty={isDirty}
        isInvalid={!checked.success}
        isSaving={save.isPending}
        saveLabel={t('save')}
        discardLabel={t('discard')}
        onDiscard={() => setTyped({})}
        onSave={submit}
      />
      <UnsavedGuard when={isDirty && !save.isPending} />
    </>
  )
}

/** As they are stored: small letters, no blanks, none twice, and without the @ that people put before it. */
function linesOf(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).map((line) => line.replace(/^@/, '').toLowerCase()))].filter(Boolean)
}
