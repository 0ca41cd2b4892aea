import { act, fireEvent, render, screen } from '@testing-library/react'
import { AppThemeProvider } from '@e-events/shared/ui/theme/app-theme-provider.tsx'
import { I18nextProvider } from 'react-i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createI18n } from '../../app/i18n.ts'
import { limits } from '@e-events/shared/limits.ts'
import { SnackbarHost } from './snackbar.tsx'
import { snackStore } from './use-snacks.ts'

describe('snackbar', () => {
  let words: Awaited<ReturnType<typeof createI18n>>
  beforeEach(async () => {
    words = await createI18n('es')
    vi.useFakeTimers()
    render(
      <I18nextProvider i18n={words}>
        <AppThemeProvider>
          <SnackbarHost />
        </AppThemeProvider>
      </I18nextProvider>,
    )
  })
  afterEach(() => {
    act(() => {
      snackStore.dismiss()
      vi.runAllTimers()
    })
    vi.useRealTimers()
  })

  /** In steps, because leaving is a chain of transitions that React has to see one after the other. */
  const pass = (ms: number) => {
    for (let left = ms; left > 0; left -= 250)
      act(() => {
        vi.advanceTimersByTime(Math.min(left, 250))
      })
  }

  it('hides a message after ten seconds, not before [UX-030, LIM-036]', () => {
    expect(limits.snackbarMs).toBe(10_000)
    act(() => snackStore.enqueue('success', 'Guardado'))
    pass(9_999)
    expect(screen.getByText('Guardado')).toBeTruthy()
    pass(2_000)
    expect(screen.queryByText('Guardado')).toBeNull()
    expect(snackStore.get()).toEqual([])
  })

  it('waits while the pointer is over it or the keyboard is in it, and then has as long left as before', () => {
    act(() => snackStore.enqueue('success', 'Guardado'))
    pass(9_000)
    const message = () => screen.queryByText('Guardado')?.closest('.MuiAlert-root')
    fireEvent.mouseEnter(message()!.parentElement!.parentElement!)
    pass(30_000)
    act(() => screen.getByRole('button', { name: 'Descartar el aviso' }).focus())
    fireEvent.mouseLeave(message()!.parentElement!.parentElement!)
    pass(30_000)
    expect(message()).toBeTruthy()
    act(() => screen.getByRole('button', { name: 'Descartar el aviso' }).blur())
    pass(900)
    expect(message()).toBeTruthy()
    pass(2_000)
    expect(message()).toBeFalsy()
  })

  it('puts the id of a text into the words of the page, also when its language changes [UX-033]', async () => {
    act(() => {
      snackStore.enqueue('success', { id: 'ADMIN.PAGE.SAVE_SUCCESS' }, { key: 'a' })
      snackStore.enqueue('warning', 'ADMIN.PAGE.SAVE_SUCCESS', { key: 'b' })
    })
    screen.getByText('La configuración se ha guardado.')
    screen.getByText('ADMIN.PAGE.SAVE_SUCCESS')
    vi.useRealTimers()
    await act(() => words.changeLanguage('en'))
    expect(screen.getByText('The settings have been saved.')).toBeTruthy()
    vi.useFakeTimers()
  })

  it('stands in the upper left corner, below the bar with the logo and the way back [UX-031]', () => {
    act(() => snackStore.enqueue('success', 'Guardado'))
    const corner = screen.getByText('Guardado').closest('.notistack-SnackbarContainer')!
    const { position, left, top, right, bottom } = getComputedStyle(corner)
    expect([position, right, bottom]).toEqual(['fixed', 'auto', 'auto'])
    expect(Number.parseInt(left, 10)).toBeLessThan(40)
    expect(Number.parseInt(top, 10)).toBeGreaterThan(72)
    expect(Number.parseInt(top, 10)).toBeLessThan(90)
  })

  it('keeps an error until somebody dismisses it', () => {
    act(() => snackStore.enqueue('error', 'No se ha guardado'))
    pass(60_000)
    expect(screen.getByRole('alert').textContent).toContain('No se ha guardado')
    act(() => screen.getByRole('button', { name: 'Descartar el aviso' }).click())
    pass(2_000)
    expect(screen.queryByText('No se ha guardado')).toBeNull()
  })

  it('shows each kind with its colour and its icon, and announces it [UX-032]', () => {
    for (const variant of ['success', 'warning', 'error'] as const) act(() => snackStore.enqueue(variant, variant))
    for (const variant of ['success', 'warning', 'error'] as const) {
      const alert = screen.getByText(variant).closest('.MuiAlert-root')!
      expect(alert.className.toLowerCase()).toContain(`color${variant}`)
      expect(alert.querySelector('.MuiAlert-icon svg')).toBeTruthy()
      expect(alert.getAttribute('role')).toBe(variant === 'error' ? 'alert' : 'status')
    }
  })

  it('replaces a message with the same key', () => {
    act(() => snackStore.enqueue('error', 'primero', { key: 'save' }))
    pass(500)
    act(() => snackStore.enqueue('success', 'segundo', { key: 'save' }))
    pass(2_000)
    expect(screen.queryByText('primero')).toBeNull()
    expect(screen.getByText('segundo')).toBeTruthy()
  })
})
