import type { UserAction, UserRowView } from '@e-events/shared/contract/people/users.ts'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Drawer from '@mui/material/Drawer'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TableFooter } from '../../../../components/data-table/table-footer.tsx'
import { ConfirmDialog } from '../../../../components/feedback/confirm-dialog.tsx'
import { useServices } from '../../../../lib/services.ts'
import { peopleQuery } from '../queries.ts'
import { useColumns } from '../use-columns.ts'
import { usePeopleSearch } from '../use-people-search.ts'
import { ActionDialog } from './action-dialog.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { PeopleTable } from './people-table.tsx'
import { PeopleToolbar } from './people-toolbar.tsx'
import { PersonDetail } from './person-detail.tsx'
import { rowLinkId } from '../person-words.ts'

interface Asked {
  action: UserAction
  people: UserRowView[]
}

/**
 * The table of accounts with everything that can be done to them; the detail of one stands beside it, or over it where
 * there is no room.
 */
export function PeopleTab() {
  const { t } = useTranslation('users')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const search = usePeopleSearch()
  const list = useQuery(peopleQuery(api, search.query))
  const isWide = useMediaQuery((theme: Theme) => theme.breakpoints.up('lg'))
  const columns = useColumns({ isNarrow: search.userId !== null })
  const [chosen, setChosen] = useState<ReadonlyMap<string, UserRowView>>(new Map())
  const [asked, setAsked] = useState<Asked | null>(null)
  const [isEditing, setEditing] = useState(false)
  const [leavingFor, setLeavingFor] = useState<{ userId: string | null } | null>(null)
  const table = useRef<HTMLDivElement>(null)
  const show = (userId: string | null) => {
    search.open(userId)
    // The detail is gone with the button that closed it: back to the person in the table.
    if (userId === null && search.userId !== null) focusNext(() => document.getElementById(rowLinkId(search.userId)) ?? table.current)
  }
  const open = (userId: string | null) => {
    if (isEditing && userId !== search.userId) setLeavingFor({ userId })
    else show(userId)
  }
  const clear = () => {
    setChosen(new Map())
    focusNext(() => table.current)
  }
  const aside = useDetailFocus(search.userId)
  const detail = search.userId && (
    <PersonDetail
      key={search.userId}
      id={search.userId}
      onClose={() => open(null)}
      onAct={(action, person) => setAsked({ action, people: [person] })}
      onEditing={setEditing}
    />
  )
  return (
    <Box
      sx={{
        flex: 1,
        minHeight: { md: 440 },
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0,1fr)', lg: search.userId ? 'minmax(0,1fr) 352px' : 'minmax(0,1fr)' },
        gridTemplateRows: 'minmax(0,1fr)',
        gap: 2,
      }}
    >
      <Card sx={{ minHeight: 0, display: 'flex', flexDirection: 'column', position: 'relative' }}>
        <PeopleToolbar search={search} columns={columns} />
        <PeopleTable
          list={list}
          tableRef={table}
          search={search}
          columns={columns.ids}
          chosen={chosen}
          onChoose={setChosen}
          onOpen={open}
          onAct={(action, person) => setAsked({ action, people: [person] })}
        />
        <TableFooter list={list} search={search} />
        {chosen.size > 0 && (
          <BulkBar people={[...chosen.values()]} onAct={(action, people) => setAsked({ action, people })} onClear={clear} />
        )}
      </Card>
      {detail &&
        (isWide ? (
          <Card
            component="aside"
            ref={aside}
            tabIndex={-1}
            aria-label={t('detail.label')}
            sx={{ minHeight: 0, overflow: 'auto', display: 'flex', flexDirection: 'column', '&:focus': { outline: 'none' } }}
          >
            {detail}
          </Card>
        ) : (
          <Drawer
            anchor="right"
            open
            onClose={() => open(null)}
            slotProps={{ paper: { role: 'dialog', 'aria-label': t('detail.label'), sx: { width: 'min(420px, 100vw)' } } }}
          >
            {detail}
          </Drawer>
        ))}
      {asked && (
        <ActionDialog
          action={asked.action}
          people={asked.people}
          onClose={() => setAsked(null)}
          onDone={() => {
            setAsked(null)
            if (chosen.size > 0) clear()
            if (asked.action === 'delete' && asked.people.some(({ id }) => id === search.userId)) show(null)
          }}
        />
      )}
      <ConfirmDialog
        open={leavingFor !== null}
        title={tc('unsaved.title')}
        confirmLabel={tc('unsaved.leave')}
        cancelLabel={tc('unsaved.stay')}
        destructive
        onClose={() => setLeavingFor(null)}
        onConfirm={() => {
          setEditing(false)
          show(leavingFor?.userId ?? null)
          setLeavingFor(null)
        }}
      >
        {tc('unsaved.text')}
      </ConfirmDialog>
    </Box>
  )
}

/** After what closes has closed: a dialog gives the focus back last. */
function focusNext(target: () => HTMLElement | null): void {
  requestAnimationFrame(() => target()?.focus())
}

/** Stands behind all rows in the order of the page: whoever opens the detail goes on in it. */
function useDetailFocus(userId: string | null) {
  const aside = useRef<HTMLDivElement>(null)
  const shownBefore = useRef(userId)
  useEffect(() => {
    if (userId !== null && userId !== shownBefore.current) aside.current?.focus({ preventScroll: true })
    shownBefore.current = userId
  }, [userId])
  return aside
}
