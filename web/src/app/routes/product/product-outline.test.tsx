import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { channels } from '@e-events/shared/contract/catalogue/channels.ts'
import { courses, type CourseOutline } from '@e-events/shared/contract/learning/courses.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { outlineOf } from '../../../testing/course-factories.ts'
import { channel, productDetail, sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'

let api: FakeApi
let outline: CourseOutline
beforeEach(() => {
  api = createFakeApi()
  outline = outlineOf()
  api.on(channels.get, () => channel())
  api.on(courses.outline, () => outline)
})
const open = (type: 'course' | 'master' | 'vod', fields: object = {}, user?: ReturnType<typeof sessionUser>) => {
  api.on(products.get, () => productDetail({ slug: 'diseno', title: 'Diseño', type, ...fields }))
  return renderApp({ at: '/products/diseno', api, ...(user ? { user } : {}) })
}

describe('what a course consists of', () => {
  it('stands on the page where it is sold, module by module, and a visitor gets to its preview through the log-in', async () => {
    const { container, user } = await open('course')
    const section = within(await screen.findByRole('region', { name: 'Contenido del curso' }))
    expect(section.getByText('2 módulos · 3 lecciones · 3 min · 4,5 de 5 (2 valoraciones) · Con certificado')).toBeTruthy()
    expect(section.getByRole('button', { name: /Mirar antes de mover/ }).getAttribute('aria-expanded')).toBe('true')
    const second = section.getByRole('button', { name: /Letra y color/ })
    expect(second.getAttribute('aria-expanded')).toBe('false')
    await user.click(second)
    expect(second.getAttribute('aria-expanded')).toBe('true')
    expect(section.getAllByRole('listitem').map(({ textContent }) => textContent)).toContain('Elegir una letraTexto · Con cuestionario')
    const preview = section.getByRole('link', { name: 'Ver gratis: Lo que una página pide' })
    expect(preview.getAttribute('href')).toMatch(/^\/login\?.*%2Fcourses%2Fdiseno%2Flessons%2F/)
    expect(await axeViolations(container)).toEqual([])
  })

  it('is that of each course of a master, whose pages it leads to', async () => {
    outline = { courses: [...outline.courses, { ...outline.courses[0]!, slug: 'datos', title: 'Contar con datos' }] }
    await open('master', {}, sessionUser())
    const section = within(await screen.findByRole('region', { name: 'Cursos del máster' }))
    expect(section.getByRole('link', { name: 'Contar con datos' }).getAttribute('href')).toBe('/products/datos')
    const [preview] = section.getAllByRole('link', { name: 'Ver gratis: Lo que una página pide', hidden: true })
    expect(preview?.getAttribute('href')).toMatch(/^\/courses\/diseno\/lessons\//)
  })

  it('is left out where it is not there to be seen, and asked for of nothing else', async () => {
    api.on(courses.outline, () => {
      throw new Refusal('NOT_FOUND')
    })
    const app = await open('course', { owned: true, allowed: { ...productDetail().allowed, watch: true } }, sessionUser())
    await screen.findByRole('heading', { level: 1, name: 'Diseño' })
    expect(screen.getByText('Ya es tuyo')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Contenido del curso' })).toBeNull()
    app.unmount()
    const before = api.countOf(courses.outline)
    await open('vod')
    await screen.findByRole('heading', { level: 1, name: 'Diseño' })
    expect(api.countOf(courses.outline)).toBe(before)
  })
})
