import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useId, type ReactNode } from 'react'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'

interface RecentListProps<Item extends { id: string }> {
  title: string
  query: { data: { items: readonly Item[] } | undefined; error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> }
  errorTitle: string
  empty: ReactNode
  hrefOf: (item: Item) => string
  nameOf: (item: Item) => string
  /** Below the name, and at the end of the row. */
  note: (item: Item) => ReactNode
  renderState: (item: Item) => ReactNode
  all: { href: string; label: string }
}

/** Latest items, each with its state, and a link to all of them. */
export function RecentList<Item extends { id: string }>(props: RecentListProps<Item>) {
  const { title, query, hrefOf, nameOf, note, renderState, all } = props
  const id = useId()
  const items = query.data?.items
  return (
    <Card component="section" aria-labelledby={id} sx={{ overflow: 'clip' }}>
      <Box sx={{ px: 2, py: 1.5, display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', gap: 2 }}>
        <Typography variant="h4" component="h2" id={id}>
          {title}
        </Typography>
        <Link href={all.href} sx={{ typography: 'body2', color: 'text.secondary' }}>
          {all.label}
        </Link>
      </Box>
      {!query.data && query.error ? (
        <ErrorNotice error={query.error} title={props.errorTitle} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : items?.length === 0 ? (
        props.empty
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {items
            ? items.map((item) => (
                <Row key={item.id}>
                  <Box sx={{ flex: 1, minWidth: 0 }}>
                    <Link href={hrefOf(item)} color="inherit" noWrap sx={{ display: 'block', fontSize: 14.5, fontWeight: 560 }}>
                      {nameOf(item)}
                    </Link>
                    <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>
                      {note(item)}
                    </Typography>
                  </Box>
                  {renderState(item)}
                </Row>
              ))
            : [0, 1, 2].map((row) => (
                <Row key={row}>
                  <Box aria-hidden sx={{ flex: 1 }}>
                    <Skeleton width="50%" />
                    <Skeleton width="30%" />
                  </Box>
                </Row>
              ))}
        </Box>
      )}
    </Card>
  )
}

function Row({ children }: { children: ReactNode }) {
  return (
    <Box
      component="li"
      sx={{ px: 2, py: 1.25, minHeight: 60, display: 'flex', alignItems: 'center', gap: 2, borderTop: 1, borderColor: 'border.subtle' }}
    >
      {children}
    </Box>
  )
}
