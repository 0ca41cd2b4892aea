import EditOutlined from '@mui/icons-material/EditOutlined'
import type { UserDetail } from '@e-events/shared/contract/people/users.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languageNames } from '../../../../config/language-names.ts'
import { countryName } from '../../../../lib/country-name.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { personGroups, type FieldKind, type PersonField, type PersonGroup } from '../person-fields.ts'
import { FactList } from '../../../../components/layout/fact-list.tsx'
import { PersonGroupForm } from './person-group-form.tsx'

interface PersonGroupsProps {
  person: UserDetail
  onEditing: (isEditing: boolean) => void
}

/** One group is edited at a time, in the place where it is read. */
export function PersonGroups({ person, onEditing }: PersonGroupsProps) {
  const [editing, setEditing] = useState<PersonGroup['id'] | null>(null)
  return personGroups.map((group) => (
    <Group
      key={group.id}
      group={group}
      person={person}
      isEditing={editing === group.id}
      canEdit={editing === null && person.state !== 'deleted'}
      onEdit={() => setEditing(group.id)}
      onDirty={onEditing}
      onClose={() => {
        setEditing(null)
        onEditing(false)
      }}
    />
  ))
}

interface GroupProps {
  group: PersonGroup
  person: UserDetail
  isEditing: boolean
  canEdit: boolean
  onEdit: () => void
  onDirty: (isDirty: boolean) => void
  onClose: () => void
}

function Group({ group, person, isEditing, canEdit, onEdit, onDirty, onClose }: GroupProps) {
  const { t } = useTranslation('users')
  const words = useFieldWords()
  const headingId = `person-group-${group.id}`
  return (
    <Box component="section" aria-labelledby={headingId} sx={{ '& + &': { mt: 2.5 } }}>
      <Box sx={{ display: 'flex', alignItems: 'center', minHeight: 30 }}>
        <Typography variant="h6" component="h3" id={headingId} sx={{ flex: 1 }}>
          {t(`group.${group.id}`)}
        </Typography>
        {canEdit && (
          <Button size="small" variant="text" startIcon={<EditOutlined />} onClick={onEdit} sx={{ mr: -1 }}>
            {t('detail.edit')}
            <span className="visually-hidden"> {t(`group.${group.id}`)}</span>
          </Button>
        )}
      </Box>
      {isEditing ? (
        <PersonGroupForm group={group} person={person} onDirty={onDirty} onClose={onClose} />
      ) : (
        <FactList facts={group.fields.map(([name, kind]) => [t(`field.${name}`), words(person, name, kind)])} />
      )}
    </Box>
  )
}

function useFieldWords(): (person: UserDetail, name: PersonField, kind: FieldKind) => string | null {
  const { t } = useTranslation('users')
  const language = useLanguage()
  return (person, name, kind) => {
    const value = person[name]
    if (value === null) return null
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    if (Array.isArray(value)) return value.map((role) => t(`role.${role}`)).join(', ')
    if (kind === 'country' && value !== '') return countryName(value, language)
    return kind === 'language' ? languageNames[person.language] : value
  }
}
