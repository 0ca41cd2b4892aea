import { beforeEach, describe, expect, it } from 'vitest'
import { snackStore } from './use-snacks.ts'

const keys = () => snackStore.get().map((snack) => snack.key)

describe('snack store', () => {
  beforeEach(() => {
    for (const key of keys()) snackStore.remove(key)
  })

  it('changes nothing for an unknown key', () => {
    snackStore.enqueue('success', 'Hola', { key: 'a' })
    snackStore.remove('b')
    snackStore.dismiss('b')
    expect(snackStore.get()).toEqual([{ key: 'a', message: 'Hola', options: { variant: 'success' }, dismissed: false }])
  })

  it('enqueues with a key of its own, so that three in a row are three [UX-034]', () => {
    for (const message of ['uno', 'dos', 'tres']) snackStore.enqueue('warning', message)
    expect(snackStore.get().map((snack) => [snack.message, snack.dismissed])).toEqual([
      ['uno', false],
      ['dos', false],
      ['tres', false],
    ])
    expect(new Set(keys()).size).toBe(3)
  })

  it('carries key, message as text or as the id of one, options and whether it was dismissed [UX-033]', () => {
    const action = { label: 'Reintentar', onClick: () => undefined }
    snackStore.enqueue('success', { id: 'ADMIN.PAGE.SAVE_SUCCESS' }, { key: 'a' })
    snackStore.enqueue('error', 'No se ha guardado', { key: 'b', action })
    expect(snackStore.get()).toEqual([
      { key: 'a', message: { id: 'ADMIN.PAGE.SAVE_SUCCESS' }, options: { variant: 'success' }, dismissed: false },
      { key: 'b', message: 'No se ha guardado', options: { variant: 'error', action }, dismissed: false },
    ])
  })

  it('replaces a message with the same key instead of piling it up', () => {
    snackStore.enqueue('error', 'primero', { key: 'save' })
    snackStore.enqueue('success', 'segundo', { key: 'save' })
    expect(snackStore.get().map((snack) => snack.message)).toEqual(['segundo'])
  })

  it('dismisses one by its key and all without one [UX-035]', () => {
    snackStore.enqueue('success', 'uno', { key: 'a' })
    snackStore.enqueue('success', 'dos', { key: 'b' })
    snackStore.dismiss('a')
    expect(snackStore.get().map((snack) => snack.dismissed)).toEqual([true, false])
    snackStore.dismiss()
    expect(snackStore.get().map((snack) => snack.dismissed)).toEqual([true, true])
  })

  it('removes an entry once it has left the screen [UX-036]', () => {
    snackStore.enqueue('success', 'uno', { key: 'a' })
    snackStore.remove('a')
    expect(keys()).toEqual([])
  })
})
