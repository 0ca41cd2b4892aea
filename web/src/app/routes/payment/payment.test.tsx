import { orders } from '@e-events/shared/contract/sales/orders.ts'
import { paying } from '@e-events/shared/contract/sales/money/paying.ts'
import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../testing/fake-api.ts'
import { checkout, order, orderId } from '../../../testing/order-factories.ts'
import { plainWords } from '../../../testing/plain-words.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const user = sessionUser()
const at = `/payments/orders/${orderId}`
const returnUrl = `/products/telon/checkout?order=${orderId}`

/** Stands for the script of the service, as its loader finds it in a page. */
function playStripe() {
  const element = { on: vi.fn((name: string, tell: () => void) => name === 'ready' && tell()), mount: vi.fn(), destroy: vi.fn() }
  const elements = { create: vi.fn(() => element), update: vi.fn() }
  const stripe = {
    elements: vi.fn(() => elements),
    confirmPayment: vi.fn(async (): Promise<{ error?: { message?: string } }> => ({})),
    handleNextAction: vi.fn(async (): Promise<{ error?: { message?: string } }> => ({})),
    _registerWrapper: vi.fn(),
  }
  const Stripe = vi.fn(() => stripe)
  return { Stripe, stripe, elements, element }
}

let api: FakeApi
let service: ReturnType<typeof playStripe>
// The loader finds a script that is there, and keeps it as long as the document.
beforeAll(
  () =>
    void vi.stubGlobal(
      'Stripe',
      Object.assign((...input: []) => service.Stripe(...input), { version: 'endive' }),
    ),
)
afterAll(() => void vi.unstubAllGlobals())
beforeEach(() => {
  service = playStripe()
  api = createFakeApi()
  api.on(orders.checkout, () => checkout())
  api.on(orders.check, () => order())
  api.on(paying.open, () => ({
    provider: 'stripe' as const,
    publicKey: 'pk_test_1',
    clientSecret: 'pi_1_secret_2',
    returnUrl,
    asksOwner: false,
  }))
})
const pay = () => screen.findByRole<HTMLButtonElement>('button', { name: /^(Pagar|Pay) / })

describe('the page on which one pays', () => {
  it('opens the form of the service with the public key and the secret of this payment', async () => {
    const { container } = await renderApp({ at, api, user })
    await waitFor(async () => expect((await pay()).disabled).toBe(false))
    expect(service.Stripe).toHaveBeenCalledWith('pk_test_1', { locale: 'es' })
    expect(service.stripe.elements).toHaveBeenCalledWith({ clientSecret: 'pi_1_secret_2', locale: 'es' })
    expect(service.element.mount).toHaveBeenCalledOnce()
    expect(screen.getByText(/Telón · 12,10\s€/)).toBeTruthy()
    expect(api.countOf(paying.open)).toBe(1)
    expect(await axeViolations(container)).toEqual([])
  })

  it("shows 'Payment error' for a declined card, keeps the form, and lets another card through [ERR-017]", async () => {
    service.stripe.confirmPayment.mockResolvedValueOnce({ error: { message: 'Your card was declined.' } })
    const { user: person, router } = await renderApp({ at, api, user, language: 'en' })
    await waitFor(async () => expect((await pay()).disabled).toBe(false))
    await person.click(await pay())
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('Payment errorYour card was declined.')
    expect(router.state.location.pathname).toBe(at)
    expect(service.element.destroy).not.toHaveBeenCalled()
    await person.click(await pay())
    await waitFor(() => expect(router.state.location.pathname).toBe('/products/telon/checkout'))
    expect(service.stripe.confirmPayment).toHaveBeenLastCalledWith({
      elements: service.elements,
      confirmParams: { return_url: `http://localhost:3000${returnUrl}` },
      redirect: 'if_required',
    })
  })

  it('asks for the bank’s question about a saved card first, and takes another card where it is not answered', async () => {
    const asking = { provider: 'stripe' as const, publicKey: 'pk_test_1', clientSecret: 'pi_1_secret_2', returnUrl, asksOwner: true }
    api.on(paying.open, () => asking)
    service.stripe.handleNextAction.mockResolvedValueOnce({ error: { message: 'Not authenticated.' } })
    const first = await renderApp({ at, api, user, language: 'en' })
    expect((await screen.findByRole('alert')).textContent).toContain('Not authenticated.')
    await waitFor(async () => expect((await pay()).disabled).toBe(false))
    first.unmount()
    const { router } = await renderApp({ at, api, user, language: 'en' })
    await waitFor(() => expect(router.state.location.pathname).toBe('/products/telon/checkout'))
    expect(service.stripe.handleNextAction).toHaveBeenLastCalledWith({ clientSecret: 'pi_1_secret_2' })
  })

  it('says so when the script of the service does not come, and tries again', async () => {
    service.Stripe.mockImplementation(() => {
      throw new Error('blocked')
    })
    const { user: person } = await renderApp({ at, api, user })
    await screen.findByText(/No se pudo cargar el formulario/)
    service = playStripe()
    await person.click(screen.getByRole('button', { name: 'Reintentar' }))
    await waitFor(async () => expect((await pay()).disabled).toBe(false))
  })

  it('leads to the card terminal by a form with the signed fields', async () => {
    const fields = { Ds_SignatureVersion: 'HMAC_SHA256_V1', Ds_MerchantParameters: 'e30=', Ds_Signature: 'x' }
    api.on(paying.open, () => ({ provider: 'pos' as const, url: 'https://tpv.banco.example/pagar', fields, returnUrl }))
    const { container } = await renderApp({ at, api, user })
    expect((await screen.findByRole('button', { name: /en el banco$/ })).getAttribute('type')).toBe('submit')
    const form = container.querySelector('form')
    expect([form?.getAttribute('action'), form?.getAttribute('method')]).toEqual(['https://tpv.banco.example/pagar', 'post'])
    expect(Object.fromEntries(new FormData(form ?? undefined))).toEqual(fields)
    expect(await axeViolations(container)).toEqual([])
  })

  it('leads to the order where nothing is to be paid any more', async () => {
    api.on(paying.open, () => {
      throw new Refusal('STATE_CONFLICT')
    })
    const { router } = await renderApp({ at, api, user })
    await waitFor(() => expect(router.state.location.pathname + router.state.location.search).toBe(returnUrl))
  })

  it('tells an account that was refused too often, or a service that is down, and charges nothing', async () => {
    api.on(paying.open, () => {
      throw new Refusal('TOO_MANY_DECLINES', 'Demasiados intentos.')
    })
    await renderApp({ at, api, user })
    await screen.findByText(/Demasiados intentos/)
    expect(service.Stripe).not.toHaveBeenCalled()
  })

  it('holds no text of its own', async () => {
    const { container } = await renderApp({ at, api, user, pseudo: true })
    await waitFor(() => expect(service.element.mount).toHaveBeenCalled())
    expect(plainWords(container).filter((word) => !/Telón/.test(word))).toEqual([])
  })
})
