import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'

interface NextPageProps {
  /** An infinite query. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; isFetchNextPageError: boolean; fetchNextPage: () => Promise<unknown> }
  label: string
  /** Said when the last try failed; the button tries again. */
  errorText: string
}

/** The end of a list that has more: one button, and what went wrong. */
export function NextPage({ list, label, errorText }: NextPageProps) {
  return (
    <>
      {list.isFetchNextPageError && (
        <Alert severity="warning" sx={{ mt: 2 }}>
          {errorText}
        </Alert>
      )}
      {list.hasNextPage && (
        <Box sx={{ mt: 4, display: 'grid', justifyItems: 'center' }}>
          <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {label}
          </Button>
        </Box>
      )}
    </>
  )
}
