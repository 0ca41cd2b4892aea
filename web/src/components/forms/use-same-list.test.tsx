import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { useSameList } from './use-same-list.ts'

function Field({ value }: { value: readonly { id: string }[] }) {
  return (
    <Autocomplete
      multiple
      options={[{ id: 'a' }, { id: 'b' }]}
      value={useSameList(value)}
      getOptionLabel={({ id }) => id}
      isOptionEqualToValue={(option, other) => option.id === other.id}
      renderInput={(params) => <TextField {...params} label="People" />}
    />
  )
}

it('keeps what is being typed while a copy of the list comes back from the server, and shows another list', async () => {
  const shown = render(<Field value={[{ id: 'a' }]} />)
  const box = screen.getByRole<HTMLInputElement>('combobox', { name: 'People' })
  await userEvent.type(box, 'Marina')
  shown.rerender(<Field value={[{ id: 'a' }]} />)
  expect(box.value).toBe('Marina')
  shown.rerender(<Field value={[{ id: 'a' }, { id: 'b' }]} />)
  expect(box.closest('.MuiInputBase-root')?.textContent).toContain('b')
  expect(box.value).toBe('')
})
