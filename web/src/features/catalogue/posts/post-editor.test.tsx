import type { PostDocument } from '@e-events/shared/domain/post-document.ts'
import { postDocumentSchema } from '@e-events/shared/domain/post-document.ts'
import { AppThemeProvider } from '@e-events/shared/ui/theme/app-theme-provider.tsx'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense, useState } from 'react'
import { I18nextProvider } from 'react-i18next'
import { describe, expect, it } from 'vitest'
import { createI18n } from '../../../app/i18n.ts'
import { axeViolations } from '../../../testing/axe.ts'
import { PostEditor, type PostImageFieldProps } from './components/post-editor.tsx'
import { isLinkAddress, toLinkAddress } from './editor/link-address.ts'
import { toDocument } from './editor/to-document.ts'

// The editor scrolls to its caret; there is no layout here.
Range.prototype.getClientRects = () => document.createElement('p').getClientRects()
Range.prototype.getBoundingClientRect = () => document.createElement('p').getBoundingClientRect()

const fileId = '0b6f5f9e-6a2f-4c7e-9a53-0c7f6ad0a001'

/** Stands for the site's picture field, which has tests of its own. */
function PictureField({ label, onChange }: PostImageFieldProps) {
  return <button onClick={() => onChange({ id: fileId, url: `/api/files/${fileId}` })}>{label}</button>
}

async function renderEditor(start: PostDocument | null = null) {
  const words = await createI18n('es')
  await words.loadNamespaces(['posts'])
  const written: { current: PostDocument | null } = { current: start }
  function Form() {
    const [value, setValue] = useState(start)
    return (
      <PostEditor
        value={value}
        ImageField={PictureField}
        onChange={(next) => {
          written.current = next
          setValue(next)
        }}
      />
    )
  }
  const rendered = render(
    <AppThemeProvider>
      <I18nextProvider i18n={words}>
        <Suspense>
          <Form />
        </Suspense>
      </I18nextProvider>
    </AppThemeProvider>,
  )
  // The editor is a chunk of its own.
  const text = await screen.findByRole('textbox', { name: 'Texto del artículo' }, { timeout: 5_000 })
  return { ...rendered, text, written, user: userEvent.setup({ delay: null }) }
}
const paragraph = (text: string): PostDocument => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] })
const tool = (name: string) => within(screen.getByRole('toolbar')).getByRole('button', { name })
const paste = (target: HTMLElement, html: string) =>
  fireEvent.paste(target, {
    clipboardData: { getData: (type: string) => (type === 'text/html' ? html : ''), types: ['text/html'], files: [], items: [] },
  })

describe('the editor of posts', () => {
  it('is one stop for the keyboard, whose arrows move between the tools', async () => {
    const { user } = await renderEditor(paragraph('Hola'))
    const tools = within(screen.getByRole('toolbar', { name: 'Formato del texto' })).getAllByRole('button')
    expect(tools.filter((one) => one.tabIndex === 0)).toHaveLength(1)
    tools[0]?.focus()
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(document.activeElement).toBe(tool('Negrita'))
    await user.keyboard('{End}')
    expect(document.activeElement).toBe(tool('Rehacer'))
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(tool('Título de apartado (H2)'))
  })

  it('says which tools are on, and takes back what was done', async () => {
    const { user, written } = await renderEditor(paragraph('Hola'))
    expect(tool('Deshacer').getAttribute('aria-disabled')).toBe('true')
    await user.click(tool('Título de apartado (H2)'))
    await waitFor(() => expect(tool('Título de apartado (H2)').getAttribute('aria-pressed')).toBe('true'))
    expect(written.current?.content[0]).toMatchObject({ type: 'heading', attrs: { level: 2 } })
    await user.click(tool('Deshacer'))
    expect(written.current?.content[0]).toMatchObject({ type: 'paragraph' })
    await waitFor(() => expect(tool('Título de apartado (H2)').getAttribute('aria-pressed')).toBe('false'))
    await user.click(tool('Rehacer'))
    await user.click(tool('Cita'))
    await user.click(tool('Lista'))
    expect(postDocumentSchema.safeParse(written.current).success).toBe(true)
  })

  it('counts words and minutes', async () => {
    await renderEditor(paragraph('Una frase de cinco palabras — ¡y más!'))
    expect(screen.getByText('7 palabras · 1 min de lectura')).toBeTruthy()
  })

  it('links words, refuses what is no address of the web, and returns to the text', async () => {
    const { user, written } = await renderEditor(paragraph('Hola'))
    await user.click(tool('Enlace'))
    const dialog = await screen.findByRole('dialog', { name: 'Añadir un enlace' })
    const address = within(dialog).getByRole('textbox', { name: /Dirección/ })
    expect(document.activeElement).toBe(address)
    await user.type(address, 'javascript:alert(1)')
    await user.type(within(dialog).getByRole('textbox', { name: 'Texto del enlace' }), 'Mapa')
    await user.click(within(dialog).getByRole('button', { name: 'Enlazar' }))
    expect(within(dialog).getByText('Eso no es la dirección de una página web')).toBeTruthy()
    await user.clear(address)
    await user.type(address, 'example.org/mapa{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const inlines = JSON.stringify(written.current)
    expect(inlines).toContain('{"type":"text","text":"Mapa","marks":[{"type":"link","attrs":{"href":"https://example.org/mapa"}}]}')
  })

  it('inserts a picture with the words for those who do not see it', async () => {
    const { user, written } = await renderEditor(paragraph('Hola'))
    await user.click(tool('Imagen'))
    const dialog = await screen.findByRole('dialog', { name: 'Añadir una imagen' })
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Insertar' }).disabled).toBe(true)
    await user.click(within(dialog).getByRole('button', { name: 'Imagen del texto' }))
    await user.type(within(dialog).getByRole('textbox', { name: 'Qué se ve en ella' }), 'El puerto')
    await user.click(within(dialog).getByRole('button', { name: 'Insertar' }))
    expect(written.current?.content).toContainEqual({ type: 'image', attrs: { src: `/api/files/${fileId}`, alt: 'El puerto' } })
    expect(postDocumentSchema.safeParse(written.current).success).toBe(true)
  })

  it('keeps of a pasted page what a post may hold', async () => {
    const { text, written } = await renderEditor(null)
    paste(
      text,
      `<h1 style="color:red">Título</h1><div onclick="x()"><p><b>Fuerte</b> y <u>subrayado</u> <a href="javascript:alert(1)">malo</a>
       <a href="https://example.org/" onclick="x()">bueno</a></p></div><img src="https://tracker.example/p.gif"><table><tr><td>celda</td></tr></table>
       <ul><li>uno<ul><li>dos</li></ul></li></ul><script>alert(1)</script>`,
    )
    await waitFor(() => expect(written.current).not.toBeNull())
    const parsed = postDocumentSchema.safeParse(written.current)
    expect(parsed.error?.issues).toBeUndefined()
    const json = JSON.stringify(written.current)
    expect(written.current?.content[0]).toMatchObject({ type: 'heading', attrs: { level: 2 } })
    expect(json).toContain('"marks":[{"type":"bold"}]')
    expect(json).toContain('{"href":"https://example.org/"}')
    for (const word of ['celda', 'uno', 'dos', 'subrayado', 'malo']) expect(json).toContain(word)
    for (const word of ['javascript', 'tracker', 'alert', 'underline', 'onclick']) expect(json).not.toContain(word)
  })

  it('has nothing that axe reports', async () => {
    const { container } = await renderEditor(paragraph('Hola'))
    expect(await axeViolations(container)).toEqual([])
  })
})

describe('what an address is', () => {
  it.each([
    ['example.org', 'https://example.org'],
    [' https://example.org/a?b=c#d ', 'https://example.org/a?b=c#d'],
    ['http://example.org', 'http://example.org'],
    ['example.org:8080/x', 'https://example.org:8080/x'],
    ['javascript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['mailto:a@example.org', undefined],
    ['no es', undefined],
    ['', undefined],
  ])('%j → %j', (typed, address) => expect(toLinkAddress(typed)).toBe(address))

  it('has an end', () => {
    expect([isLinkAddress(`https://e.org/${'x'.repeat(1_986)}`), isLinkAddress(`https://e.org/${'x'.repeat(1_987)}`)]).toEqual([
      true,
      false,
    ])
  })
})

describe('what the editor holds, for the server', () => {
  it('loses attributes of the editor, what is unknown, and empty lines at the end', () => {
    const document = toDocument({
      type: 'doc',
      content: [
        { type: 'orderedList', attrs: { start: 2, type: null }, content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }] },
        { type: 'video', attrs: { src: 'x' } },
        { type: 'image', attrs: { src: `/api/files/${fileId}`, alt: null, title: null, width: 3 } },
        { type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: 'ftp://e.org' } }] }] },
        { type: 'paragraph' },
        { type: 'paragraph' },
      ],
    })
    expect(document).toEqual({
      type: 'doc',
      content: [
        { type: 'orderedList', attrs: { start: 2 }, content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }] },
        { type: 'image', attrs: { src: `/api/files/${fileId}`, alt: '' } },
        { type: 'paragraph', content: [{ type: 'text', text: 'x' }] },
      ],
    })
    expect(postDocumentSchema.safeParse(document).success).toBe(true)
  })
})
