import { decimalsOf } from '@e-events/shared/domain/currencies.ts'
import { isValidIBAN } from 'ibantools'

/** The account that pays. */
export interface Debtor {
  name: string
  iban: string
  bic: string | undefined
}

export interface Transfer {
  id: string
  beneficiary: string
  iban: string
  amountMinor: number
  currency: string
  /** Told to the one who is paid. */
  reference: string
}

/**
 * A run of transfers as ISO 20022 `pain.001.001.09`: one group of payments per currency, euros as SEPA transfers. The
 * same run is the same bytes, so that a bank recognises a file that it got before.
 *
 * @throws Error for an account with wrong check digits: nothing of a run leaves with a slip in it
 */
export function toPain001(run: { id: string; debtor: Debtor; createdAt: Date; executeOn: string; transfers: readonly Transfer[] }): string {
  const { debtor, transfers } = run
  for (const { iban } of [debtor, ...transfers]) if (!isValidIBAN(iban)) throw new Error(`the IBAN …${iban.slice(-4)} is not valid`)
  const currencies = [...new Set(transfers.map(({ currency }) => currency))]
  const messageId = idOf(run.id)
  const groups = currencies.map((currency) => {
    const own = transfers.filter((transfer) => transfer.currency === currency)
    return element('PmtInf', [
      element('PmtInfId', `${messageId.slice(0, 31)}-${currency}`),
      element('PmtMtd', 'TRF'),
      element('NbOfTxs', String(own.length)),
      element('CtrlSum', controlSum(own)),
      ...(currency === 'EUR' ? [element('PmtTpInf', element('SvcLvl', element('Cd', 'SEPA')))] : []),
      element('ReqdExctnDt', element('Dt', run.executeOn)),
      element('Dbtr', element('Nm', latin(debtor.name, 70))),
      element('DbtrAcct', element('Id', element('IBAN', debtor.iban))),
      element('DbtrAgt', element('FinInstnId', agent(debtor.bic))),
      element('ChrgBr', 'SLEV'),
      ...own.map(transferOf),
    ])
  })
  const header = element('GrpHdr', [
    element('MsgId', messageId),
    element('CreDtTm', run.createdAt.toISOString().slice(0, 19)),
    element('NbOfTxs', String(transfers.length)),
    element('CtrlSum', controlSum(transfers)),
    element('InitgPty', element('Nm', latin(debtor.name, 70))),
  ])
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">',
    element('CstmrCdtTrfInitn', [header, ...groups]),
    '</Document>',
    '',
  ].join('\n')
}

function transferOf({ id, beneficiary, iban, amountMinor, currency, reference }: Transfer): string {
  return element('CdtTrfTxInf', [
    element('PmtId', [element('InstrId', idOf(id)), element('EndToEndId', idOf(id))]),
    element('Amt', `<InstdAmt Ccy="${currency}">${decimal(amountMinor, currency)}</InstdAmt>`),
    element('Cdtr', element('Nm', latin(beneficiary, 70))),
    element('CdtrAcct', element('Id', element('IBAN', iban))),
    element('RmtInf', element('Ustrd', latin(reference, 140))),
  ])
}

/** A bank of the SEPA area is found by the account alone. */
function agent(bic: string | undefined): string {
  return bic === undefined ? element('Othr', element('Id', 'NOTPROVIDED')) : element('BICFI', bic)
}

/** At most 35 characters: a uuid without its hyphens. */
const idOf = (uuid: string): string => uuid.replaceAll('-', '')

/** Sum of the amounts whatever their currency, as the standard asks; added up in the smallest unit that occurs. */
function controlSum(transfers: readonly Transfer[]): string {
  const decimals = Math.max(...transfers.map(({ currency }) => decimalsOf(currency)))
  const sum = transfers.reduce((total, { amountMinor, currency }) => total + amountMinor * 10 ** (decimals - decimalsOf(currency)), 0)
  return digits(sum, decimals)
}

export const decimal = (minor: number, currency: string): string => digits(minor, decimalsOf(currency))

function digits(minor: number, decimals: number): string {
  if (decimals === 0) return String(minor)
  const text = String(minor).padStart(decimals + 1, '0')
  return `${text.slice(0, -decimals)}.${text.slice(-decimals)}`
}

/** The characters that every bank of the SEPA area takes; letters lose their accents, the rest becomes a blank. */
export function latin(text: string, maxChars: number): string {
  const plain = text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll(/[øØ]/g, 'o')
    .replaceAll(/[æÆ]/g, 'ae')
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/g, ' ')
    .replaceAll(/ +/g, ' ')
    .slice(0, maxChars)
    .trim()
  return plain === '' ? 'NOT PROVIDED' : plain
}

function element(name: string, content: string | readonly string[]): string {
  if (typeof content !== 'string') return `<${name}>\n${content.join('\n')}\n</${name}>`
  return content.startsWith('<') ? `<${name}>${content}</${name}>` : `<${name}>${escaped(content)}</${name}>`
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
