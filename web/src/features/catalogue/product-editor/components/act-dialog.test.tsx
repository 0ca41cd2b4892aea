import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderApp } from '../../../../testing/render-app.tsx'
import { ActDialog } from './act-dialog.tsx'

it.each([
  ['es', 'Cancelar el evento', 'No, dejarlo como está'],
  ['en', 'Cancel the event', 'No, leave it as it is'],
  ['pt', 'Cancelar o evento', 'Não, deixar como está'],
] as const)('a dialog that cancels something has one button with that verb (%s)', async (language, confirm, leave) => {
  const dialog = (
    <ActDialog
      title={confirm}
      confirmLabel={confirm}
      destructive
      busy={false}
      error={null}
      failure="productUpdate"
      onConfirm={() => undefined}
      onClose={() => undefined}
    >
      .
    </ActDialog>
  )
  await renderApp({ at: '/', part: dialog, language })
  const buttons = within(await screen.findByRole('dialog')).getAllByRole('button')
  expect(buttons.map(({ textContent }) => textContent)).toEqual([leave, confirm])
})
