import type { AuditEntry } from '@e-events/shared/contract/people/users.ts'
import { date } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Link from '@mui/material/Link'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useViewerZone } from '../../../../lib/services.ts'
import { knownAction, knownSubject } from '../audit-words.ts'

/** Who did what, when; on demand what it was before and what it is now. */
export function AuditItem({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('users')
  const language = useLanguage()
  const zone = useViewerZone()
  const changesId = useId()
  const [open, setOpen] = useState(false)
  const changes = changesOf(entry)
  const who = entry.actor ? entry.actor.name || entry.actor.email : t('log.system')
  const action = knownAction(entry.action)
  const subject = knownSubject(entry.subject.type)
  // Settings are of the whole site, a download is of the whole list: there is no single one to name.
  const isOne = entry.subject.id !== 'site' && entry.subject.id !== 'list'
  const name = entry.subject.name ?? entry.subject.id
  return (
    <Box component="li" sx={{ py: 1.25, '& + &': { borderTop: 1, borderColor: 'border.subtle' } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, alignItems: 'center' }}>
        <Box component="span" sx={{ fontSize: 14, fontWeight: 560, overflowWrap: 'anywhere' }}>
          {who}
        </Box>
        <Chip size="small" label={action ? t(`log.acts.${action}`) : entry.action} />
        <Box component="time" dateTime={entry.at} className="tabular" sx={{ typography: 'caption', color: 'text.secondary' }}>
          {date(entry.at, 'dayTime', language, zone)}
        </Box>
        {changes.length > 0 && (
          <Button
            size="small"
            variant="text"
            aria-expanded={open}
            aria-controls={changesId}
            onClick={() => setOpen(!open)}
            sx={{ ml: { xs: -1.5, sm: 'auto' } }}
          >
            {t(open ? 'log.hide' : 'log.show', { count: changes.length })}
          </Button>
        )}
      </Box>
      <Box sx={{ typography: 'caption', color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {subject ? t(`log.subjects.${subject}`) : entry.subject.type}
        {isOne && ' '}
        {isOne &&
          (subject === 'user' ? (
            <Link href={paths.manageUser(entry.subject.id)}>{name}</Link>
          ) : (
            <span title={entry.subject.id}>{name}</span>
          ))}
        {entry.address !== null && ` · ${entry.address}`}
      </Box>
      {open && (
        <Box
          component="dl"
          id={changesId}
          sx={{ m: 0, mt: 0.75, p: 1.25, borderRadius: '8px', bgcolor: 'surface.sunken', fontSize: 13, display: 'grid', gap: 0.75 }}
        >
          {changes.map(({ name, before, after }) => (
            <Box key={name} sx={{ overflowWrap: 'anywhere' }}>
              <Box component="dt" sx={{ color: 'text.secondary' }}>
                {name}
              </Box>
              <Box component="dd" sx={{ m: 0 }}>
                <Box component="del" sx={{ color: 'text.secondary' }}>
                  {before}
                </Box>
                {' → '}
                <Box component="ins" sx={{ fontWeight: 560, textDecoration: 'none' }}>
                  {after}
                </Box>
              </Box>
            </Box>
          ))}
        </Box>
      )}
    </Box>
  )
}

function changesOf({ before, after }: AuditEntry): { name: string; before: string; after: string }[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names
    .map((name) => ({ name, before: textOf(before?.[name]), after: textOf(after?.[name]) }))
    .filter((change) => change.before !== change.after)
}

const textOf = (value: unknown): string =>
  value === undefined || value === null || value === '' ? '—' : typeof value === 'string' ? value : JSON.stringify(value)
