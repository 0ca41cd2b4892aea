import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { I18nextProvider } from 'react-i18next'
import { expect, it } from 'vitest'
import { createI18n } from '../../lib/i18n.ts'
import { SettingsDialog } from './settings-dialog.tsx'

it('saves the trimmed name, and nothing without one', async () => {
  const user = userEvent.setup()
  const saved: string[] = []
  render(
    <I18nextProvider i18n={await createI18n('en')}>
      <SettingsDialog
        title="Camera"
        name="Wide"
        nameLabel="Name"
        removeLabel="Remove"
        onRemove={() => saved.push('removed')}
        onSave={(name) => saved.push(name)}
        onClose={() => saved.push('closed')}
      >
        <p>More</p>
      </SettingsDialog>
    </I18nextProvider>,
  )
  const name = screen.getByRole('textbox', { name: /Name/ })
  await user.clear(name)
  await user.type(name, '  ')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  await user.type(name, 'Close-up ')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(saved).toEqual(['Close-up'])
  expect(screen.getByRole('dialog', { name: 'Camera' }).textContent).toContain('More')
})
