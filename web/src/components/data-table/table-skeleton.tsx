import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useTranslation } from 'react-i18next'

/** The boxes of the rows that are on their way. */
export function TableSkeleton({ columns }: { columns: number }) {
  const { t } = useTranslation()
  return (
    <Box role="status" sx={{ flex: 1, overflow: 'hidden' }}>
      <span className="visually-hidden">{t('page.loading')}</span>
      {Array.from({ length: 12 }, (_, row) => (
        <Box
          key={row}
          aria-hidden
          sx={{
            height: 'var(--ee-row)',
            px: 1.5,
            gap: 3,
            display: 'grid',
            alignItems: 'center',
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            borderBottom: 1,
            borderColor: 'border.subtle',
          }}
        >
          {Array.from({ length: columns }, (_cell, column) => (
            <Skeleton key={column} sx={{ width: `${45 + ((row * 17 + column * 29) % 45)}%`, height: 13 }} />
          ))}
        </Box>
      ))}
    </Box>
  )
}
