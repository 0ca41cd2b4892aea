import { describe, expect, it } from 'vitest'
import { latin, toPain001, type Transfer } from './bank-file.ts'

const debtor = { name: 'Eventos & Compañía S.L.', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' }
const transfer = (wanted: Partial<Transfer> = {}): Transfer => ({
  id: '00000000-0000-4000-8000-000000000711',
  beneficiary: 'Sala Faro <Ñandú> S.L.',
  iban: 'ES9121000418450200051332',
  amountMinor: 183_850,
  currency: 'EUR',
  reference: 'e-events 2026-11 sala-faro 7',
  ...wanted,
})
const file = (transfers: Transfer[], by = debtor) =>
  toPain001({
    id: '00000000-0000-4000-8000-000000000701',
    debtor: by,
    createdAt: new Date('2026-11-02T09:30:00Z'),
    executeOn: '2026-11-02',
    transfers,
  })
const all = (xml: string, name: string) => [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text]) => text)

describe('the file for the bank', () => {
  it('counts and sums per message and per currency, in the decimals of each currency', () => {
    const xml = file([
      transfer(),
      transfer({ id: '00000000-0000-4000-8000-000000000712', amountMinor: 5 }),
      transfer({ id: '00000000-0000-4000-8000-000000000713', amountMinor: 1_200, currency: 'JPY' }),
      transfer({ id: '00000000-0000-4000-8000-000000000714', amountMinor: 1_234, currency: 'KWD' }),
    ])
    expect(all(xml, 'NbOfTxs')).toEqual(['4', '2', '1', '1'])
    expect(all(xml, 'CtrlSum')).toEqual(['3039.784', '1838.55', '1200', '1.234'])
    expect([...xml.matchAll(/<InstdAmt Ccy="(\w+)">([\d.]+)</g)].map(([, currency, amount]) => `${amount} ${currency}`)).toEqual([
      '1838.50 EUR',
      '0.05 EUR',
      '1200 JPY',
      '1.234 KWD',
    ])
    // Euros alone go as SEPA transfers.
    expect(all(xml, 'Cd')).toEqual(['SEPA'])
    expect(all(xml, 'BICFI')).toEqual(['COBADEFFXXX', 'COBADEFFXXX', 'COBADEFFXXX'])
  })

  it('has ids of at most 35 characters, one for each transfer, and the characters that every bank takes', () => {
    const xml = file([transfer(), transfer({ id: '00000000-0000-4000-8000-000000000712', beneficiary: 'Łódź 株式会社' })])
    const ids = [...all(xml, 'EndToEndId'), ...all(xml, 'MsgId'), ...all(xml, 'PmtInfId')]
    expect(ids.every((id) => (id?.length ?? 99) <= 35)).toBe(true)
    expect(new Set(all(xml, 'EndToEndId')).size).toBe(2)
    expect(all(xml, 'Nm')).toEqual(['Eventos Compania S.L.', 'Eventos Compania S.L.', 'Sala Faro Nandu S.L.', 'odz'])
  })

  it('is not made with a slip in an account, whosever it is', () => {
    expect(() => file([transfer(), transfer({ iban: 'ES9121000418450200051333' })])).toThrow('…1333')
    expect(() => file([transfer()], { ...debtor, iban: 'DE88370400440532013000' })).toThrow('…3000')
  })

  it.each([
    ['Ana', 70, 'Ana'],
    ['株式会社', 70, 'NOT PROVIDED'],
    ['a'.repeat(90), 70, 'a'.repeat(70)],
    ['Straße & Cía <b>', 70, 'Strasse Cia b'],
  ])('writes %s within %i characters as %s', (text, chars, written) => {
    expect(latin(text, chars)).toBe(written)
  })
})
