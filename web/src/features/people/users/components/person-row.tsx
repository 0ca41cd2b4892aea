import MoreVertRounded from '@mui/icons-material/MoreVertRounded'
import { assertUnreachable } from '@e-events/shared/domain/unreachable.ts'
import type { UserAction, UserRowView } from '@e-events/shared/contract/people/users.ts'
import { StatusDot } from '@e-events/shared/ui/badges.tsx'
import { localeTags } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { languageNames } from '../../../../config/language-names.ts'
import { countryName } from '../../../../lib/country-name.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useViewerZone } from '../../../../lib/services.ts'
import { allowedActions, fullName, rowLinkId, toneOf } from '../person-words.ts'
import type { ColumnId } from '../use-columns.ts'
import { actionIcons } from './action-icons.ts'
import { PersonAvatar } from './person-avatar.tsx'

interface PersonRowProps {
  person: UserRowView
  columns: readonly ColumnId[]
  isChosen: boolean
  isOpen: boolean
  onChoose: (on: boolean) => void
  onOpen: () => void
  onAct: (action: UserAction) => void
}

export function PersonRow({ person, columns, isChosen, isOpen, onChoose, onOpen, onAct }: PersonRowProps) {
  const { t } = useTranslation('users')
  const { pathname, search } = useLocation()
  const name = fullName(person)
  const href = `${pathname}?${new URLSearchParams([...new URLSearchParams(search).entries()].filter(([key]) => key !== 'user').concat([['user', person.id]])).toString()}`
  return (
    <TableRow hover selected={isChosen || isOpen} aria-selected={isChosen} onClick={onOpen} sx={{ cursor: 'pointer' }}>
      <TableCell padding="none" sx={{ pl: 1 }} onClick={(event) => event.stopPropagation()}>
        <Checkbox
          checked={isChosen}
          onChange={(_, on) => onChoose(on)}
          slotProps={{ input: { 'aria-label': t('list.choose', { name }) } }}
        />
      </TableCell>
      <TableCell component="th" scope="row">
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, minWidth: 0 }}>
          {/* On a phone the name needs the room more. */}
          <Box sx={{ display: { xs: 'none', sm: 'block' } }}>
            <PersonAvatar person={person} size={26} />
          </Box>
          <Box sx={{ minWidth: 0 }}>
            <Link
              id={rowLinkId(person.id)}
              href={href}
              color="inherit"
              aria-current={isOpen ? 'true' : undefined}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return
                event.preventDefault()
                event.stopPropagation()
                onOpen()
              }}
              sx={{ display: 'block', fontWeight: 560, color: 'text.primary', overflow: 'hidden', textOverflow: 'ellipsis' }}
            >
              {name}
            </Link>
            {!columns.includes('email') && (
              <Box
                component="span"
                sx={{ display: 'block', typography: 'caption', color: 'text.secondary', overflow: 'hidden', textOverflow: 'ellipsis' }}
              >
                {person.email}
              </Box>
            )}
          </Box>
        </Box>
      </TableCell>
      {columns.map((id) => (
        <TableCell key={id} className="tabular">
          <Value id={id} person={person} />
        </TableCell>
      ))}
      <TableCell padding="none" onClick={(event) => event.stopPropagation()} sx={{ textAlign: 'center', textOverflow: 'clip' }}>
        <RowMenu person={person} name={name} onAct={onAct} />
      </TableCell>
    </TableRow>
  )
}

function Value({ id, person }: { id: ColumnId; person: UserRowView }): ReactNode {
  const { t } = useTranslation('users')
  const language = useLanguage()
  const zone = useViewerZone()
  const day = (at: string) =>
    new Date(at).toLocaleDateString(localeTags[language], { timeZone: zone, day: '2-digit', month: '2-digit', year: 'numeric' })
  switch (id) {
    case 'email':
      return person.email
    case 'roles':
      // Everybody is an attendee: said only of those who are nothing more.
      return person.roles
        .filter((role) => role !== 'VIEWER' || person.roles.length === 1)
        .map((role) => t(`role.${role}`))
        .join(', ')
    case 'country':
      return person.country === null ? '—' : countryName(person.country, language)
    case 'language':
      return languageNames[person.language]
    case 'createdAt':
      return day(person.createdAt)
    case 'lastLoginAt':
      return person.lastLoginAt === null ? t('never') : day(person.lastLoginAt)
    case 'newsletter':
      return t(person.newsletter ? 'yes' : 'no')
    case 'external':
      return t(person.external ? 'yes' : 'no')
    case 'state':
      return <StatusDot tone={toneOf[person.state]}>{t(`state.${person.state}`)}</StatusDot>
    default:
      return assertUnreachable(id)
  }
}

function RowMenu({ person, name, onAct }: { person: UserRowView; name: string; onAct: (action: UserAction) => void }) {
  const { t } = useTranslation('users')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const actions = allowedActions(person)
  if (actions.length === 0) return null
  const label = t('list.actionsOf', { name })
  return (
    <>
      <IconButton
        size="small"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreVertRounded />
      </IconButton>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ root: { role: 'region', 'aria-label': label }, list: { 'aria-label': label } }}
      >
        {actions.map((action) => {
          const Icon = actionIcons[action]
          return (
            <MenuItem
              key={action}
              onClick={() => {
                setAnchor(null)
                onAct(action)
              }}
              sx={action === 'delete' ? { color: 'error.main' } : {}}
            >
              <Icon aria-hidden />
              {t(`action.${action}`)}
            </MenuItem>
          )
        })}
      </Menu>
    </>
  )
}
