import { createHmac, timingSafeEqual } from 'node:crypto'
import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'

/** Signs the body of a notice together with its time, as `t=<epoch seconds>,v1=<hex>`: the form that Stripe uses. */
export function signNotice(body: string, { key, nowMs }: { key: string; nowMs: number }): string {
  const seconds = Math.floor(nowMs / 1000)
  return `t=${seconds},v1=${macOf(`${seconds}.${body}`, key).toString('hex')}`
}

/** @throws DomainError BAD_REQUEST for a forged, changed or old notice */
export function assertNotice(body: string, signature: string, { key, nowMs }: { key: string; nowMs: number }): void {
  const [, seconds, hex] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? []
  if (seconds === undefined || hex === undefined) throw new DomainError('BAD_REQUEST', { detail: 'a notice without a signature' })
  if (!timingSafeEqual(macOf(`${seconds}.${body}`, key), Buffer.from(hex, 'hex')))
    throw new DomainError('BAD_REQUEST', { detail: 'the signature does not belong to this notice' })
  if (Math.abs(nowMs - Number(seconds) * 1000) > limits.paymentNoticeAgeMs)
    throw new DomainError('BAD_REQUEST', { detail: 'the notice was signed at another time' })
}

const macOf = (text: string, key: string): Buffer => createHmac('sha256', key).update(text).digest()
