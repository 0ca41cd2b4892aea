import { entities, type EntityRowView } from '@e-events/shared/contract/storefront/entities.ts'
import { pages } from '@e-events/shared/contract/storefront/pages.ts'
import { limits } from '@e-events/shared/limits.ts'
import { slugSchema } from '@e-events/shared/contract/common.ts'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useMutation } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { useServices } from '../../../../lib/services.ts'
import { forgetPlaces } from '../queries.ts'
import { MembersField, type Member } from './members-field.tsx'

interface PlaceDialogProps {
  kind: 'page' | 'entity'
  /** The one that is changed; without it one is made. */
  entity?: EntityRowView
  onDone: (made: { id: string; slug: string }) => void
  onClose: () => void
}

const nobody: readonly Member[] = []

/** Name and address of a page or an entity; of an entity its members, too. */
export function PlaceDialog({ kind, entity, onDone, onClose }: PlaceDialogProps) {
  const { t } = useTranslation('pages')
  const { t: tc } = useTranslation('common')
  const { api, queries } = useServices()
  const snacks = useSnacks()
  const titleId = useId()
  const [name, setName] = useState(entity?.name ?? '')
  const [slug, setSlug] = useState(entity?.slug ?? '')
  const [members, setMembers] = useState<readonly Member[]>(entity?.members ?? nobody)
  const [visited, setVisited] = useState(false)
  const isSlugWrong = slug !== '' && !slugSchema.safeParse(slug).success
  const isNameWrong = name.trim() === ''
  const save = useMutation({
    mutationFn: async () => {
      const memberIds = members.map(({ id }) => id)
      const body = { name: name.trim(), ...(slug === '' ? {} : { slug }) }
      if (kind === 'page') return api.call(pages.create, { body })
      if (entity) return api.call(entities.update, { params: { slug: entity.slug }, body: { ...body, memberIds } })
      return api.call(entities.create, { body: { ...body, memberIds } })
    },
    onSuccess: async (made) => {
      snacks.success(t(entity ? 'saved' : 'made', { name: made.name }), { key: 'place' })
      await forgetPlaces(queries)
      onDone(made)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isNameWrong && !isSlugWrong && !save.isPending) save.mutate()
  }
  const failure = kind === 'page' ? 'pageSave' : entity ? 'entityUpdate' : 'entityCreate'
  return (
    <Dialog open onClose={save.isPending ? undefined : onClose} fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <form noValidate onSubmit={submit}>
        <DialogTitle id={titleId}>{t(entity ? 'dialog.entity' : kind === 'page' ? 'create.page' : 'create.entity')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <FailureAlert error={save.error} failure={failure} />
          <TextField
            label={t('field.name')}
            required
            value={name}
            onChange={(event) => setName(event.target.value)}
            onBlur={() => setVisited(true)}
            error={visited && isNameWrong}
            helperText={visited && isNameWrong ? tc('rule.required') : undefined}
            slotProps={{ htmlInput: { maxLength: limits.channelTitleChars } }}
          />
          <TextField
            label={t('field.slug')}
            value={slug}
            onChange={(event) => setSlug(event.target.value.trim().toLowerCase())}
            error={isSlugWrong}
            helperText={isSlugWrong ? t('field.slugWrong') : t(entity ? 'field.slugMoves' : 'field.slugHint')}
            slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false, maxLength: limits.slugChars } }}
          />
          {kind === 'entity' && <MembersField value={members} onChange={setMembers} />}
        </DialogContent>
        <DialogActions>
          <Button variant="text" disabled={save.isPending} onClick={onClose}>
            {tc('action.cancel')}
          </Button>
          <Button type="submit" variant="contained" color="inherit" loading={save.isPending} disabled={isNameWrong || isSlugWrong}>
            {t(entity ? 'field.save' : 'field.create')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
