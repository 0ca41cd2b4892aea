import { screen, within } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { describe, expect, it, onTestFinished } from 'vitest'
import { renderApp } from '../../testing/render-app.tsx'
import { listenForSameKeys } from '../../testing/same-key.ts'
import { createI18n } from '../i18n.ts'
import { Footer } from './footer.tsx'

describe('the footer', () => {
  it('keeps its columns apart in a language that has one word for two of them', async () => {
    const words = await createI18n('es')
    const help = words.getResource('es', 'common', 'footer.help') as string
    words.addResource('es', 'common', 'footer.help', words.t('footer.organize'))
    // The words are of the process that the files share.
    onTestFinished(() => void words.addResource('es', 'common', 'footer.help', help))
    const sameKeys = listenForSameKeys()
    await renderApp({
      at: '/',
      part: (
        <I18nextProvider i18n={words}>
          <Footer />
        </I18nextProvider>
      ),
    })
    const columns = await screen.findAllByRole('navigation', { name: 'Organizar' })
    expect(columns.map((column) => within(column).getAllByRole('link')[0]?.textContent)).toEqual(['Vender con e‑events', 'Centro de ayuda'])
    expect(sameKeys()).toEqual([])
  })
})
