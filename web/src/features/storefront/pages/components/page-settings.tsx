import { slugSchema } from '@e-events/shared/contract/common.ts'
import { pages } from '@e-events/shared/contract/storefront/pages.ts'
import type { SectionEditor } from '@e-events/shared/contract/storefront/sections.ts'
import { limits } from '@e-events/shared/limits.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { UnsavedGuard } from '../../../../components/forms/unsaved-guard.tsx'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { useServices } from '../../../../lib/services.ts'
import { forgetPlaces } from '../queries.ts'

type Settings = Pick<SectionEditor['place'], 'name' | 'slug' | 'isPublished' | 'audience'>

/** Name, address, audience and publication of a page: saved by themselves, apart from what stands on it. */
export function PageSettings({ page }: { page: SectionEditor['place'] }) {
  const { t } = useTranslation('pages')
  const { t: tc } = useTranslation('common')
  const { api, queries } = useServices()
  const snacks = useSnacks()
  const stored: Settings = { name: page.name, slug: page.slug, isPublished: page.isPublished, audience: page.audience }
  const [edited, setEdited] = useState<Partial<Settings>>({})
  const value = { ...stored, ...edited }
  const dirty = (Object.keys(stored) as (keyof Settings)[]).some((key) => value[key] !== stored[key])
  const isSlugWrong = !slugSchema.safeParse(value.slug).success
  const isNameWrong = value.name.trim() === ''
  const save = useMutation({
    mutationFn: () => api.call(pages.update, { params: { id: page.id }, body: { ...value, name: value.name.trim() } }),
    onSuccess: async (saved) => {
      snacks.success(t('saved', { name: saved.name }), { key: 'place' })
      await forgetPlaces(queries)
      setEdited({})
    },
  })
  const change = (next: Partial<Settings>) => setEdited((before) => ({ ...before, ...next }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (dirty && !isNameWrong && !isSlugWrong && !save.isPending) save.mutate()
  }
  return (
    <Card
      component="form"
      noValidate
      onSubmit={submit}
      aria-label={t('settings.label')}
      sx={{ mb: 2, p: 2, flexShrink: 0, display: 'grid', gap: 1.5 }}
    >
      <UnsavedGuard when={dirty} />
      {save.error !== null && <FailureAlert error={save.error} failure="pageSave" />}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: {
            xs: 'minmax(0,1fr)',
            sm: 'minmax(0,1fr) minmax(0,1fr)',
            lg: 'minmax(0,1.2fr) minmax(0,1fr) 190px auto auto',
          },
        }}
      >
        <TextField
          label={t('field.name')}
          required
          value={value.name}
          onChange={(event) => change({ name: event.target.value })}
          error={isNameWrong}
          helperText={isNameWrong ? tc('rule.required') : undefined}
          slotProps={{ htmlInput: { maxLength: limits.channelTitleChars } }}
        />
        <TextField
          label={t('field.slug')}
          required
          value={value.slug}
          onChange={(event) => change({ slug: event.target.value.trim().toLowerCase() })}
          error={isSlugWrong}
          helperText={isSlugWrong ? t('field.slugWrong') : value.slug === stored.slug ? undefined : t('field.slugMoves')}
          slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false, maxLength: limits.slugChars } }}
        />
        <TextField
          select
          label={t('column.audience')}
          value={value.audience}
          onChange={(event) => change({ audience: event.target.value as Settings['audience'] })}
          slotProps={{ select: { native: true } }}
        >
          {(['everybody', 'journalists'] as const).map((audience) => (
            <option key={audience} value={audience}>
              {t(`audience.${audience}`)}
            </option>
          ))}
        </TextField>
        <Box
          component="label"
          sx={{ display: 'flex', alignItems: 'center', gap: 1, typography: 'label', minHeight: 36, mt: { sm: '22px' } }}
        >
          <Switch checked={value.isPublished} onChange={(_, isPublished) => change({ isPublished })} />
          {t('settings.published')}
        </Box>
        <Button
          type="submit"
          disabled={!dirty || isNameWrong || isSlugWrong}
          loading={save.isPending}
          sx={{ mt: { lg: '22px' }, gridColumn: { sm: '1 / -1', lg: 'auto' }, justifySelf: { sm: 'end' } }}
        >
          {t('field.save')}
        </Button>
      </Box>
    </Card>
  )
}
